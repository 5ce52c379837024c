import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitText } from './fitText.ts';
import { settable, textPath, textWidth } from './letters.ts';

const STYLE = { weight: 700, tracking: -0.035 } as const;
const SIZES = [
  { sizePx: 100, leadingPx: 90, maxLines: 3 },
  { sizePx: 60, leadingPx: 56, maxLines: 4 },
];

it('sets what the typeface has, leaves emoji out and gives up on other scripts', () => {
  expect(settable('Žofie Ångström – №'.replace('№', 'Nº 4'))).toBe('Žofie Ångström – Nº 4');
  expect(settable('Ninth bus 🚌 home 👩‍👩‍👧')).toBe('Ninth bus home');
  expect(settable('  a\n\tb  ')).toBe('a b');
  expect(settable('e\u0301toile')).toBe('étoile');
  expect(settable('…!?')).toBe('…!?');
  for (const other of [
    'שלום עולם',
    'مرحبا',
    '夜のバス',
    'ночь',
    'bus до дома',
    '🚌',
    '',
    '\u202e',
  ]) {
    expect(settable(other), other).toBeUndefined();
  }
});

it('is as wide as the letters of the font, with kerning and tracking', () => {
  const plain = { sizePx: 1000, weight: 700, tracking: 0 } as const;
  expect(textWidth('R', plain)).toBe(644);
  expect(textWidth('AV', plain)).toBeLessThan(textWidth('A', plain) + textWidth('V', plain));
  expect(textWidth('RR', { ...plain, tracking: -0.1 })).toBeCloseTo(2 * 644 - 100);
  expect(textPath('R', plain, { x: 1, y: 2, fill: '#fff' })).toContain('translate(1 2) scale(1)');
});

it('uses the largest size that fits, then breaks words and ends in an ellipsis', () => {
  expect(fitText('Tide', 500, SIZES, STYLE)).toEqual({ size: SIZES[0], lines: ['Tide'] });
  expect(fitText('one two three four five six seven', 300, SIZES, STYLE).size).toBe(SIZES[1]);
  const long = fitText('word '.repeat(60).trim(), 300, SIZES, STYLE);
  expect(long.lines).toHaveLength(4);
  expect(long.lines.at(-1)).toMatch(/…$/);
  const one = fitText('Donaudampfschifffahrtsgesellschaftskapitän', 400, SIZES, STYLE);
  expect(one.lines.join('')).toBe('Donaudampfschifffahrtsgesellschaftskapitän');
});

it('no line of any text is wider than its room, and there are never too many', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.integer({ min: 80 }),
      (text, w) => {
        const clean = settable(text);
        if (clean === undefined) return;
        const width = Math.min(w, 1200);
        const { size, lines } = fitText(clean, width, SIZES, STYLE);
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.length).toBeLessThanOrEqual(size.maxLines);
        for (const line of lines) {
          expect(textWidth(line, { ...STYLE, sizePx: size.sizePx })).toBeLessThanOrEqual(width);
        }
      },
    ),
  );
});
