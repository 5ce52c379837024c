import '../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { loopOf } from '../../../tests/support/loopOf.ts';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import { shareOf } from '../../../tests/support/shareOf.ts';
import type { Engine } from '../../audio/engine/Engine.ts';
import { SEARCH_KINDS } from '../../data/contract/constants.ts';
import type { Jam } from '../../data/contract/jams.ts';
import type { Loop } from '../../data/contract/loop.ts';
import type { SearchFound } from '../../data/contract/search.ts';
import { forgetSearches, recentSearches } from '../../data/stores/recentSearches.ts';
import { EngineProvider } from '../EngineContext.tsx';
import { runCommand } from '../parts/commands/registry.ts';
import { SearchRoom } from './SearchRoom.tsx';

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const rifff = rifffOf(2);

const jam: Jam = {
  ...{ id: 'band1', longId: 'l', kind: 'room', name: `Tide ${LONG}`, owner: 'ada' },
  ...{ access: 'public', created: 1, rifffCount: 3, isDemo: false, club: null, description: LONG },
  ...{ coverUrl: null, barLength: 16, memberCount: 1, latest: 1, lastEvent: 0, role: null },
  ...{ guests: { mayAnswer: true, mayChat: false }, mayAnswer: false, mayChat: false },
};
const person = (at: number) => ({
  ...{ user_id: `ada-${at}`, displayName: at === 0 ? LONG.slice(0, 40) : `Ada ${at}` },
  ...{ avatarUrl: null, isDemo: at === 1, sharedCount: 1200 },
});
const found = <R,>(results: R[], isMore = false) => ({ results, total: results.length, isMore });
const ALL: Required<SearchFound> = {
  rifffs: found(
    Array.from({ length: 6 }, (_, at) =>
      shareOf(`s${at}`, { title: at ? `Tide ${at}` : LONG, rifff: { ...rifff, _id: `r${at}` } }),
    ),
    true,
  ),
  people: found([person(0), person(1)]),
  jams: found([jam]),
  loops: found([
    { ...loopOf('l1'), name: `Tide ${LONG}`, root: 3, scale: 1 },
    { ...loopOf('l2'), name: 'Tide 2' },
  ]),
};
const NONE = Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, found([])]));

/** Addresses that were asked for; `answer` says what comes back. */
const seen: string[] = [];
let answer: (asked: URLSearchParams) => object;

beforeEach(() => {
  seen.length = 0;
  forgetSearches();
  answer = (asked) => {
    const kind = asked.get('kind') as keyof SearchFound | null;
    const all = asked.get('q') === 'nothing' ? NONE : ALL;
    return kind === null ? all : { [kind]: all[kind] };
  };
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, location.href);
    if (url.pathname !== '/api/search') return realFetch(address, init);
    seen.push(url.search);
    return Response.json({ ok: true, data: answer(url.searchParams) });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

const heard: string[] = [];
/** Rifffs are not played here; loops are. */
const engine = {
  audition: async ({ _id }: Loop) => void heard.push(_id),
  stopAudition: () => {},
  preload: async () => {},
} as unknown as Engine;

const Page = ({ at }: { at: string }) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <MemoryRouter initialEntries={[at]}>
      <EngineProvider engine={engine}>
        <main style={{ padding: 20 }}>
          <SearchRoom />
        </main>
        <Address />
      </EngineProvider>
    </MemoryRouter>
  </QueryClientProvider>
);

const address = () => document.querySelector('[data-testid="address"]')?.textContent;
const overflowPx = () =>
  document.documentElement.scrollWidth - document.documentElement.clientWidth;

