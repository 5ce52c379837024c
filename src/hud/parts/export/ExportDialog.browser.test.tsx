/** Which looks the dialog offers for a video, against a server that answers or does not. */
import '../../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { violations } from '../../../../tests/support/axe.ts';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import { savedLookOf } from '../../../../tests/support/savedLookOf.ts';
import { createEngine } from '../../../audio/engine/createEngine.ts';
import type { Session } from '../../../data/contract/auth.ts';
import type { SavedLook } from '../../../data/contract/savedLooks.ts';
import { STAGE_LOOKS } from '../../../data/contract/stageLooks.ts';
import { noteOrder, noteRoomTime } from '../../../data/stores/roomKnobs.ts';
import { resetSession, setUser } from '../../../data/stores/session.ts';
import { EngineProvider } from '../../EngineContext.tsx';
import { ExportDialog } from './ExportDialog.tsx';

const MEMBER: Session = {
  ...{ user_id: 'ada', roles: ['user'], issued: 0, expires: Number.MAX_SAFE_INTEGER },
  ...{ provider: 'local', profile: { displayName: 'Ada' } },
};

/** Stands in for the network, outside the code under test. `own` is null where it answers with a failure. */
const server = {
  own: [] as SavedLook[] | null,
  asked: 0,
  realFetch: window.fetch,
};
async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  if (pathname !== '/api/looks/mine') return Response.json({ ok: true, data: {} });
  server.asked += 1;
  if (server.own) return Response.json({ ok: true, data: { looks: server.own } });
  const message = 'It is out of order';
  return Response.json(
    { ok: false, message, error: { code: 'internal', message } },
    { status: 500 },
  );
}

beforeEach(() => {
  Object.assign(server, { own: [], asked: 0 });
  window.fetch = respond as typeof fetch;
});
afterEach(async () => {
  await cleanup();
  window.fetch = server.realFetch;
  resetSession();
});

async function show(rifff = rifffOf(2)) {
  await render(
    <MemoryRouter>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <EngineProvider engine={createEngine()}>
          <ExportDialog rifff={rifff} title="Night" isOpen onOpenChange={() => undefined} />
        </EngineProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  await expect.element(page.getByLabelText('Name')).toHaveValue('Night');
}
const kind = (name: RegExp) => page.getByRole('radio', { name });
const chooseVideo = () => kind(/^Video/).click();
const look = () => page.getByLabelText('Look');
const options = () =>
  [...(look().element() as HTMLSelectElement).options].map(({ textContent }) => textContent);
const OF_THE_HOUSE = ['Plain', ...Object.values(STAGE_LOOKS).map(({ title }) => title)];

test('a member chooses a look of the house or one of their own, which are asked for with the video', async () => {
  setUser(MEMBER, null);
  server.own = [savedLookOf('mine')];
  await show();
  await expect.element(look()).not.toBeInTheDocument();
  expect(server.asked).toBe(0);
  await chooseVideo();
  await expect.element(look()).toHaveValue('');
  await expect.poll(options).toEqual([...OF_THE_HOUSE, 'Look mine (yours)']);
  await look().selectOptions('rose');
  await expect.element(look()).toHaveValue('rose');
  await look().selectOptions('mine');
  // It stays chosen while something else is looked at.
  await kind(/^Mix/).click();
  await expect.element(look()).not.toBeInTheDocument();
  await chooseVideo();
  await expect.element(look()).toHaveValue('mine');
  await Promise.all(document.getAnimations().map(({ finished }) => finished));
  expect(await violations(document.body, { isPart: true })).toEqual([]);
});

test('where their own do not come, those of the house are there all the same', async () => {
  setUser(MEMBER, null);
  server.own = null;
  await show();
  await chooseVideo();
  await expect.element(page.getByText('Your own looks could not be loaded.')).toBeVisible();
  expect(options()).toEqual(OF_THE_HOUSE);
  await look().selectOptions('tunnel');
  await expect.element(look()).toHaveValue('tunnel');
});

test.each([
  ['a visitor', null],
  ['a guest of a room', { ...MEMBER, guestOf: 'band1' }],
])('%s has the looks of the house, and nothing is asked', async (_, user) => {
  if (user) setUser(user, null);
  await show();
  await chooseVideo();
  await expect.poll(options).toEqual(OF_THE_HOUSE);
  expect(server.asked).toBe(0);
});

test('a look that knobs move takes them along from the room that the page is in', async () => {
  setUser(MEMBER, null);
  const plain = savedLookOf('mine');
  const mods = [
    { source: 'knob1', layer: 0, value: 'cut', amount: 500, rise: 0, fall: 0 },
  ] as const;
  server.own = [{ ...plain, document: { ...plain.document, mods: [...mods] } }];
  noteRoomTime(1.8e12);
  // An hour from now is still of now, however slow this machine is.
  await noteOrder('band1', { knobs: [1], atMs: 1.8e12 + 3_600_000 });
  await show({ ...rifffOf(2), jamId: 'band1' });
  await chooseVideo();
  const knobs = page.getByLabelText('Knobs');
  await look().selectOptions('rose');
  await expect.element(knobs).not.toBeInTheDocument();
  await expect.poll(options).toContain('Look mine (yours)');
  await look().selectOptions('mine');
  await expect.element(knobs).toHaveValue('stand');
  await knobs.selectOptions('moved');
  await expect.element(page.getByText(/its end does not meet its beginning/)).toBeVisible();
  expect(await violations(document.body, { isPart: true })).toEqual([]);
  await noteOrder('band2', {});
  await expect.element(knobs).not.toBeInTheDocument();
});
