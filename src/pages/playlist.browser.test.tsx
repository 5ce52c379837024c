/** The page of a playlist and the player at its foot, against a server that others change and that fails. */
import '../hud/system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router';
import { ref } from 'valtio/vanilla';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../tests/support/axe.ts';
import { rifffOf } from '../../tests/support/rifffOf.ts';
import type { Engine } from '../audio/engine/Engine.ts';
import type { PlaylistSound } from '../audio/playlist/PlaylistSound.ts';
import { patchPlaylist, playlist } from '../audio/state/playlist.ts';
import type { Session } from '../data/contract/auth.ts';
import type { PlaylistItem } from '../data/contract/playlists.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import type { PlaylistEntry } from '../data/rules/playlist/entry.ts';
import { mergeOrder } from '../data/rules/playlist/order.ts';
import { closeList, openList } from '../data/stores/playlist.ts';
import { resetSession, setUser } from '../data/stores/session.ts';
import { EngineProvider } from '../hud/EngineContext.tsx';
import { useCommandKeys } from '../hud/parts/commands/registry.ts';
import { Notice } from '../hud/parts/Notice.tsx';
import { FootDoor } from '../hud/shell/FootDoor.tsx';
import { Playlist } from './Playlist.tsx';

const base = rifffOf(1);
const sound = { oggAudio: { url: '/media/none.ogg', mime: 'audio/ogg' } };
const heard = (id: string) =>
  ({
    ...{ ...base, _id: id },
    loops: base.loops.map((loop) => ({ ...loop, cdn_attachments: sound })),
  }) as unknown as Rifff;
const itemOf = (id: string, change: Partial<PlaylistItem> = {}) =>
  ({
    ...{ id, type: 'audio', itemId: `r-${id}`, jamId: 'j', title: `Item ${id}`, user: 'leo' },
    ...{ displayName: 'Leo', addedBy: 'mira', created: 0, fadeOut: 0, loopCount: 2 },
    ...{ shareId: null, reactions: [], data: heard(`r-${id}`), ...change },
  }) as PlaylistItem;

/** What the server has, and what it was asked. Stands in for the network, outside the code under test. */
const server = {
  items: [] as PlaylistItem[],
  sent: [] as { method: string; path: string; body: Record<string, unknown> }[],
  asked: [] as string[],
  fails: false,
  realFetch: window.fetch,
};
const order = () => server.items.map(({ id }) => id);
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const ok = (data: unknown) => answer(200, { ok: true, data });
const brief = () => ({
  ...{ id: 'p1', name: 'Sunday slow', description: 'Nothing fast', clubId: null, clubName: '' },
  ...{ owner: 'mira', displayName: 'Mira', isDemo: false, access: 'public', adders: 'members' },
  ...{ created: 0, changed: 0, itemCount: server.items.length, mayAdd: true, mayEdit: true },
  discs: [],
});

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname: path, searchParams } = new URL(String(input), location.origin);
  if (!path.startsWith('/api')) return server.realFetch(input, init);
  const method = init?.method ?? 'GET';
  if (server.fails) throw new TypeError('no network');
  if (method === 'GET') {
    const [skip, limit] = ['skip', 'limit'].map((name) => Number(searchParams.get(name)));
    server.asked.push(`${skip}-${limit}`);
    const items = server.items.slice(skip, limit);
    return ok({ playlist: { ...brief(), entries: order().map((id) => ({ id })), items } });
  }
  const body = init?.body ? JSON.parse(String(init.body)) : {};
  server.sent.push({ method, path: path.replace(/.*\/playlists\/p1/, ''), body });
  const put = (ids: readonly string[]) => {
    const byId = new Map(server.items.map((item) => [item.id, item]));
    server.items = mergeOrder(order(), ids).map((id) => byId.get(id)!);
  };
  if (path.endsWith('/order')) {
    put(body.order);
    return ok({ order: order() });
  }
  const id = path.split('/').at(-1)!;
  if (method === 'DELETE') server.items = server.items.filter((item) => item.id !== id);
  if (method === 'DELETE') return ok({});
  const at = server.items.findIndex((item) => item.id === id);
  if (path.endsWith('/items')) server.items.push(itemOf(body.id, { itemId: body.itemId }));
  else server.items[at] = { ...server.items[at]!, ...body };
  return ok({ item: path.endsWith('/items') ? server.items.at(-1) : server.items[at] });
}

