/** The end of a run, against a server that only keeps. */
import '../../system/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { missionOn, sharesOf } from '../../../../tests/support/arcadeRun.ts';
import { violations } from '../../../../tests/support/axe.ts';
import { ENGINE_FEATURES, type Engine } from '../../../audio/engine/Engine.ts';
import type { Move } from '../../../data/contract/arcade.ts';
import type { Session } from '../../../data/contract/auth.ts';
import type { HeldRun } from '../../../data/heldRun.ts';
import { indexField } from '../../../data/rules/arcade/field.ts';
import { answerStamps, makeMission } from '../../../data/rules/arcade/mission.ts';
import { heldRuns } from '../../../data/stores/heldRuns.ts';
import { resetSession, setUser } from '../../../data/stores/session.ts';
import { EngineProvider } from '../../EngineContext.tsx';
import { ResultRoom } from './ResultRoom.tsx';
import { useResult } from './useResult.ts';

const SEED = '20260101';
const shares = sharesOf(6);
const answer = missionOn(shares, SEED);
const RUN_ID = '0123456789abcdef0123456789abcdef';

/** The answer that the mission was made from, placed on the beat. */
const winning = (): Move[] => {
  const made = makeMission(SEED, indexField(answer.field)).answer;
  const stamps = answerStamps(answer.mission, made.length);
  return made.flatMap(({ rifff, loop }, at): Move[] => [
    { t: stamps[at]! - 500, do: 'grab', rifff: rifff.id, loop: loop.id },
    { t: stamps[at]!, do: 'place' },
  ]);
};

const heldOf = (changes: Partial<HeldRun> = {}): HeldRun => ({
  runId: RUN_ID,
  mode: 'mission',
  missionSeed: SEED,
  token: 'signed',
  refusal: '',
  moves: winning(),
  endedMs: Date.now(),
  isSent: true,
  ...changes,
});

const server = {
  /** Who played, as the server reports it; null for a player without an account. */
  player: null as string | null,
  /** Does it show the moves? */
  isOpen: true,
  kept: null as object | null,
  asked: [] as { path: string; body: unknown }[],
  realFetch: window.fetch,
};

const runOf = () => ({
  id: RUN_ID,
  mode: 'mission',
  missionSeed: SEED,
  score: 2480,
  startedMs: 1,
  isForBoard: false,
  unlocks: ['rainbow'],
  kept: server.kept,
  movesFrom: 2,
  moves: server.isOpen ? winning() : null,
  player: server.player && { user: server.player, displayName: server.player },
  parts: {
    timing: 600,
    fit: 500,
    variety: 300,
    combo: 80,
    conditions: 700,
    brief: 350,
    penalty: -50,
  },
  met: answer.mission.conditions.map(() => true),
});

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(String(input), window.location.origin);
  if (!pathname.startsWith('/api')) return server.realFetch(input, init);
  const ok = (data: unknown) => Response.json({ ok: true, data });
  const path = pathname.replace('/api', '');
  if (init?.method === 'POST') {
    server.asked.push({ path, body: JSON.parse(String(init.body ?? '{}')) });
    if (path === '/arcade/claims') return ok({ code: 'ABCD-EFGH-JKLM', expires: 1 });
    server.player = 'mira';
    server.kept = { jamId: 'mira', rifffId: 'r', shareId: 'sh' };
    return ok({ runId: RUN_ID, mode: 'mission', kept: server.kept, notShared: null });
  }
  if (path.startsWith('/arcade/missions')) return ok(answer);
  if (path === '/v3/feed/arcade') return ok(shares);
  if (path.startsWith('/arcade/runs/')) return ok(runOf());
  return Response.json({ ok: false, error: { code: 'not_found', message: 'no' } }, { status: 404 });
}

const engine = {
  features: ENGINE_FEATURES,
  unlock: async () => {},
  preload: async () => {},
  pause: () => {},
} as unknown as Engine;

beforeEach(async () => {
  await page.viewport(1280, 800);
  Object.assign(server, { player: null, kept: null, asked: [], isOpen: true });
  window.fetch = respond as typeof fetch;
});

afterEach(() => {
  window.fetch = server.realFetch;
  heldRuns.runs = [];
  resetSession();
});

