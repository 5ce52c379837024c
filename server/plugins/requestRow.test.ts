import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RequestRow } from './requestRow.ts';

/** Works for longer than requests are begun in one turn. */
function work(): void {
  const untilMs = performance.now() + 8;
  while (performance.now() < untilMs);
}

it('begins requests in their order, long ones in a turn of the event loop each', async () => {
  const row = new RequestRow();
  let turns = 0;
  const begun: { at: number; turn: number }[] = [];
  for (let at = 0; at < 8; at++) {
    row.run(() => {
      begun.push({ at, turn: turns });
      work();
    });
  }
  expect(begun).toHaveLength(1);
  expect(row.waiting).toBe(7);
  expect(row.waitMs).toBeGreaterThan(0);
  while (row.waiting > 0) {
    await turn();
    turns += 1;
  }
  expect(begun.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(new Set(begun.map((one) => one.turn)).size).toBeGreaterThanOrEqual(7);
});

it('lets what a request does at once come to its end before the next begins', async () => {
  const row = new RequestRow();
  const done: string[] = [];
  const request = (name: string) => async () => {
    for (let step = 0; step < 50; step++) await null;
    done.push(name);
  };
  row.run(work);
  for (const name of ['a', 'b']) {
    row.run(() => {
      done.push(`begin ${name}`);
      void request(name)();
    });
  }
  while (row.waiting > 0) await turn();
  await turn();
  expect(done).toEqual(['begin a', 'a', 'begin b', 'b']);
});

it('refuses what comes when too many wait', async () => {
  const row = new RequestRow();
  row.run(work);
  let refused = 0;
  for (let at = 0; at < 5010; at++) if (!row.run(() => {})) refused += 1;
  expect(refused).toBe(10);
  while (row.waiting > 0) await turn();
  expect(row.run(() => {})).toBe(true);
});
