/** What the editor of looks is seen with: chosen, kept in the address, and said where it is not there. */
import '../../../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../../../../tests/support/axe.ts';
import { rifffOf } from '../../../../../tests/support/rifffOf.ts';
import type { Engine } from '../../../../audio/engine/Engine.ts';
import { patchTransport } from '../../../../audio/state/transport.ts';
import type { Rifff } from '../../../../data/contract/rifff.ts';
import { allPlaces } from '../../../../data/stores/places.ts';
import { resetSession, setUser } from '../../../../data/stores/session.ts';
import { LookEditing } from '../../../../pages/LookEditing.tsx';
import { EngineProvider } from '../../../EngineContext.tsx';

const named = (_id: string, created: number): Rifff => ({ ...rifffOf(3), _id, created });
const STARTERS = ['One', 'Two'].map((title, at) => ({
  ...{ id: `s${at}`, title },
  rifff: named(`s${at}`, at),
}));
const SHARE = {
  ...{ _id: 'share1', doc_id: 'r9', jamId: 'bandx', type: 'SharedRifff', title: 'Tidal' },
  ...{ user: 'bob', displayName: 'Bob', isDemo: false, creators: ['bob'], private: false },
  ...{ license: 'cc-by-4.0', image: false, image_url: '', react_counts: { like: 0 } },
  ...{ commentCount: 0, action_timestamp: 1, action_timestamp_iso: '' },
  ...{ liked_by_current_user: false, rifff: named('r9', 9) },
};
const ANCESTOR = {
  ...{ jamId: 'bandx', rifffId: 'r8', isReadable: true, hasLeft: false, user_id: 'ada' },
  ...{ displayName: 'Ada', created: 8, shareId: null, title: '' },
};
const ROOM = { id: 'band1', kind: 'room', name: 'Late shift', lastEvent: 0 };
const OWN_JAM = { id: 'ada', kind: 'personal', name: 'ada', lastEvent: 0 };

/** What the server answers. Stands in for the network, outside the code under test. */
const server = { rifffs: [] as Rifff[], realFetch: window.fetch };
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const call = `${init?.method ?? 'GET'} ${pathname.replace(/^\/api/, '')}`;
  const ok = (data: unknown) => answer(200, { ok: true, data });
  if (call.startsWith('GET /library/')) return ok({ rifffs: STARTERS });
  if (call.endsWith('/shared_rifff/share1')) return ok([SHARE]);
  if (call.includes('/rifff-feed/query')) return ok({ rifffs: [SHARE], isLastPage: true });
  if (call.endsWith('/lineage')) return ok({ ancestors: [ANCESTOR], children: [] });
  if (call === 'POST /jam/rifffs/query') return ok({ rifffs: [named('r8', 8)] });
  if (call === 'GET /jam/my-jams') return ok({ jams: [OWN_JAM, ROOM] });
  if (call === 'GET /jam/band1') return ok(ROOM);
  if (call === 'GET /jam/band1/looks') return ok({ looks: [] });
  if (call === 'GET /jam/band1/rifffs') {
    return ok({ rifffs: server.rifffs, total: server.rifffs.length });
  }
  return answer(404, {
    ok: false,
    message: 'There is no such thing',
    error: { code: 'not_found' },
  });
}

function Here() {
  return <p data-testid="here">{useLocation().search}</p>;
}

const started: unknown[] = [];
const engine = {
  ...{ pause() {}, stop() {}, unlock: async () => {}, preload: async () => {} },
  ...{ setRifff: async () => {}, play: async () => {}, setLooping() {}, prepare: async () => {} },
  setList: (list: readonly Rifff[]) => started.push(list.map(({ _id }) => _id)),
  skipTo: async (index: number) => void started.push(index),
} as Partial<Engine> as Engine;

const show = (at: string) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <EngineProvider engine={engine}>
        <MemoryRouter initialEntries={[at]}>
          <main>
            <Routes>
              <Route path="/looks/new" element={<LookEditing />} />
            </Routes>
            <Here />
          </main>
        </MemoryRouter>
      </EngineProvider>
    </QueryClientProvider>,
  );

