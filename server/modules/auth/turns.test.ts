import { describe, expect, it } from 'vitest';
import { FairTurns, type Turn } from './turns.ts';

const BOUNDS = { running: 1, waitingInLane: 100, waiting: 1000 };

/** Turns whose work ends when it is told to, and a list of what was done in which order. */
function desk(bounds = BOUNDS) {
  const turns = new FairTurns(bounds);
  const done: string[] = [];
  const refused: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = turns.take({ lane: 'first' }, () => gate);
  const all: Promise<unknown>[] = [first];
  const ask = (name: string, turn: Turn) => {
    const work = turns.take(turn, async () => done.push(name));
    all.push(work.catch(() => refused.push(name)));
  };
  const end = async () => {
    open();
    await Promise.all(all);
  };
  return { ask, end, done, refused };
}

describe('fair turns', () => {
  it('let a lane of one go after one turn of a lane of many', async () => {
    const { ask, end, done } = desk();
    for (let at = 0; at < 90; at += 1) ask(`guess ${at}`, { lane: 'guessed' });
    ask('honest', { lane: 'honest' });
    await end();
    expect(done.indexOf('honest')).toBe(1);
    expect(done).toHaveLength(91);
  });

  it('serve those who are known before strangers, and a stranger now and then', async () => {
    const { ask, end, done } = desk();
    for (let at = 0; at < 3; at += 1) ask(`stranger ${at}`, { lane: `${at}` });
    for (let at = 0; at < 6; at += 1) ask(`known ${at}`, { lane: `${at}`, isKnown: true });
    await end();
    expect(done.slice(0, 3)).toEqual(['known 0', 'known 1', 'known 2']);
    expect(done[3]).toBe('stranger 0');
    expect(done).toHaveLength(9);
  });

  it('refuse the newest of the longest lane where too many wait, and never more than came', async () => {
    const { ask, end, done, refused } = desk({ running: 1, waitingInLane: 8, waiting: 10 });
    for (let at = 0; at < 12; at += 1) ask(`guess ${at}`, { lane: 'guessed' });
    expect(refused).toEqual([]);
    for (let at = 0; at < 6; at += 1) ask(`honest ${at}`, { lane: `honest ${at}` });
    await end();
    expect(refused.filter((name) => name.startsWith('honest'))).toEqual([]);
    expect(done.filter((name) => name.startsWith('honest'))).toHaveLength(6);
    expect(done.length + refused.length).toBe(18);
  });

  it('go on after work that fails', async () => {
    const turns = new FairTurns(BOUNDS);
    const failed = turns.take({ lane: 'a' }, () => Promise.reject(new Error('no')));
    const next = turns.take({ lane: 'b' }, async () => 'done');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
