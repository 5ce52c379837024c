/** The gallery of looks and the page of a look, against a server that pages, refuses and remembers. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import { rifffOf } from '../../tests/support/rifffOf.ts';
import { savedLookOf } from '../../tests/support/savedLookOf.ts';
import type { Engine } from '../audio/engine/Engine.ts';
import { patchTransport } from '../audio/state/transport.ts';
import type { Session } from '../data/contract/auth.ts';
import type { Jam } from '../data/contract/jams.ts';
import { LOOKS_PAGE, MAX_ROOM_LOOKS, type SavedLook } from '../data/contract/savedLooks.ts';
import { STAGE_LOOK_IDS } from '../data/contract/stageLooks.ts';
import { allPlaces } from '../data/stores/places.ts';
import { resetSession, setUser } from '../data/stores/session.ts';
import { dismissNotice, ui } from '../data/stores/ui.ts';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { LookPicture } from '../hud/parts/looks/LookPicture.tsx';
import { Notice } from '../hud/parts/Notice.tsx';
import { Boundary } from '../hud/parts/page/lazyPiece.tsx';
import { Look, Looks } from './Looks.tsx';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=';
const HERO = { id: 'hero', title: 'Hero', rifff: { ...rifffOf(3), _id: 'hero' } };
const roomOf = (id: string, change: Partial<Jam> = {}) =>
  ({ id, name: `Room ${id}`, kind: 'room', role: 'owner', ...change }) as Jam;

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  looks: [] as SavedLook[],
  mine: [] as SavedLook[],
  jams: [] as Jam[],
  /** Keys of the looks of each jam. */
  rooms: {} as Record<string, string[]>,
  fails: false,
  asked: [] as string[],
  sent: [] as { method: string; path: string; body: unknown }[],
  realFetch: window.fetch,
};
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: unknown) => answer(200, { ok: true, data });
const no = (status: number, code: string, message: string) =>
  answer(status, { ok: false, message, error: { code, message } });

const roomLooks = (jamId: string) => ({
  looks: (server.rooms[jamId] ?? []).map((key) => ({ ...savedLookOf(key), key })),
});

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname, search, searchParams } = new URL(String(input), location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const path = pathname.replace('/api', '');
  const method = init?.method ?? 'GET';
  const body = init?.body ? JSON.parse(String(init.body)) : undefined;
  if (method === 'GET') server.asked.push(path + search);
  else server.sent.push({ method, path, body });
  if (server.fails) return no(500, 'internal', 'Broken');
  if (path === '/library/rifffs') return ok({ rifffs: [HERO] });
  if (path === '/jam/my-jams') return ok({ jams: server.jams });
  if (path === '/looks/mine') return ok({ looks: server.mine });
  if (path === '/looks') {
    const skip = Number(searchParams.get('skip'));
    const looks = server.looks.slice(skip, skip + LOOKS_PAGE);
    return ok({ looks, total: server.looks.length });
  }
  const [, jamId] = /^\/jam\/(\w+)\/looks$/.exec(path) ?? [];
  if (jamId) {
    if (method === 'POST') server.rooms[jamId] = body.keys;
    return ok(roomLooks(jamId));
  }
  const [, lookId, deed] = /^\/looks\/(\w+)(\/report)?$/.exec(path) ?? [];
  const at = server.looks.findIndex(({ id }) => id === lookId);
  if (at < 0) return no(404, 'not_found', 'There is no such look');
  if (deed) return ok({});
  if (method === 'POST') server.looks[at] = { ...server.looks[at]!, ...body };
  if (method === 'DELETE') server.looks.splice(at, 1);
  return ok(method === 'DELETE' ? {} : { look: server.looks[at] });
}

const sessionOf = (userId: string, roles: Session['roles'] = ['user']): Session => ({
  ...{ user_id: userId, roles, issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: userId } },
});

/** Nothing sounds here: what was asked of the engine is what the state says, as the engine would write it. */
const engine = {
  unlock: async () => {},
  setList() {},
  skipTo: async () => patchTransport({ currentRifffId: 'hero' }),
  setRifff: async () => {},
  play: async () => patchTransport({ status: 'playing' }),
  pause: () => patchTransport({ status: 'paused' }),
  stop() {},
} as Partial<Engine> as Engine;

