import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { placesVersion } from '../../data/stores/places.ts';
import { CookieNotice } from './CookieNotice.tsx';

it('tells what is drawn on the page that it moved when the notice comes and when it goes', async () => {
  localStorage.clear();
  const before = placesVersion();
  await render(
    <MemoryRouter>
      <CookieNotice />
    </MemoryRouter>,
  );
  const accept = [...document.querySelectorAll('button')].find((b) => b.textContent === 'Accept');
  expect(placesVersion()).toBeGreaterThan(before);
  const shown = placesVersion();
  accept!.click();
  await expect.poll(placesVersion).toBeGreaterThan(shown);
  expect(document.querySelector('[aria-label="Cookie notice"]')).toBeNull();
});
