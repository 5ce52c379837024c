/** Loops for tests. */
import { type Loop, LoopSchema } from '../../src/data/contract/loop.ts';

/** A bass of two bars at 120 bpm by `rondo`, with what a test wants otherwise. */
export function loopOf(id: string, change: Partial<Loop> = {}): Loop {
  return LoopSchema.parse({
    _id: id,
    creatorUserName: 'rondo',
    created: 1,
    barLength: 16,
    length16ths: 32,
    bps: 2,
    sampleRate: 48_000,
    category: 'bass',
    ...change,
  });
}