/** Nothing sounds here: what was asked of the engine is what the state says, as the engine would write it. */
const at = (index: number, entries: readonly PlaylistEntry[] = playlist.entries) =>
  patchPlaylist({ index, current: ref(entries[index]!), status: 'playing' });
const list: PlaylistSound = {
  setEntries: (activeId, entries) => patchPlaylist({ activeId, entries: ref([...entries]) }),
  play: async (index) => at(index),
  pause: () => patchPlaylist({ status: 'paused' }),
  resume: async () => patchPlaylist({ status: 'playing' }),
  stop: () => patchPlaylist({ activeId: null, entries: ref([]), index: -1, status: 'stopped' }),
  skip: async (by) => at(playlist.index + by),
  seek: async () => {},
  positionSec: () => 3,
};
const engine = { unlock: async () => {}, playlist: async () => list } as Partial<Engine> as Engine;

const MIRA: Session = {
  ...{ user_id: 'mira', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Mira' } },
};

beforeEach(async () => {
  Object.assign(server, { items: [], sent: [], asked: [], fails: false });
  window.fetch = respond as typeof fetch;
  setUser(MIRA, null);
  list.stop();
  closeList();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await page.viewport(1200, 700);
});
afterEach(async () => {
  // Before the network is the real one again.
  await cleanup();
  window.fetch = server.realFetch;
  closeList();
  resetSession();
  vi.restoreAllMocks();
});

function Frame() {
  useCommandKeys();
  return (
    <main>
      <Routes>
        <Route path="/playlist/:playlist" element={<Playlist />} />
      </Routes>
      <FootDoor isShown />
      <Notice />
    </main>
  );
}
const show = (client = new QueryClient({ defaultOptions: { queries: { retry: false } } })) =>
  render(
    <QueryClientProvider client={client}>
      <EngineProvider engine={engine}>
        <MemoryRouter initialEntries={['/playlist/p1']}>
          <Frame />
        </MemoryRouter>
      </EngineProvider>
    </QueryClientProvider>,
  );
const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[data-item]')].map(({ dataset }) => dataset.item);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const many = (count: number) => Array.from({ length: count }, (_, n) => itemOf(`i${n}`));
const noViolations = async () => expect(await violations()).toEqual([]);

test('a long list loads as one scrolls, twenty at a time; a page that fails is asked for again', async () => {
  server.items = many(45);
  await show();
  await expect.element(button('Play Item i0')).toBeVisible();
  expect(rows().length).toBeLessThan(25);
  await expect.element(page.getByText(/^45 items/)).toBeVisible();
  server.fails = true;
  window.scrollTo(0, 1500);
  await expect.element(page.getByText('More of it could not be loaded.')).toBeVisible();
  server.fails = false;
  await button('Try again').click();
  // Once by the button, and maybe once more because the server is reached again.
  await expect.poll(() => [...new Set(server.asked)]).toEqual(['0-20', '20-40']);
  window.scrollTo(0, 9000);
  await expect.element(button('Play Item i44')).toBeVisible();
});

test('keys order it, the answer stands, and what could not be sent is not lost', async () => {
  server.items = [...many(3), itemOf('gone', { data: null, title: 'Was here' })];
  await show();
  const handle = button(/^Move Item i0/);
  await expect.element(handle).toBeVisible();
  await expect.element(page.getByText(/^Gone, or not for you/)).toBeVisible();
  await expect.element(button('Play Was here')).toBeDisabled();
  await noViolations();
  // Another person has put one in before it.
  server.items.unshift(itemOf('new'));
  (button('Play Item i0').element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.element(page.getByText('Item i0 is number 2 of 4')).toBeInTheDocument();
  await expect.poll(rows).toEqual(['new', 'i1', 'i0', 'i2', 'gone']);
  expect(server.sent).toHaveLength(1);
  server.fails = true;
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByText(/only on this page so far/)).toBeVisible();
  expect(rows()).toEqual(['new', 'i1', 'i2', 'i0', 'gone']);
  expect((document.activeElement as HTMLElement).dataset.handle).toBe('i0');
  server.fails = false;
  await button('Try again').click();
  await expect.poll(order).toEqual(['new', 'i1', 'i2', 'i0', 'gone']);
  await expect.element(page.getByText(/only on this page/)).not.toBeInTheDocument();
});

test('times have exact bounds, and what was taken out comes back to its place', async () => {
  server.items = many(3);
  await show();
  const times = page.getByRole('spinbutton', { name: 'Times that Item i1 is played' });
  await times.fill('65');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('1 to 64')).toBeVisible();
  await times.fill('64');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => server.sent)
    .toEqual([{ method: 'POST', path: '/items/i1', body: { loopCount: 64 } }]);
  await button('More about Item i1').click();
  await page.getByRole('menuitem', { name: 'Take out' }).click();
  await expect.poll(order).toEqual(['i0', 'i2']);
  await button('Undo').click();
  await expect
    .poll(() => server.items.map(({ itemId }) => itemId))
    .toEqual(['r-i0', 'r-i1', 'r-i2']);
  expect(server.sent.find(({ path }) => path === '/items')?.body).toMatchObject({ loopCount: 64 });
});

