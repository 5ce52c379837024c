/** What the operator says on every page. */
import '../system/base.css';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { SiteLines } from './SiteLines.tsx';

beforeEach(() => localStorage.removeItem('rondo/closed-lines'));
afterEach(cleanup);

test('a line is closed on this device for good, what the server does not take is not', async () => {
  const lines = (
    <main>
      <h1>Page</h1>
      <SiteLines
        mode="maintenance"
        announcements={[
          { id: 'one', text: 'Closed on Sunday' },
          { id: 'two', text: 'A new version' },
        ]}
      />
    </main>
  );
  const { unmount } = await render(lines);
  expect(await violations()).toEqual([]);
  await page.getByRole('button', { name: 'Close: Closed on Sunday' }).click();
  await expect.element(page.getByText('Closed on Sunday')).not.toBeInTheDocument();
  await unmount();
  await render(lines);
  await expect.element(page.getByText('A new version')).toBeVisible();
  await expect.element(page.getByText(/closed for a while/)).toBeVisible();
  expect(document.body.textContent).not.toContain('Closed on Sunday');
});
