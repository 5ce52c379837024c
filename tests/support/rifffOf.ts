/** Rifffs for the tests of the ring controls. */
import { LIBRARY_CATEGORIES } from '../../src/data/contract/categories.ts';
import type { Loop } from '../../src/data/contract/loop.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';
import { addLoop, createDraft } from '../../src/data/rules/draft/draft.ts';

function loopOf(index: number): Loop {
  return {
    _id: `loop${index}`,
    name: `Line ${index}`,
    creatorUserName: 'tester',
    created: 0,
    startOffsetSamples: 0,
    barLength: 16,
    length16ths: 32,
    bps: 2,
    sampleRate: 48_000,
    category: LIBRARY_CATEGORIES[index % LIBRARY_CATEGORIES.length]!,
  };
}

/** A rifff of so many loops, one of each category in turn; slot 0 is drums, 1 bass, 2 melody. */
export function rifffOf(count: number): Rifff {
  return Array.from({ length: count }, (_, index) => loopOf(index)).reduce(
    addLoop,
    createDraft('tester', 2, 0),
  );
}
