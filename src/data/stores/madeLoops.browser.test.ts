import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { loopOf } from '../../../tests/support/loopOf.ts';
import { deletePcm, getPcm, listPcm, putPcm } from '../../audio/loading/pcmStore.ts';
import type { LoopOrder } from '../contract/making.ts';
import { provideLoopFiles } from '../outbox/loopFiles.ts';
import { addLoop } from '../rules/draft/draft.ts';
import { orderFor } from '../rules/draft/loopOrder.ts';
import { clearDraft, draft, editDraft, flushDraft } from './draft.ts';
import {
  cancelMaking,
  dropMade,
  MADE_ROWS_MAX,
  MAKING_MAX,
  madeLoops,
  makeForPage,
} from './madeLoops.ts';
import { letGoUnused, rememberUnused, sweepUnused } from './unusedLoops.ts';

beforeAll(() =>
  provideLoopFiles({
    has: async (loopId) => (await getPcm(loopId)) !== undefined,
    encode: () => Promise.reject(new Error('nothing is sent here')),
    encodeTake: () => Promise.reject(new Error('nothing is sent here')),
    letGo: deletePcm,
  }),
);
afterEach(async () => {
  dropMade(madeLoops.loops.map(({ _id }) => _id));
  for (const { id } of madeLoops.making) cancelMaking(id);
  clearDraft();
  await flushDraft();
  await Promise.all((await listPcm()).map(deletePcm));
  localStorage.clear();
});
afterAll(() => flushDraft());

const order = orderFor(draft.rifff, { categories: ['bass'] }, () => 0.5);
let made = 0;
/** Keeps a sound of this device, as the studio does. */
const make = async (): Promise<ReturnType<typeof loopOf>> => {
  made += 1;
  const loop = loopOf(`made-${made}`);
  const channels = [new Float32Array(8)];
  await putPcm(loop._id, { channels, sampleRate: 48_000 });
  return loop;
};
const texts = () => Object.keys(localStorage).filter((name) => name.startsWith('rondo.unused/'));

it('leaves nothing of loops that no draft took, and all of one that a draft did', async () => {
  const first = (await makeForPage(order, make))!;
  const second = (await makeForPage(order, make))!;
  expect((await listPcm()).sort()).toEqual([first._id, second._id].sort());
  editDraft((rifff) => addLoop(rifff, first));
  await letGoUnused([first._id, second._id]);
  expect(await listPcm()).toEqual([first._id]);
  // Also after it was taken out again: it may come back with undo.
  clearDraft();
  await letGoUnused([first._id]);
  expect(await listPcm()).toEqual([first._id]);
  expect(texts()).toEqual([]);
});

it('keeps so many rows, and lets the oldest go', async () => {
  for (let n = 0; n < MADE_ROWS_MAX + 2; n += 1) await makeForPage(order, make);
  expect(madeLoops.loops).toHaveLength(MADE_ROWS_MAX);
  await expect.poll(async () => (await listPcm()).length).toBe(MADE_ROWS_MAX);
  const shown = madeLoops.loops.map(({ _id }) => _id).sort();
  expect((await listPcm()).sort()).toEqual(shown);
});

it('keeps nothing of one that was stopped, however late that was, and says which one failed', async () => {
  let isAborted = false;
  const slow = async (_: LoopOrder, signal: AbortSignal) => {
    const loop = await make();
    if (!signal.aborted) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }
    isAborted = true;
    return loop;
  };
  const waiting = Array.from({ length: MAKING_MAX }, () => makeForPage(order, slow));
  expect(await makeForPage(order, make)).toBeNull();
  for (const { id } of [...madeLoops.making]) cancelMaking(id);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => null));
  expect(isAborted).toBe(true);
  await expect.poll(listPcm).toEqual([]);

  await makeForPage(order, () => Promise.reject(new Error('no')));
  expect(madeLoops.making).toMatchObject([{ hasFailed: true }]);
  expect(await makeForPage(order, make)).not.toBeNull();
});

it('cleans up after windows that are gone, and after no other', async () => {
  const mine = await make();
  rememberUnused(mine._id);
  const [dead, alive] = [await make(), await make()];
  localStorage.setItem(`rondo.unused/${dead._id}`, 'gone');
  localStorage.setItem(`rondo.unused/${alive._id}`, 'other');
  await navigator.locks.request('rondo.window/other', () => sweepUnused());
  expect((await listPcm()).sort()).toEqual([mine._id, alive._id].sort());
  expect(texts().sort()).toEqual([mine._id, alive._id].map((id) => `rondo.unused/${id}`).sort());
  await letGoUnused([mine._id]);
});
