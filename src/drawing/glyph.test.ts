import { describe, expect, test } from 'vitest';
import { musicalLoop, referenceRifff } from '../../tests/gpu/musicalPeaks.ts';
import { CATEGORIES, CATEGORY_SLUGS } from '../data/contract/categories.ts';
import type { Loop } from '../data/contract/loop.ts';
import { addLoop, createDraft, setSlotOn } from '../data/rules/draft/draft.ts';
import { knifeGlyph, loopGlyph, rifffGlyph } from './glyph.ts';
import { rifffModel } from './model.ts';
import { stripFill, stripPolygon } from './strip.ts';
import { cssTokens, mixColours, TOKENS } from './tokens.ts';

const loop = (id: string, category: string, more: Partial<Loop> = {}): Loop => ({
  ...musicalLoop(id, 'drums', 4),
  category,
  ...more,
});

const inks = (svg: string) => CATEGORY_SLUGS.filter((slug) => svg.includes(CATEGORIES[slug].ink));

describe('glyphs', () => {
  test('the lines over an unsent rifff end with it: words stand beside', () => {
    const svg = rifffGlyph(referenceRifff(), 40, { isUnsent: true });
    const lines = [...svg.matchAll(/M(-?[\d.]+) (-?[\d.]+)l([\d.]+) ([\d.]+)/g)];
    expect(lines.length).toBeGreaterThan(4);
    for (const [, x, y, w, h] of lines.map((line) => line.map(Number))) {
      for (const place of [x!, y!, x! + w!, y! + h!]) expect(Math.abs(place)).toBeLessThan(20.1);
    }
  });

  test('a rifff shows the ink of every ring from 96 px on, fewer below', () => {
    const model = referenceRifff();
    expect(inks(rifffGlyph(model, 96))).toHaveLength(7);
    expect(inks(rifffGlyph(model, 64))).toHaveLength(5);
    expect(inks(rifffGlyph(model, 48))).toHaveLength(4);
    expect(inks(rifffGlyph(model, 32))).toHaveLength(3);
  });

  test('a muted ring is hatched, two glyphs never share a clip path', () => {
    const model = referenceRifff();
    model.rings[3]!.isOn = false;
    const [one, two] = [rifffGlyph(model, 96), rifffGlyph(model, 96)];
    const id = /clipPath id="([^"]+)"/.exec(one)?.[1];
    expect(id).toBeTruthy();
    expect(two).not.toContain(`"${id}"`);
    expect(one).toContain(mixColours(TOKENS.ground, CATEGORIES.chords.ink, 0.62));
  });

  test('every picture is hidden from screen readers, stays inside its box and holds only numbers', () => {
    const pictures = [
      rifffGlyph(referenceRifff(), 96),
      rifffGlyph({ id: 'x', rings: [] }, 48),
      loopGlyph(loop('a', 'bass', { peaks: undefined }), 32),
      ...CATEGORY_SLUGS.map((slug) => knifeGlyph(slug, 32)),
    ];
    for (const svg of pictures) {
      expect(svg).toContain('aria-hidden="true"');
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      const half = Number(/viewBox="(-[\d.]+)/.exec(svg)?.[1]);
      for (const [, x, y] of svg.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)(?=[LZ])/g)) {
        expect(Math.hypot(Number(x), Number(y))).toBeLessThan(Math.abs(half) + 0.2);
      }
    }
  });

  test('a glyph for a list of a hundred stays small', () => {
    expect(rifffGlyph(referenceRifff(), 32).length).toBeLessThan(12_000);
    expect(loopGlyph(loop('a', 'drums'), 32).length).toBeLessThan(6000);
  });
});

describe('model', () => {
  test('rings are the used slots whose loop is known, with the passes that one turn holds', () => {
    let rifff = createDraft('you');
    rifff = addLoop(rifff, loop('a', 'drums', { length16ths: 16 }));
    rifff = addLoop(rifff, loop('b', 'nonsense', { length16ths: 128 }));
    rifff = setSlotOn(rifff, 1, false);
    const model = rifffModel(rifff, 8);
    expect(model.rings.map((ring) => [ring.slot, ring.category, ring.repeats, ring.isOn])).toEqual([
      [0, 'drums', 8, true],
      [1, '?', 1, false],
    ]);
    expect(model.rings[0]!.peaks).toHaveLength(1024);
    expect(model.rings[1]!.isFresh).toBe(true);
    const lost = { ...rifff, loops: rifff.loops.slice(1) };
    expect(rifffModel(lost, 8).rings.map((ring) => ring.slot)).toEqual([1]);
  });
});

describe('strips', () => {
  test('lie inside their box, close at its foot, and rise with the gain', () => {
    for (const ring of referenceRifff().rings) {
      const points = stripPolygon(ring, 112, 24);
      expect(points.slice(0, 2)).toEqual([0, 24]);
      expect(points.slice(-2)).toEqual([112, 24]);
      for (let at = 0; at < points.length; at += 2) {
        expect(points[at]).toBeGreaterThanOrEqual(0);
        expect(points[at]).toBeLessThanOrEqual(112.001);
        expect(points[at + 1]).toBeGreaterThanOrEqual(-0.001);
        expect(points[at + 1]).toBeLessThanOrEqual(24);
      }
    }
    expect(stripFill(1.5)).toBeGreaterThan(stripFill(0.5));
    expect(stripFill(0)).toBeGreaterThan(0);
  });
});

describe('tokens', () => {
  test('name every ink and paper once', () => {
    const css = cssTokens();
    for (const name of ['--ground:', '--raised-2:', '--paper-pressed:', '--ink-leads:']) {
      expect(css.split(name)).toHaveLength(2);
    }
    expect(mixColours('#000000', '#FFFFFF', 0.5)).toBe('#808080');
  });
});