test('the player skips by the rule, leaves out what is taken out of its queue, and comes back paused', async () => {
  server.items = many(3);
  const { unmount } = await show();
  await button('Play all').click();
  const player = page.getByRole('region', { name: 'Player' });
  await expect.element(player.getByText('Item i0')).toBeVisible();
  await expect.element(button('Previous')).toBeDisabled();
  await expect.element(player.getByText('Sunday slow')).toHaveAttribute('href', '/playlist/p1');
  await button('Next').click();
  await userEvent.keyboard('{Shift>}n{/Shift}');
  await expect.element(button('Next')).toBeDisabled();
  await expect.element(player.getByText('Item i2')).toBeVisible();
  await userEvent.keyboard('{Shift>}o{/Shift}');
  await expect.element(page.getByRole('region', { name: 'Queue' })).toBeVisible();
  await noViolations();
  await button('Leave Item i1 out this time').click();
  await expect.poll(() => playlist.entries.map(({ id }) => id)).toEqual(['i0', 'i2']);
  expect(order()).toEqual(['i0', 'i1', 'i2']);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('region', { name: 'Queue' })).not.toBeInTheDocument();
  expect(Number.parseFloat(getComputedStyle(document.body).paddingBottom)).toBeGreaterThan(60);
  window.dispatchEvent(new Event('pagehide'));
  expect(openList.place).toEqual({ itemId: 'i2', seconds: 3 });
  // As after a reload: the engine knows of nothing.
  await unmount();
  list.stop();
  await show();
  await expect.element(player.getByText('Item i2')).toBeVisible();
  await expect
    .element(page.getByRole('slider', { name: 'Place in Item i2' }))
    .toHaveAttribute('aria-valuetext', '0:03 of 0:32');
  await expect.element(button('Next')).toBeDisabled();
  await button('Play the playlist').click();
  await expect.poll(() => playlist.current?.id).toBe('i2');
  await button('Close the player').click();
  await expect.element(player).not.toBeInTheDocument();
  expect([openList.playlistId, playlist.status]).toEqual([null, 'stopped']);
});