beforeEach(async () => {
  const clean = { looks: [], mine: [], jams: [], rooms: {}, fails: false, asked: [], sent: [] };
  Object.assign(server, clean);
  patchTransport({ status: 'stopped', currentRifffId: null });
  if (ui.notice) dismissNotice(ui.notice.id);
  window.fetch = respond as typeof fetch;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await page.viewport(1440, 900);
});
afterEach(async () => {
  await cleanup();
  window.fetch = server.realFetch;
  resetSession();
  vi.restoreAllMocks();
});

function Here() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

function show(at: string, reader: Session | null = null) {
  if (reader) setUser(reader, null);
  else resetSession();
  return render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <EngineProvider engine={engine}>
        <MemoryRouter initialEntries={[at]}>
          <main>
            <Boundary instead={(error) => <p>{(error as Error).message}</p>}>
              <Routes>
                <Route path="/looks" element={<Looks />} />
                <Route path="/looks/:look" element={<Look />} />
                <Route path="*" element={null} />
              </Routes>
            </Boundary>
            <Here />
          </main>
          <Notice />
        </MemoryRouter>
      </EngineProvider>
    </QueryClientProvider>,
  );
}

const here = () => document.querySelector('[aria-label="Address"]')?.textContent;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const names = () => [...document.querySelectorAll('article h2')].map((one) => one.textContent);
const viewOf = (key: string) => [...allPlaces()].find(({ id }) => id === `look.${key}`)?.view;
const overflowPx = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
};
const noViolations = async () => expect(await violations()).toEqual([]);

test('the gallery lists what is new and what is used, page after page, and what a card says of a look', async () => {
  server.looks = [
    savedLookOf('a', { jamCount: 3 }),
    savedLookOf('b', { user: '', displayName: '' }),
    ...Array.from({ length: LOOKS_PAGE }, (_, at) => savedLookOf(`n${at}`)),
  ];
  await show('/looks');
  await expect.element(page.getByText('Ada, in 3 jams')).toBeVisible();
  await expect.element(page.getByText('someone who left')).toBeVisible();
  expect(names().slice(0, 2)).toEqual(['Look a', 'Look b']);
  await expect.element(link('Look a')).toHaveAttribute('href', '/looks/a');
  await noViolations();
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(names).toHaveLength(LOOKS_PAGE + 2);
  expect(server.asked).toContain(`/looks?order=new&skip=${LOOKS_PAGE}`);
  await expect.element(button('Show more')).not.toBeInTheDocument();
  window.scrollTo(0, 0);
  await page.getByRole('tab', { name: 'Most used' }).click();
  await expect.poll(here).toBe('/looks?tab=used');
  await expect.poll(() => server.asked).toContain('/looks?order=used&skip=0');
});

test('the looks of the house are there for everyone, each on its own ground, and move while the rifff sounds', async () => {
  await show('/looks?tab=house');
  await expect.poll(names).toHaveLength(STAGE_LOOK_IDS.length);
  await expect.element(link('Rose')).toHaveAttribute('href', '/looks/rose');
  await expect.element(page.getByRole('tab', { name: 'Yours' })).not.toBeInTheDocument();
  await expect.poll(() => viewOf('paper')?.stage?.look).toBe('paper');
  expect(viewOf('paper')).toMatchObject({ isLive: false, phase: expect.any(Number) });
  const ground = (key: string) => {
    const picture = document.querySelector(`[data-look="${key}"] [data-ground]`)!;
    return getComputedStyle(picture).backgroundColor;
  };
  expect(new Set(['print', 'light', 'paper'].map(ground)).size).toBe(3);
  // The canvas is 1: grounds lie under it only if nothing around them lies over it.
  const frame = document.querySelector('main > div')!;
  expect(getComputedStyle(frame).zIndex).toBe('auto');
  await button('Play').click();
  await expect.poll(() => viewOf('paper')?.isLive).toBe(true);
  expect(viewOf('paper')?.phase).toBeUndefined();
  expect(viewOf('rose')?.rifff).toBe(viewOf('paper')?.rifff);
  await button('Pause').click();
  await expect.poll(() => viewOf('paper')?.isLive).toBe(false);
});

