import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countText } from './counts.ts';

test('k from a thousand, m from a million, one decimal', () => {
  const shown = [0, 1, 999, 1000, 1049, 1100, 12_345, 999_999, 1_000_000, 2_560_000].map(countText);
  expect(shown).toEqual([
    ...['0', '1', '999', '1.0k', '1.0k', '1.1k', '12.3k', '999.9k', '1.0m', '2.5m'],
  ]);
});

test('what is no count reads as none', () => {
  expect([Number.NaN, -3, Number.POSITIVE_INFINITY].map(countText)).toEqual(['0', '0', '0']);
});

test('a larger count never reads as a smaller one', () => {
  const value = (text: string) =>
    Number.parseFloat(text) * (text.endsWith('m') ? 1e6 : text.endsWith('k') ? 1e3 : 1);
  fc.assert(
    fc.property(fc.nat(50_000_000), fc.nat(50_000_000), (a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      expect(value(countText(low))).toBeLessThanOrEqual(value(countText(high)));
      expect(value(countText(low))).toBeLessThanOrEqual(low);
    }),
  );
});