test('what is typed goes into the address, and arrows lead through what it found and back', async () => {
  await page.viewport(1000, 800);
  const screen = await render(<Page at="/search" />);
  const field = screen.getByRole('searchbox', { name: 'Search' });
  await expect.poll(() => document.activeElement).toBe(field.element());
  // One question for every pause, not for every letter: 100 ms from one to the next, on any machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const letter of 'tide') {
    await userEvent.keyboard(letter);
    vi.advanceTimersByTime(100);
  }
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  await expect.element(screen.getByRole('tab', { name: 'Rifffs 6+' })).toBeVisible();
  await expect.poll(address).toBe('/search?q=tide');
  await expect.element(screen.getByRole('link', { name: 'Tide 1' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe(LONG);
  await userEvent.keyboard('{ArrowDown}');
  const below = document.activeElement!;
  expect(below.getBoundingClientRect().top).toBeGreaterThan(
    screen.getByRole('link', { name: LONG }).element().getBoundingClientRect().top,
  );
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(field.element());
  await userEvent.keyboard('{Enter}');
  expect(recentSearches.texts).toEqual(['tide']);
});

test('the key of search comes back to the line from anywhere', async () => {
  const screen = await render(<Page at="/search?q=tide&kind=people" />);
  await screen.getByRole('tab', { name: 'People 2' }).click();
  runCommand('shell.search');
  expect(document.activeElement).toBe(screen.getByRole('searchbox').element());
});

test('tabs and filters stand in the address, and people and jams give way to a sound', async () => {
  const screen = await render(<Page at="/search?q=tide&kind=jams" />);
  await expect.element(screen.getByRole('link', { name: /^Tide Donau/ })).toBeVisible();
  await screen.getByRole('tab', { name: 'People 2' }).click();
  await expect.poll(address).toBe('/search?q=tide&kind=people');
  await expect
    .element(screen.getByRole('link', { name: /Ada 1/ }))
    .toHaveAttribute('href', '/ada-1');
  answer = () => NONE;
  await screen.getByRole('button', { name: 'Bass' }).click();
  await screen.getByRole('combobox', { name: 'Tempo' }).selectOptions('90 to 110');
  await expect
    .poll(address)
    .toBe('/search?q=tide&kind=people&tempoMin=90&tempoMax=109&category=bass');
  await expect.element(screen.getByText(/^People have no tempo/)).toBeVisible();
  await screen.getByRole('button', { name: 'Any sound' }).first().click();
  await expect.poll(address).toBe('/search?q=tide&kind=people');
});

test('a loop sounds at a tap, and leads to the rifffs that hold it', async () => {
  const screen = await render(<Page at="/search?q=tide&kind=loops" />);
  await screen.getByRole('button', { name: /^Hear Tide 2 Bass/ }).click();
  expect(heard).toEqual(['l2']);
  await screen.getByRole('link', { name: /^Rifffs with it.*Tide 2$/ }).click();
  await expect.poll(address).toBe('/search?kind=rifffs&loopId=l2');
  await screen.getByRole('button', { name: 'With this loop' }).click();
  await expect.poll(address).toBe('/search?kind=rifffs');
  await expect.element(screen.getByRole('button', { name: 'tide' })).toBeVisible();
});

test('a server that does not answer is said, and asked again', async () => {
  answer = () => {
    throw new TypeError('no network');
  };
  const screen = await render(<Page at="/search?q=tide" />);
  const again = screen.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  answer = () => ALL;
  await again.click();
  await expect.element(screen.getByRole('tab', { name: 'Loops 2' })).toBeVisible();
});

test.each([390, 1440])('nothing is wrong with it for screen readers at %s px', async (width) => {
  await page.viewport(width, 844);
  const addresses = ['/search', ...SEARCH_KINDS.map((kind) => `/search?q=tide&kind=${kind}`)];
  for (const at of [...addresses, '/search?q=nothing&root=3']) {
    const screen = await render(<Page at={at} />);
    if (at !== '/search') await expect.element(screen.getByRole('tabpanel')).toBeVisible();
    await expect.poll(() => screen.getByText('Loading', { exact: true }).query()).toBeNull();
    expect(await violations(), at).toEqual([]);
    expect(overflowPx(), at).toBe(0);
    await screen.unmount();
  }
});