test('an empty gallery leads on, one that failed is asked again, and members see their own, private ones marked', async () => {
  const empty = await show('/looks');
  await expect.element(page.getByText('No looks yet')).toBeVisible();
  await empty.unmount();
  server.fails = true;
  const failed = await show('/looks');
  await expect.element(page.getByText('The looks could not be loaded')).toBeVisible();
  server.fails = false;
  server.looks = [savedLookOf('a')];
  await button('Try again').click();
  await expect.poll(names).toEqual(['Look a']);
  await failed.unmount();
  server.mine = [savedLookOf('m', { access: 'private', mayEdit: true })];
  await show('/looks?tab=yours', sessionOf('ada'));
  await expect.poll(names).toEqual(['Look m']);
  await expect.element(page.getByText('Private')).toBeVisible();
  await expect.element(link('Make a look')).toHaveAttribute('href', '/looks/new');
});

test.each([1440, 390])(
  'a name without an end breaks nothing in a window of %i px',
  async (width) => {
    await page.viewport(width, 844);
    const one = savedLookOf('long', {
      displayName: 'N'.repeat(60),
      jamCount: 1200,
      access: 'private',
      mayEdit: true,
      makers: [{ key: 'a', name: 'M'.repeat(60), user: 'bob', displayName: 'B'.repeat(60) }],
    });
    server.looks = [{ ...one, document: { ...one.document, name: 'W'.repeat(60) } }];
    const list = await show('/looks');
    await expect.poll(names).toHaveLength(1);
    expect(overflowPx()).toBe(0);
    await list.unmount();
    await show('/looks/long', sessionOf('ada'));
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByText(/^In 1,200 jams$/)).toBeVisible();
    expect(overflowPx()).toBe(0);
  },
);

test('a visitor sees whose a look is and what it was made from, hears it, and is led to sign in', async () => {
  server.looks = [
    savedLookOf('a', {
      jamCount: 1,
      makers: [
        { key: 'b', name: 'Woods', user: 'bob', displayName: 'Bob' },
        { key: null, name: 'Gone', user: '', displayName: '' },
        { key: 'rose', name: 'Rose', user: '', displayName: '' },
      ],
    }),
  ];
  await show('/looks/a');
  await expect.element(page.getByRole('heading', { name: 'Look a' })).toBeVisible();
  await expect.element(page.getByText('In 1 jam', { exact: true })).toBeVisible();
  const origin = () =>
    [...document.querySelectorAll('[aria-label="What it was made from"] li')].map(
      (one) => one.textContent,
    );
  expect(origin()).toEqual([
    'Made from Woods by Bob',
    'and that from Gone by someone who left',
    'and that from Rose, of the house',
  ]);
  await expect.element(link('Woods')).toHaveAttribute('href', '/looks/b');
  await expect.element(link('Bob')).toHaveAttribute('href', '/bob');
  await expect.element(link('Make your own of it')).toHaveAttribute('href', '/looks/new?from=a');
  for (const name of ['Edit', 'More', 'Public', 'Use in a room']) {
    await expect.element(page.getByText(name, { exact: true })).not.toBeInTheDocument();
    await expect.element(button(name)).not.toBeInTheDocument();
  }
  await noViolations();
  await expect.poll(() => viewOf('a')?.phase).toBeDefined();
  await button('Play Look a').click();
  await expect.poll(() => viewOf('a')?.isLive).toBe(true);
  await button('Pause Look a').click();
  await link('Sign in to use it in a room').click();
  await expect.poll(here).toBe('/login?success=%2Flooks%2Fa');
});

test('a look of the house has a page; what is not there, or not for the reader, is not found', async () => {
  const house = await show('/looks/rose', sessionOf('bob', ['user', 'moderator']));
  await expect.element(page.getByRole('heading', { name: 'Rose' })).toBeVisible();
  await expect.element(page.getByText('A look of the house')).toBeVisible();
  await expect.element(button('More')).not.toBeInTheDocument();
  expect(server.asked.filter((one) => one.startsWith('/looks'))).toEqual([]);
  await house.unmount();
  await show('/looks/constructor');
  await expect.element(page.getByText('This page could not be found')).toBeVisible();
});

