import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Widths at which pages change, in CSS pixels (specification, section 9). */
const BREAKPOINTS: ReadonlySet<string> = new Set(['478px', '767px', '991px', '1200px', '1440px']);

/** What asks for a width: in CSS, and in strings of scripts. `800px` of a height or a ratio is none. */
const ASKED = /\((?:[^()]*[\s:(<>=])?(?:(?:min|max)-)?(?:width|inline-size)\s*(?:[:<>][^()]*)?\)/g;
/** A length, of any unit: there is one way to write a breakpoint. */
const LENGTH = /\d+(?:\.\d+)?[a-z]+/g;

/** Widths other than those five that a file lets its page change at. */
function othersIn(file: string, text: string): string[] {
  const queries = file.endsWith('.css')
    ? (text.match(/@(?:media|container)[^{]*/g) ?? [])
    : (text.match(
        /@(?:media|container)[^{`]*|(?:matchMedia|useMedia)\([^;]*|'\([^']*width[^']*\)[^']*'/g,
      ) ?? []);
  return queries
    .flatMap((query) => query.match(ASKED) ?? [])
    .flatMap((asked) => asked.match(LENGTH) ?? [])
    .filter((width) => !BREAKPOINTS.has(width))
    .map((width) => `${file}: ${width}`);
}

it('changes pages at the five widths of the specification and at no other', () => {
  const files = ['src', 'server', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:css|html|tsx?)$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const all = [...files, 'index.html', 'embed.html'];
  expect(all.length).toBeGreaterThan(500);
  expect(all.flatMap((file) => othersIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

it.each([
  ['a.css', '@media (max-width: 760px) {'],
  ['a.css', '@media (hover: hover) and (min-width: 992px) {'],
  ['a.css', '@media (767px < width <= 1199px) and (min-aspect-ratio: 11 / 10) {'],
  ['a.css', '@container side (width > 40rem) {'],
  ['a.ts', `const NARROW = '(max-width: 992px)';`],
  ['a.ts', 'const isTight = matchMedia(`(width < 1439px)`).matches;'],
])('tells of another width in %s: %s', (file, text) => {
  expect(othersIn(file, text)).toHaveLength(1);
});

it('leaves heights, ratios and hands alone', () => {
  const text = '@media (max-height: 800px), (min-aspect-ratio: 11 / 10) and (pointer: coarse) {';
  expect(othersIn('a.css', text)).toEqual([]);
});
