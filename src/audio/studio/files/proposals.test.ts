import { expect, test } from 'vitest';
import type { ImportItem } from '../../state/files.ts';
import { stemGroups, sumStrikes } from './proposals.ts';

const ofLength = (...seconds: readonly number[]) =>
  seconds.map((durationSec) => ({ durationSec }) as ImportItem);

test('files of one length are stems of one piece, others stand alone', () => {
  const groups = stemGroups(ofLength(8, 16, 8.02, 7.99, 31, 8.2));
  expect(groups.map((group) => group.map(({ durationSec }) => durationSec))).toEqual([
    [8, 8.02, 7.99],
  ]);
  expect(stemGroups(ofLength(1, 2, 3))).toEqual([]);
});

test('stems are heard together, each as much as the others', () => {
  const loud = Float32Array.of(0, 40, 0, 20);
  const quiet = Float32Array.of(1, 0, 0);
  const alike = (all: Float32Array<ArrayBuffer>) => ({ all, low: all, mid: all });
  const { all, low } = sumStrikes([loud, quiet, new Float32Array(2)].map(alike));
  expect([...all]).toEqual([1, 1, 0, 0.5]);
  expect(low).toEqual(all);
});
