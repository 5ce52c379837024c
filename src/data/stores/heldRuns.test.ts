import { expect, it, vi } from 'vitest';
import { type HeldRun, isToSend, readHeldRuns } from '../heldRun.ts';
import { heldRuns, holdRun, letGoOfRun, sendHeldRuns } from './heldRuns.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const id = (at: number) => `0123456789abcdef0123456789abcd${String(at).padStart(2, '0')}`;
const runOf = (at: number, changes: Partial<HeldRun> = {}): HeldRun => ({
  runId: id(at),
  mode: 'explorer',
  missionSeed: '20261123',
  token: 'a.b',
  refusal: '',
  moves: [{ t: 5, do: 'grab', rifff: id(90), loop: id(91) }],
  endedMs: NOW - 1000,
  isSent: false,
  ...changes,
});

it('what was kept is read again, but for what is broken or too old', () => {
  const old = runOf(2, { endedMs: NOW - 25 * 3_600_000 });
  const kept = JSON.stringify([runOf(1), { runId: 'x' }, old, runOf(3, { token: null })]);
  expect(readHeldRuns(kept, NOW)).toEqual([runOf(1), runOf(3, { token: null })]);
  for (const text of [null, '', '{', '{}', 'null', '7'])
    expect(readHeldRuns(text, NOW)).toEqual([]);
});

it('only what counts is sent', () => {
  expect(isToSend(runOf(1))).toBe(true);
  expect(isToSend(runOf(1, { token: null }))).toBe(false);
  expect(isToSend(runOf(1, { isSent: true }))).toBe(false);
  expect(isToSend(runOf(1, { refusal: 'no' }))).toBe(false);
  expect(isToSend(runOf(1, { moves: [{ t: 9, do: 'end' }] }))).toBe(false);
});

/** A server that answers one after the other. */
function answering(answers: (() => Response | Promise<never>)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_address: unknown, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)).runId);
    return (answers.shift() ?? (() => new Response('{}', { status: 500 })))();
  });
  return asked;
}

const refusing = (status: number, code: string) => () =>
  Response.json({ ok: false, message: 'told why', error: { code } }, { status });

it('waits while the account has to sign in, and goes when it has', async () => {
  const asked = answering([
    refusing(401, 'unauthorised'),
    () => Response.json({ ok: true, data: { run: { id: id(4) } } }),
  ]);
  holdRun(runOf(4));
  await expect.poll(() => heldRuns.isWaiting).toBe(true);
  const held = () => heldRuns.runs.find(({ runId }) => runId === id(4));
  expect(held()).toMatchObject({ isSent: false, refusal: '' });
  await sendHeldRuns();
  expect(held()).toMatchObject({ isSent: true, refusal: '' });
  expect(heldRuns.isWaiting).toBe(false);
  expect(asked).toEqual([id(4), id(4)]);
  letGoOfRun(id(4));
  vi.unstubAllGlobals();
});

it('is sent until the server has it, and what it refuses stays with the reason', async () => {
  const asked = answering([
    () => Promise.reject(new TypeError('no network')),
    refusing(400, 'bad_request'),
    refusing(409, 'conflict'),
  ]);
  const held = (at: number) => heldRuns.runs.find(({ runId }) => runId === id(at));
  holdRun(runOf(1));
  await expect.poll(() => heldRuns.isWaiting).toBe(true);
  expect(held(1)).toMatchObject({ isSent: false, refusal: '' });
  await sendHeldRuns();
  expect(held(1)).toMatchObject({ isSent: false, refusal: 'told why' });
  expect(heldRuns.isWaiting).toBe(false);
  // Another answer was lost: the server says that it is there.
  holdRun(runOf(2));
  await expect.poll(() => held(2)?.isSent).toBe(true);
  expect(asked).toEqual([id(1), id(1), id(2)]);
  letGoOfRun(id(1));
  expect(heldRuns.runs.map(({ runId }) => runId)).toEqual([id(2)]);
  vi.unstubAllGlobals();
});
