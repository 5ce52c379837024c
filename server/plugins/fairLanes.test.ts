import { describe, expect, it } from 'vitest';
import { createFairLanes } from './fairLanes.ts';

const LIMITS = {
  lanes: 2,
  lanesPerKey: 1,
  waitingPerKey: 4,
  waiting: 6,
  refusal: 'come again',
  retryAfterSec: 7,
};

/** Work that is done when it is told to be. */
function stage(options = {}) {
  const lanes = createFairLanes({ ...LIMITS, ...options });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (key: string, name: string, isKnown = false) => {
    const work = () =>
      new Promise<void>((resolve) => {
        begun.push(name);
        ends.set(name, resolve);
      });
    lanes.run(key, work, isKnown).catch((error) => {
      expect(error).toMatchObject({ code: 'unavailable', data: { retryAfterSec: 7 } });
      refused.push(name);
    });
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string) => {
    ends.get(name)!();
    await settled();
  };
  return { ask, begun, refused, end, settled };
}

describe('lanes', () => {
  it('let one key take turns with the others, and never all of them', async () => {
    const { ask, begun, end, settled } = stage();
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
    ask('b', 'b1');
    ask('b', 'b2');
    ask('c', 'c1');
    await settled();
    expect(begun).toEqual(['a1', 'b1']);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('refuse what a key asks for beyond its places', async () => {
    const { ask, begun, refused, settled } = stage();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) ask('a', name);
    await settled();
    expect(begun).toEqual(['a1']);
    expect(refused).toEqual(['a6']);
  });

  it('give a place of the longest queue to a newcomer when all are taken', async () => {
    const { ask, begun, refused, end, settled } = stage();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask('a', name);
    for (const name of ['b1', 'b2', 'b3']) ask('b', name);
    await settled();
    expect(refused).toEqual([]);
    ask('c', 'c1');
    await settled();
    expect(refused).toEqual(['a5']);
    // A queue as long as the longest gets nothing.
    for (const name of ['c2', 'c3', 'c4']) ask('c', name);
    await settled();
    expect(refused.slice(1).sort()).toEqual(['a4', 'c3', 'c4']);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
    expect(begun).toContain('c2');
  });

  it('serve those who are known before strangers, and a stranger now and then', async () => {
    const { ask, begun, end, settled } = stage({ lanes: 1, waiting: 20 });
    ask('first', 'first');
    for (let at = 0; at < 3; at += 1) ask(`${at}`, `stranger ${at}`);
    for (let at = 0; at < 6; at += 1) ask(`${at}`, `known ${at}`, true);
    await settled();
    for (let at = 0; at < 10; at += 1) await end(begun[at]!);
    expect(begun.slice(1, 4)).toEqual(['known 0', 'known 1', 'known 2']);
    expect(begun[4]).toBe('stranger 0');
    expect(begun).toHaveLength(10);
  });

  it('let the first of one go after one turn of a key that brings ninety', async () => {
    const { ask, begun, end, settled } = stage({ lanes: 1, waitingPerKey: 100, waiting: 100 });
    ask('first', 'first');
    for (let at = 0; at < 90; at += 1) ask('guessed', `guess ${at}`);
    ask('honest', 'honest');
    await settled();
    for (let at = 0; at < 2; at += 1) await end(begun[at]!);
    expect(begun[2]).toBe('honest');
  });

  it('free a lane after work that failed', async () => {
    const lanes = createFairLanes({ ...LIMITS, lanes: 1 });
    const failing = lanes.run('a', () => Promise.reject(new Error('broken')));
    const other = lanes.run('b', async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await other).toBe('done');
  });
});