const view = () => [...allPlaces()].find(({ id }) => id === 'look-stage')?.view;
const seen = () => view()?.rifff._id;
const before = () => view()?.stage?.before.map(({ _id }) => _id);
const here = () => document.querySelector('[data-testid=here]')?.textContent;
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  server.rifffs = [];
  started.length = 0;
  localStorage.clear();
  window.fetch = respond as typeof fetch;
  await page.viewport(1200, 900);
});
afterEach(async () => {
  await cleanup();
  window.fetch = server.realFetch;
  patchTransport({ status: 'stopped', currentRifffId: null });
  resetSession();
});

test('a rifff of the feed is chosen by keys, stands in the address, and brings what it came from', async () => {
  await show('/looks/new?from=rose');
  await expect.poll(seen).toBe('s0');
  await button('Seen with One').click();
  await page.getByLabelText('From').selectOptions('Shared lately');
  await expect.element(page.getByRole('radio', { name: /Tidal/ })).toBeVisible();
  (page.getByRole('radio', { name: /Tidal/ }).element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.poll(seen).toBe('r9');
  await expect.poll(before).toEqual(['r8']);
  expect(here()).toBe('?from=rose&rifff=share1');
  expect(await violations()).toEqual([]);
  await button('Done').click();
  await expect.element(button('Seen with Tidal')).toBeVisible();
});

test('an address brings its rifff back; one that is not there is said, and one of the house stands in', async () => {
  const first = await show('/looks/new?rifff=share1');
  await expect.poll(seen).toBe('r9');
  await first.unmount();
  const second = await show('/looks/new?rifff=s1');
  await expect.poll(seen).toBe('s1');
  await second.unmount();
  await show('/looks/new?rifff=gone');
  await expect
    .element(page.getByText(/not there \(any more\), or it is not for you/))
    .toBeVisible();
  expect(['s0', 's1']).toContain(seen());
});

test('while music plays, what is chosen comes in by itself', async () => {
  await show('/looks/new?rifff=s0');
  await expect.poll(seen).toBe('s0');
  patchTransport({ status: 'playing', currentRifffId: 's0' });
  await button('Seen with One').click();
  await page.getByLabelText('From').selectOptions('Shared lately');
  await page.getByRole('radio', { name: /Tidal/ }).click();
  await expect.poll(() => started).toEqual([['r9'], 0]);
});

test('a room is followed by its newest rifff, with those before it, or stays with one', async () => {
  setUser(
    {
      ...{ user_id: 'ada', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
      ...{ provider: 'local', profile: { displayName: 'Ada' } },
    },
    null,
  );
  server.rifffs = [named('r3', 3), named('r2', 2), named('r1', 1)];
  await show('/looks/new');
  await expect.poll(seen).toBeDefined();
  await page.getByRole('button', { name: /^Seen with/ }).click();
  await page.getByLabelText('From').selectOptions('Your rooms');
  // The name of a personal jam is that of its owner.
  await expect.element(page.getByRole('radio', { name: 'Your own jam' })).toBeVisible();
  await page.getByRole('radio', { name: 'Late shift' }).click();
  await expect.poll(seen).toBe('r3');
  expect(before()).toEqual(['r2', 'r1']);
  expect(here()).toBe('?room=band1');
  await button('Done').click();
  await page.getByLabelText('Rifff of the room').selectOptions('r2');
  await expect.poll(seen).toBe('r2');
  expect(here()).toBe('?room=band1&rifff=r2');
  expect(before()).toEqual(['r1']);
});

test('an empty room and one that may not be heard are said in words', async () => {
  const empty = await show('/looks/new?room=band1');
  await expect.element(page.getByText(/Nothing was played in this room yet/)).toBeVisible();
  await empty.unmount();
  await show('/looks/new?room=band2');
  await expect.element(page.getByText(/There is no such room/)).toBeVisible();
  expect(['s0', 's1']).toContain(seen());
});
