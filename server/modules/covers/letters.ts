/**
 * Text as outlines of the house's letters. Covers are drawn on machines without fonts, and must look the same
 * on all of them: nothing here asks the system for a font. The outlines come from tools/letters.py.
 */
import { readFileSync } from 'node:fs';

export type LetterWeight = 500 | 700;

interface Letters {
  /** Advance and path by character, in font units, y down from the baseline. */
  readonly glyphs: Readonly<Record<string, readonly [number, string]>>;
  /** By two characters. */
  readonly kern: Readonly<Record<string, number>>;
}

interface Table {
  readonly unitsPerEm: number;
  readonly weights: Readonly<Record<LetterWeight, Letters>>;
}

const FILE = new URL('../../../assets/type/special-gothic.json', import.meta.url);

let table: Table | undefined;

function readTable(): Table {
  table ??= JSON.parse(readFileSync(FILE, 'utf8')) as Table;
  return table;
}

export interface TextStyle {
  readonly sizePx: number;
  readonly weight: LetterWeight;
  /** Share of the size between letters, as in the look: −.025. */
  readonly tracking: number;
}

const glyphOf = (letters: Letters, character: string) =>
  Object.hasOwn(letters.glyphs, character) ? letters.glyphs[character] : undefined;

const LETTER = /\p{L}|\p{N}/u;

/**
 * A text with what the letters cannot set taken out (emoji, control characters, direction marks), or
 * undefined when that would take its words: then it is better left to the page around the picture.
 */
export function settable(text: string): string | undefined {
  const { glyphs } = readTable().weights[700];
  let lost = 0;
  let kept = 0;
  let out = '';
  for (const character of text.normalize('NFC')) {
    if (Object.hasOwn(glyphs, character)) {
      out += character;
      if (LETTER.test(character)) kept += 1;
    } else {
      if (LETTER.test(character)) lost += 1;
      out += ' ';
    }
  }
  const clean = out.replace(/\s+/g, ' ').trim();
  return clean !== '' && lost === 0 && (kept > 0 || clean === text.trim()) ? clean : undefined;
}

/** Width of a settable text in pixels. */
export function textWidth(text: string, style: TextStyle): number {
  return walk(text, style, () => {});
}

/** A settable text as the `<path>`s of an SVG, its baseline beginning at (x, y). `fill` is a colour. */
export function textPath(
  text: string,
  style: TextStyle,
  { x, y, fill }: { x: number; y: number; fill: string },
): string {
  const scale = style.sizePx / readTable().unitsPerEm;
  let paths = '';
  walk(text, style, (path, at) => {
    if (path) paths += `<path transform="translate(${Math.round(at / scale)} 0)" d="${path}"/>`;
  });
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${fill}">${paths}</g>`;
}

/** Goes through the letters of a text. @returns its width in pixels */
function walk(text: string, style: TextStyle, each: (path: string, at: number) => void): number {
  const { unitsPerEm, weights } = readTable();
  const letters = weights[style.weight];
  const scale = style.sizePx / unitsPerEm;
  const gap = style.tracking * style.sizePx;
  const kernOf = (pair: string) => (Object.hasOwn(letters.kern, pair) ? letters.kern[pair]! : 0);
  let at = 0;
  let last = '';
  for (const character of text) {
    const glyph = glyphOf(letters, character);
    if (!glyph) continue;
    if (last) at += gap + kernOf(last + character) * scale;
    each(glyph[1], at);
    at += glyph[0] * scale;
    last = character;
  }
  return at;
}
