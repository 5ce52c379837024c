import { expect, it } from 'vitest';
import type { Storage } from '../../contract/allowance.ts';
import { fits, isNearlyFull, overQuotaText, storageText, usedShare } from './storage.ts';

const MB = 1024 * 1024;
const storage = (usedMb: number, quotaMb: number | null, awaitsConfirmation = false): Storage => ({
  usedBytes: usedMb * MB,
  quotaBytes: quotaMb === null ? null : quotaMb * MB,
  trackSec: 300,
  awaitsConfirmation,
  hasLoop: false,
});

it('something fits up to the last byte', () => {
  expect(fits(storage(9, 10), MB)).toBe(true);
  expect(fits(storage(9, 10), MB + 1)).toBe(false);
  expect(fits(storage(9, null), 1e15)).toBe(true);
});

it('the room is nearly taken from nine tenths on', () => {
  expect([8.9, 9, 10, 12].map((used) => isNearlyFull(storage(used, 10)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(isNearlyFull(storage(1e6, null))).toBe(false);
  expect([usedShare(storage(12, 10)), usedShare(storage(1, null))]).toEqual([1, null]);
});

it('says what is taken, and what to do when nothing more fits', () => {
  expect(storageText(storage(0.25, 20))).toBe('0.3 MB of 20 MB');
  expect(storageText(storage(812.4, null))).toBe('812 MB');
  expect(overQuotaText(storage(20, 20, true))).toContain('20 MB until you confirm');
  expect(overQuotaText(storage(1024, 1024))).toContain('may keep 1024 MB here');
});
