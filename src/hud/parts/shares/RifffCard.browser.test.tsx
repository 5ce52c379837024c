import '../../system/base.css';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { allPlaces } from '../../../data/stores/places.ts';
import { RifffCard } from './RifffCard.tsx';

const COUNT = 100;
const placeIds = () => [...allPlaces()].map(({ id }) => id);

function Page({ onToggle = () => {} }: { onToggle?(at: number): void }) {
  return (
    <MemoryRouter>
      <main style={{ width: 400 }}>
        <h1>Cards</h1>
        <h2>All</h2>
        {Array.from({ length: COUNT }, (_, at) => (
          <RifffCard
            key={String(at)}
            placeId={`card${at}`}
            rifff={rifffOf(3)}
            title={at === 0 ? '' : `Rifff ${at}`}
            to={`/rifff/${at}`}
            isPlaying={at === 1}
            isWaiting={at === 2}
            onToggle={() => onToggle(at)}
            caption="Mira, 3 h"
          />
        ))}
      </main>
    </MemoryRouter>
  );
}

test('only cards near the screen are drawn, and cards that scroll away give their place back', async () => {
  await render(<Page />);
  await expect.poll(placeIds).toContain('card0');
  expect(placeIds().length).toBeLessThan(COUNT / 4);
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(placeIds).toContain(`card${COUNT - 1}`);
  await expect.poll(placeIds).not.toContain('card0');
  expect(placeIds().length).toBeLessThan(COUNT / 4);
  window.scrollTo(0, 0);
});

test('a card plays by its square and leads on by its title, also by key', async () => {
  const onToggle = vi.fn();
  const page = await render(<Page onToggle={onToggle} />);
  await page.getByRole('button', { name: 'Play Untitled' }).click();
  await page.getByRole('button', { name: 'Pause Rifff 1', exact: true }).click();
  expect(onToggle.mock.calls).toEqual([[0], [1]]);
  await expect
    .element(page.getByRole('button', { name: 'Loading Rifff 2', exact: true }))
    .toHaveAttribute('aria-busy', 'true');
  (document.querySelector('article button') as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(onToggle).toHaveBeenCalledTimes(3);
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('href')).toBe('/rifff/0');
});

test('cards have no violations', async () => {
  await render(<Page />);
  expect(await violations()).toEqual([]);
});
