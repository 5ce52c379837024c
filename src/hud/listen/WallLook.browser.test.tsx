/** The wall by the looks that go with what is heard, against a server that tells a look with its share. */
import '../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../../tests/support/axe.ts';
import { rifffOf } from '../../../tests/support/rifffOf.ts';
import { savedLookOf } from '../../../tests/support/savedLookOf.ts';
import { shareOf } from '../../../tests/support/shareOf.ts';
import { ENGINE_FEATURES, type Engine } from '../../audio/engine/Engine.ts';
import { patchTransport } from '../../audio/state/transport.ts';
import type { LookCopy } from '../../data/contract/savedLooks.ts';
import { entryOfShare } from '../../data/rules/listening/entry.ts';
import type { ListenSource } from '../../data/rules/listening/listenSource.ts';
import { queueIsOf } from '../../data/stores/listenQueue.ts';
import { allPlaces } from '../../data/stores/places.ts';
import { resetSession } from '../../data/stores/session.ts';
import { EngineProvider } from '../EngineContext.tsx';
import { ListenRoom } from './ListenRoom.tsx';
import { useListenRow } from './useListenRow.ts';

const SOURCE: ListenSource = { from: 'user', user: 'mira' };
const shareWith = (id: string, lookKey?: string) =>
  shareOf(id, { rifff: { ...rifffOf(3), _id: `rifff-${id}` }, ...(lookKey && { lookKey }) });
/** One of the house; one of a person, of which the list has the key; one without a look. */
const SHARES = [shareWith('first', 'paper'), shareWith('second', 'kept'), shareWith('third')];
const ENTRIES = SHARES.map((share) => entryOfShare(share));
const { document: kept } = savedLookOf('kept');
const night = { ...kept, ground: 'night' as const };
const copy: LookCopy = { key: 'kept', document: night, user: 'ada', displayName: 'Ada' };

const server = { asked: [] as string[], realFetch: window.fetch };
async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  server.asked.push(pathname);
  const isSecond = pathname.endsWith('/shared_rifff/second');
  const body = isSecond ? { ok: true, data: [{ ...SHARES[1], look: copy }] } : { ok: false };
  const headers = { 'content-type': 'application/json' };
  return new Response(JSON.stringify(body), { status: isSecond ? 200 : 404, headers });
}

/** Nothing sounds here. */
const engine = {
  ...{ features: ENGINE_FEATURES, preload: async () => {}, prepare: async () => {} },
  ...{ unlock: async () => {}, setRifff: async () => {}, setSolo() {}, setSlotGain() {} },
  ...{ setMasterGainDb() {}, setList() {}, skipTo: async () => {}, play: async () => {} },
  ...{ pause() {}, stop() {} },
} as Partial<Engine> as Engine;

function Room() {
  const row = useListenRow(SOURCE, ENTRIES);
  const { now } = row;
  return (
    <main>
      {now && (
        <ListenRoom
          row={{ ...row, now }}
          source={SOURCE}
          entries={ENTRIES}
          onSource={() => {}}
          note=""
          onNearEnd={() => {}}
        />
      )}
    </main>
  );
}

beforeEach(async () => {
  server.asked = [];
  window.fetch = respond as typeof fetch;
  resetSession();
  // What was heard before is not begun with: another account listened.
  queueIsOf('ada');
  queueIsOf('');
  patchTransport({ status: 'stopped', currentRifffId: null });
  // The window itself is the wall.
  vi.spyOn(document.documentElement, 'requestFullscreen').mockRejectedValue(new Error('refused'));
  await page.viewport(1440, 900);
});
afterEach(async () => {
  await cleanup();
  window.fetch = server.realFetch;
  vi.restoreAllMocks();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const looked = () => {
  const place = [...allPlaces()].find(({ id }) => id === 'listen');
  const look = place?.view.stage?.look;
  const name = typeof look === 'object' ? look.name : look;
  return [place?.view.rifff._id, name, document.documentElement.dataset.stage];
};
const colourOf = (element: Element) => getComputedStyle(element).backgroundColor;

test('a wall is drawn by the look of what is heard, on the ground of that, and plain again when it is left', async () => {
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <EngineProvider engine={engine}>
        <MemoryRouter>
          <Room />
        </MemoryRouter>
      </EngineProvider>
    </QueryClientProvider>,
  );
  await expect.poll(looked).toEqual(['rifff-first', undefined, undefined]);
  const plain = colourOf(document.documentElement);
  await button('Wall: the picture alone').click();
  await expect.poll(looked).toEqual(['rifff-first', 'paper', 'paper']);
  const panel = document.querySelector('h1')!.closest('header')!.parentElement!;
  // Words keep the ground that they are read on.
  await expect.poll(() => colourOf(document.documentElement)).not.toBe(plain);
  expect(colourOf(panel)).toBe(plain);
  expect(await violations()).toEqual([]);
  // The rings are mixed there as everywhere.
  const ring = document.querySelector<HTMLElement>('[role="slider"]')!;
  const gain = () => Number(ring.getAttribute('aria-valuenow'));
  const before = gain();
  ring.focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(gain).toBeLessThan(before);
  await button('Next rifff').click();
  await expect.poll(looked).toEqual(['rifff-second', 'Look kept', 'night']);
  await button('Next rifff').click();
  await expect.poll(looked).toEqual(['rifff-third', undefined, undefined]);
  await button('Previous rifff').click();
  await expect.poll(looked).toEqual(['rifff-second', 'Look kept', 'night']);
  await button('Leave the wall').click();
  await expect.poll(looked).toEqual(['rifff-second', undefined, undefined]);
  expect(colourOf(document.documentElement)).toBe(plain);
  expect(server.asked.filter((path) => path.includes('shared_rifff'))).toHaveLength(1);
});
