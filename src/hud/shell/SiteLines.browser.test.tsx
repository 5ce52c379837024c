/** What the operator says on every page. */
import '../system/base.css';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { ApiError } from '../../data/contract/errors.ts';
import type { Site } from '../../data/contract/site.ts';
import { siteQuery } from '../../data/queries/site.ts';
import { isAskedAgain } from '../../data/readRetry.ts';
import { OperatorLines } from './Shell.tsx';
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

test('what could not be read in maintenance says so, and is read when that is over', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: isAskedAgain } } });
  const tell = (mode: Site['mode']) =>
    queries.setQueryData(siteQuery.queryKey, { mode, announcements: [] } as unknown as Site);
  tell('maintenance');
  let isClosed = true;
  const jams = async () => {
    if (isClosed) throw new ApiError('maintenance', 'This server is closed', null, 503, 30);
    return 'Two jams';
  };
  function Jams() {
    const { data, error } = useQuery({ queryKey: ['jams'], queryFn: jams });
    return <p>{data ?? error?.message ?? 'Loading'}</p>;
  }
  await render(
    <QueryClientProvider client={queries}>
      <OperatorLines />
      <Jams />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('This server is closed', { exact: true })).toBeVisible();
  isClosed = false;
  tell('open');
  await expect.element(page.getByText('Two jams')).toBeVisible();
});
