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
import type { SearchFound, SearchKind } from '../../data/contract/search.ts';
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
const ALL: Required<Pick<SearchFound, SearchKind>> = {
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
    const kind = asked.get('kind') as SearchKind | null;
    const all = asked.get('q') === 'nothing' ? NONE : ALL;
    return kind === null ? all : { [kind]: all[kind] };
  };
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const url = new URL(address, location.href);
    if (url.pathname !== '/api/search') return realFetch(address, init);
    seen.push(url.search);
    const data = answer(url.searchParams);
    return data instanceof Response ? data : Response.json({ ok: true, data });
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

/** Answers what sounds like the second loop, but for others than bass. */
function answerAlike(): void {
  const usual = answer;
  const [near, like] = ALL.loops.results;
  answer = (asked) => {
    if (asked.get('like') === null) return usual(asked);
    const isOther = (asked.get('category') ?? 'bass') !== 'bass';
    return { loops: found(isOther ? [] : [near]), like };
  };
}
const alikeText = () => document.querySelector('[role="status"] strong')?.textContent;

test('F on a loop lists what sounds like it, which can be narrowed, and the keyboard finds back', async () => {
  answerAlike();
  const screen = await render(<Page at="/search?q=tide&kind=loops" />);
  const row = screen.getByRole('button', { name: /^Hear Tide 2 Bass/ });
  await expect.element(row).toBeVisible();
  expect(row.element().getAttribute('aria-keyshortcuts')).toBe('F');
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('f');
  await expect.poll(address).toBe('/search?kind=loops&like=l2');
  await expect.poll(alikeText).toBe('Tide 2');
  await expect.element(screen.getByRole('button', { name: /^Hear Tide Donau/ })).toBeVisible();
  await expect.poll(() => row.query()).toBeNull();
  const back = screen.getByRole('button', { name: 'Back to the search' });
  await expect.element(back).toHaveFocus();
  expect(await violations()).toEqual([]);
  await screen.getByRole('button', { name: 'Drums' }).click();
  await expect.element(screen.getByText(/ask for less of it/)).toBeVisible();
  expect(new URLSearchParams(seen.at(-1)).get('like')).toBe('l2');
  await screen.getByRole('button', { name: 'Any loop like it' }).click();
  await expect.poll(address).toBe('/search?kind=loops&like=l2');
  (back.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe('/search?q=tide&kind=loops');
  await expect.element(row).toBeVisible();
  await expect.poll(() => document.activeElement?.textContent).toBe('Loops 2');
});

test('the address of what sounds like a loop says its name to who was given it', async () => {
  answerAlike();
  const screen = await render(<Page at="/search?kind=loops&like=l2" />);
  await expect.poll(alikeText).toBe('Tide 2');
  await screen.getByRole('link', { name: /^Sounds like this.*Tide Donau/ }).click();
  await expect.poll(address).toBe('/search?kind=loops&like=l1');
  const back = screen.getByRole('button', { name: 'Back to the search' });
  await back.click();
  await expect.poll(address).toBe('/search?kind=loops&like=l2');
  await back.click();
  await expect.poll(address).toBe('/search?kind=loops');
  await expect.poll(alikeText).toBeUndefined();
});

test('a loop that cannot be compared is said, with a way on', async () => {
  const message = 'How this loop sounds was not measured';
  answer = () => Response.json({ ok: false, error: 'not_found', message }, { status: 404 });
  const screen = await render(<Page at="/search?kind=loops&like=l2" />);
  await expect.element(screen.getByText(`${message}.`)).toBeVisible();
  expect(await violations()).toEqual([]);
  await screen.getByText('Back to the search').click();
  await expect.poll(address).toBe('/search?kind=loops');
});

test('fingers reach what sounds like a loop at 390 pixels', async () => {
  answerAlike();
  await page.viewport(390, 844);
  const screen = await render(<Page at="/search?q=tide&kind=loops" />);
  const link = screen.getByRole('link', { name: /^Sounds like this.*Tide 2$/ });
  await expect.element(link).toBeVisible();
  const least = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return Math.min(width, height);
  };
  expect(least(link.element())).toBeGreaterThanOrEqual(44);
  expect(overflowPx()).toBe(0);
  await link.click();
  await expect.poll(alikeText).toBe('Tide 2');
  const back = screen.getByRole('button', { name: 'Back to the search' });
  expect(least(back.element())).toBeGreaterThanOrEqual(44);
  expect(overflowPx()).toBe(0);
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
