/** A list in each of its states, against a query that answers as the test says. */
import '../system/base.css';
import {
  onlineManager,
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError } from '../../data/contract/errors.ts';
import { ui } from '../../data/stores/ui.ts';
import { QueryList } from './QueryList.tsx';

/** What the query answers with; it waits while `page` is null. */
const source = { page: null as (() => string[]) | null, asked: 0 };

async function fetchPage(): Promise<string[]> {
  source.asked += 1;
  await expect.poll(() => source.page).not.toBeNull();
  return source.page!();
}

function Loops({ isEndless }: { isEndless?: boolean }) {
  const query = useInfiniteQuery({
    queryKey: ['loops'],
    initialPageParam: 0,
    queryFn: fetchPage,
    getNextPageParam: (last, pages) => (last.includes('end') ? undefined : pages.length),
  });
  const loops = (query.data?.pages ?? []).flat();
  return (
    <QueryList
      query={query}
      what="The loops"
      isPlural
      isEndless={isEndless}
      skeleton={<p>On their way</p>}
      isEmpty={loops.filter((loop) => loop !== 'end').length === 0}
      empty={<p>No loops yet</p>}
    >
      <ul>
        {loops.map((loop) => (
          <li key={loop}>{loop}</li>
        ))}
      </ul>
    </QueryList>
  );
}

const broken = () => {
  throw new Error('broken');
};

const show = (isEndless?: boolean) => {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'online' } },
  });
  return render(
    <QueryClientProvider client={queries}>
      <Loops isEndless={isEndless} />
    </QueryClientProvider>,
  );
};

function goOffline(isOffline: boolean): void {
  onlineManager.setOnline(!isOffline);
  ui.isOnline = !isOffline;
}

beforeEach(() => Object.assign(source, { page: null, asked: 0 }));
afterEach(() => goOffline(false));

test('loads, and shows what came', async () => {
  const page = await show();
  await expect.element(page.getByText('On their way')).toBeVisible();
  source.page = () => ['kick', 'end'];
  await expect.element(page.getByText('kick')).toBeVisible();
  await expect.element(page.getByText('On their way')).not.toBeInTheDocument();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test('says that it failed, and tries again', async () => {
  source.page = broken;
  const page = await show();
  await expect
    .element(page.getByText('The loops could not be loaded', { exact: false }))
    .toBeVisible();
  source.page = () => ['end'];
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('No loops yet')).toBeVisible();
});

test('says that the server is closed for maintenance', async () => {
  source.page = () => {
    throw new ApiError('maintenance', 'This server is closed for a while for maintenance');
  };
  const page = await show();
  const said = 'This server is closed for a while for maintenance. Nothing is lost.';
  await expect.element(page.getByText(said)).toBeVisible();
});

test('says that it needs a network, and goes on by itself', async () => {
  goOffline(true);
  source.page = () => ['kick', 'end'];
  const page = await show();
  await expect.element(page.getByText('The loops need one.', { exact: false })).toBeVisible();
  goOffline(false);
  await expect.element(page.getByText('kick')).toBeVisible();
});

test('is not empty while another page comes', async () => {
  source.page = () => [];
  const page = await show();
  const more = page.getByRole('button', { name: 'Show more' });
  await expect.element(more).toBeVisible();
  await expect.element(page.getByText('No loops yet')).not.toBeInTheDocument();
  source.page = () => ['end'];
  await more.click();
  await expect.element(page.getByText('No loops yet')).toBeVisible();
});

test('a next page is asked for once, keeps the focus, and is asked for again when it failed', async () => {
  source.page = () => ['kick'];
  const page = await show();
  await expect.element(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  source.page = null;
  await page.getByRole('button', { name: 'Show more' }).click();
  const waiting = page.getByRole('button', { name: 'Loading' });
  await expect.element(waiting).toHaveAttribute('aria-disabled', 'true');
  await expect.element(waiting).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  source.page = broken;
  await expect.element(page.getByText('More could not be loaded.', { exact: false })).toBeVisible();
  expect(source.asked).toBe(2);
  source.page = () => ['snare', 'end'];
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('snare')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a next page that waits for a network says so', async () => {
  source.page = () => ['kick'];
  const page = await show();
  await expect.element(page.getByText('kick')).toBeVisible();
  goOffline(true);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByText('No network. More could not be loaded.')).toBeVisible();
  source.page = () => ['snare', 'end'];
  goOffline(false);
  await expect.element(page.getByText('snare')).toBeVisible();
});

test('an endless list goes on by itself, and stops where a page fails', async () => {
  source.page = () => (source.asked < 3 ? [`loop ${source.asked}`] : broken());
  const page = await show(true);
  await expect.element(page.getByText('More could not be loaded.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('loop 2')).toBeVisible();
  expect(source.asked).toBe(3);
  source.page = () => ['end'];
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
