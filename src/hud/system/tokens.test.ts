import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { categoryOf, LIBRARY_CATEGORIES } from '../../data/contract/categories.ts';
import { LIGHT_TOKENS, TOKENS } from '../../drawing/tokens.ts';

const css = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8');

/** Value of a custom property in the base styles, as `#RRGGBB` in capitals. */
function property(name: string): string | undefined {
  return new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1]?.toUpperCase();
}

test('the page and the drawing use the same colours', () => {
  for (const [name, colour] of Object.entries(TOKENS)) {
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(property(kebab), name).toBe(colour.toUpperCase());
  }
  expect(property('light-ground')).toBe(LIGHT_TOKENS.ground.toUpperCase());
  for (const category of [...LIBRARY_CATEGORIES, 'audio'] as const) {
    expect(property(`ink-${category}`), category).toBe(categoryOf(category).ink.toUpperCase());
  }
});

/** Where colours are written down, and the two strengths of a mask, which are no colours. */
const SOURCES = [
  'src/drawing/tokens.ts',
  'src/data/contract/categories.ts',
  'src/hud/system/base.css',
  // It carries no more of the house than it needs; the test below holds it to the same values.
  'src/embed/embed.css',
];
const MASKS = new Set(['#FFF', '#FFFFFF', '#000']);

test('no colour is written anywhere else: page, shaders, lanes and mail take them from the tokens', () => {
  const root = join(import.meta.dirname, '../../..');
  const strays = globSync('{src,server}/**/*.{ts,tsx,css}', { cwd: root })
    .filter((file) => !file.includes('.test.') && !SOURCES.includes(file.replaceAll('\\', '/')))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const found =
        text.match(/(?<![\w&])(?:#|0x)(?:[0-9a-f]{6}|[0-9a-f]{3})\b(?=['"`;,\s)])/gi) ?? [];
      return found
        .filter((colour) => !MASKS.has(colour.toUpperCase()))
        .map((it) => `${file} ${it}`);
    });
  expect(strays).toEqual([]);
});

test('the embed has the same colours', () => {
  const embed = readFileSync(join(import.meta.dirname, '../../embed/embed.css'), 'utf8');
  const own = [...embed.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)];
  expect(own.length).toBeGreaterThan(4);
  for (const [, name, value] of own) expect(value!.toUpperCase(), name).toBe(property(name!));
});