test('another member reports a public look in words of their own', async () => {
  server.looks = [savedLookOf('a')];
  await show('/looks/a', sessionOf('bob'));
  await button('More').click();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByLabelText('What is wrong with it').fill('It says something bad');
  await button('Send the report').click();
  await expect.element(page.getByText('Thank you. The moderators look at it.')).toBeVisible();
  expect(server.sent).toEqual([
    { method: 'POST', path: '/looks/a/report', body: { reason: 'It says something bad' } },
  ]);
  expect(await page.getByText('Edit', { exact: true }).elements()).toEqual([]);
});

test('its maker opens it to everybody, is told when that fails, edits it, and deletes it after a question', async () => {
  server.looks = [savedLookOf('a', { access: 'private', mayEdit: true })];
  await show('/looks/a', sessionOf('ada'));
  const isPublic = page.getByRole('switch', { name: 'Public' });
  await expect.element(isPublic).not.toBeChecked();
  await expect.element(link('Edit')).toHaveAttribute('href', '/looks/a/edit');
  await noViolations();
  server.fails = true;
  await isPublic.click();
  await expect.element(page.getByText('Broken')).toBeVisible();
  await expect.element(isPublic).not.toBeChecked();
  server.fails = false;
  await isPublic.click();
  await expect.element(isPublic).toBeChecked();
  await expect.element(page.getByText(/It stands in the gallery/)).toBeVisible();
  expect(server.looks[0]?.access).toBe('public');
  await button('More').click();
  await expect.element(page.getByRole('menuitem', { name: 'Report' })).not.toBeInTheDocument();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(page.getByText(/Rooms that use it keep it\./).last()).toBeVisible();
  expect(server.looks).toHaveLength(1);
  await button('Delete it').click();
  await expect.poll(here).toBe('/looks?tab=yours');
  expect(server.looks).toEqual([]);
});

test('a moderator may delete the look of another', async () => {
  server.looks = [savedLookOf('a')];
  await show('/looks/a', sessionOf('bob', ['user', 'moderator']));
  await button('More').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await button('Delete it').click();
  await expect.poll(here).toBe('/looks');
  expect(server.sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /looks/a']);
});

test('a look is given to rooms of the reader, beside what was chosen there meanwhile; full ones say so', async () => {
  server.looks = [savedLookOf('a')];
  const full = Array.from({ length: MAX_ROOM_LOOKS }, (_, at) => `f${at}`);
  server.jams = [roomOf('one'), roomOf('two'), roomOf('full'), roomOf('other', { role: 'member' })];
  server.rooms = { two: ['b'], full };
  await show('/looks/a', sessionOf('ada'));
  await button('Use in a room').click();
  const [one, two, three] = ['one', 'two', 'full'].map((id) =>
    page.getByRole('switch', { name: `Room ${id}` }),
  );
  await expect.element(three!).toBeDisabled();
  await expect
    .element(page.getByText(/It has 12 looks already, and that is the most/))
    .toBeVisible();
  await expect.element(page.getByText('Room other')).not.toBeInTheDocument();
  await expect.element(page.getByText(/It has all looks of the house\./)).toBeVisible();
  await noViolations();
  await one!.click();
  await expect.element(one!).toBeChecked();
  await expect.element(page.getByText(/Its only look\. Switched off/)).toBeVisible();
  expect(server.rooms.one).toEqual(['a']);
  // Another window has added one.
  server.rooms.two = ['b', 'c'];
  await two!.click();
  await expect.element(two!).toBeChecked();
  expect(server.rooms.two).toEqual(['b', 'c', 'a']);
  await one!.click();
  await expect.element(one!).not.toBeChecked();
  expect(server.rooms.one).toEqual([]);
  server.fails = true;
  await one!.click();
  await expect.element(page.getByText('Broken')).toBeVisible();
  await expect.element(one!).not.toBeChecked();
});

test('a still that comes in the moment in which it would be late is not drawn over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const hide = (event: Event) => event.isTrusted && event.stopImmediatePropagation();
  document.addEventListener('load', hide, { capture: true });
  await render(
    <LookPicture
      placeId="look.late"
      look={savedLookOf('late').document}
      rifff={HERO.rifff}
      isPlaying={false}
      made={{ still: PIXEL, loop: '' }}
      className="look"
    />,
  );
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  // The page hears of the still, and the timer fires before it has said so.
  document.querySelector('img')?.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
  document.removeEventListener('load', hide, { capture: true });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(viewOf('late')).toBeUndefined();
});
