import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BARS } from '../bench/bars.ts';
import { readTable, writeTable } from '../bench/figures/table.ts';

it('docs/figures.md has each bar as bench/bars.ts has it: `npm run figures -- --table` writes it', () => {
  const page = readFileSync('docs/figures.md', 'utf8');
  expect(writeTable(readTable(page))).toBe(page);
});

it('a figure that just misses its bar is still missed when the page is read and written again', () => {
  for (const value of [150.2, 150.04, 149.6, 150, 22.03, 0.5004]) {
    const what = BARS['first-sound'].loginScript.what;
    const page = writeTable(new Map([[what, { value, commit: '0', machine: 'm' }]]));
    expect(page.includes('**missed**')).toBe(value > 150);
    expect(writeTable(readTable(page))).toBe(page);
  }
});

it('no two bars are called the same, and each has a command', () => {
  const names = Object.values(BARS).flatMap((bars) => Object.values(bars).map(({ what }) => what));
  expect(new Set(names).size).toBe(names.length);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(scripts)).toEqual(
    expect.arrayContaining(Object.keys(BARS).map((bench) => `bench:${bench}`)),
  );
});