function Room() {
  const { result } = useResult(RUN_ID);
  return result && <ResultRoom result={result} isWaiting />;
}

const Where = () => <output>{useLocation().pathname + useLocation().search}</output>;

async function open(held: HeldRun | null) {
  heldRuns.runs = held ? [held] : [];
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[`/arcade/runs/${RUN_ID}`]}>
        <EngineProvider engine={engine}>
          <main>
            <Routes>
              <Route path="/arcade/runs/:id" element={<Room />} />
              <Route path="*" element={<Where />} />
            </Routes>
          </main>
        </EngineProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const said = () => document.body.textContent ?? '';
const button = (name: RegExp) =>
  [...document.querySelectorAll<HTMLElement>('a, button')].find((one) =>
    name.test(one.textContent ?? ''),
  );

test('a visitor sees the score and its parts, and the way to keep it leads back to here', async () => {
  await open(heldOf());
  await expect.poll(() => document.querySelector('h1')?.textContent).toContain('2\u2009480');
  expect(said()).toContain('All of the brief was met.');
  expect(said()).toContain('Placed on the beat600');
  expect(said()).toContain('taken out\u221250');
  expect(said()).toContain('Six colours');
  expect(said()).toContain('It came too late for the board');
  expect(document.querySelectorAll('[data-met="true"]')).toHaveLength(
    answer.mission.conditions.length,
  );
  const filled = [...document.querySelectorAll('[class*="filled"]')];
  expect(filled.map((one) => one.textContent)).toEqual(['Sign up to keep it']);
  expect(filled[0]?.getAttribute('href')).toBe(
    `/register?success=${encodeURIComponent(`/arcade/runs/${RUN_ID}`)}`,
  );
  expect(await violations(document.body, { isPart: true })).toEqual([]);
});

test('whoever comes back signed in takes it by the token of this device, under a title', async () => {
  setUser(
    { user_id: 'mira', roles: [], profile: { displayName: 'Mira' } } as unknown as Session,
    null,
  );
  await open(heldOf());
  await expect.poll(() => button(/Keep and share/)).toBeDefined();
  button(/Keep and share/)?.click();
  await page.getByLabelText('Title').fill('Night bus');
  await page.getByRole('dialog').getByRole('button', { name: 'Keep and share' }).click();
  await expect.poll(said).toContain('Yours, and in the feed.');
  expect(server.asked).toEqual([
    { path: '/arcade/claims', body: { runId: RUN_ID, token: 'signed' } },
    {
      path: '/arcade/claims/ABCD-EFGH-JKLM',
      body: { title: 'Night bus', share: true, private: false },
    },
  ]);
  expect(heldRuns.runs).toEqual([]);
  expect(button(/See its page/)?.getAttribute('href')).toBe('/rifff/sh');
});

test('what the server refuses, or cannot be told, is said and stays', async () => {
  const { unmount } = await open(heldOf({ isSent: false, refusal: 'is too old' }));
  await expect.poll(said).toContain('The server did not take this run (is too old)');
  expect(button(/Remix in the editor/)).toBeDefined();
  expect(button(/Sign up/)).toBeUndefined();
  await unmount();
  await open(heldOf({ isSent: false, token: null }));
  await expect.poll(said).toContain('Played without the server');
});

test('the run of somebody else is theirs: it can be watched and played, not kept', async () => {
  server.player = 'wren';
  await open(null);
  await expect.poll(said).toContain('Played by wren');
  expect(button(/Keep|Sign up/)).toBeUndefined();
  expect(button(/Play it yourself/)?.getAttribute('href')).toBe('/arcade?play=mission');
  expect(button(/Watch the replay/)?.getAttribute('href')).toBe(`/arcade/runs/${RUN_ID}/replay`);
});

test('while the day lasts the run of somebody else is a score: how it was played is shown later', async () => {
  server.player = 'wren';
  server.isOpen = false;
  await open(null);
  await expect.poll(said).toContain('How it was played is shown once the day is over.');
  expect(said()).toContain('All of the brief was met.');
  expect(said()).toContain('Placed on the beat600');
  expect(button(/Watch the replay|Remix/)).toBeUndefined();
});
