/** Colours of loops and rifffs as documents carry them: 8 hex digits, ARGB, mapped to the colours of the house. */
import { CATEGORIES, type CategorySlug, categoryOf } from './categories.ts';

/** The colour of each category by its name. */
const CATEGORY_COLOURS = {
  drums: 'orange',
  bass: 'blue',
  leads: 'yellow',
  vocals: 'red',
  perc: 'green',
  pads: 'purple',
  chords: 'pink',
  fx: 'turquoise',
  audio: 'white',
  '?': 'white',
} as const satisfies Record<CategorySlug, string>;
export type BrandColour = (typeof CATEGORY_COLOURS)[CategorySlug];

/** Is it a code at all? */
export const isColourCode = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{8}$/i.test(text);

/** The colour of a category, opaque. Words that are no category read as unknown, which is white. */
export function categoryColourCode(category: string | undefined): string {
  return `ff${categoryOf(category).ink.slice(1).toLowerCase()}`;
}

const channelsOf = (code: string) =>
  [2, 4, 6].map((at) => Number.parseInt(code.slice(at, at + 2), 16));

/** Every colour of the house with its code. */
const BRAND_CODES = new Map(
  (Object.keys(CATEGORIES) as CategorySlug[]).map((slug) => [
    CATEGORY_COLOURS[slug],
    categoryColourCode(slug),
  ]),
);

/**
 * The colour of the house that a code stands for: its own, or the nearest in sRGB for codes that others brought.
 * Alpha does not count. Null for what is no code.
 */
export function brandColourOf(code: unknown): BrandColour | null {
  if (!isColourCode(code)) return null;
  const channels = channelsOf(code);
  let nearest: BrandColour = 'white';
  let least = Number.POSITIVE_INFINITY;
  for (const [name, own] of BRAND_CODES) {
    const distance = channelsOf(own).reduce(
      (sum, value, at) => sum + (value - channels[at]!) ** 2,
      0,
    );
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/**
 * A code that another program chose and that documents keep. What is no code, and a code of the house, which only says
 * what the category says, is undefined.
 */
export function foreignColourCode(code: unknown): string | undefined {
  const name = brandColourOf(code);
  if (name === null) return undefined;
  return BRAND_CODES.get(name) === (code as string).toLowerCase() ? undefined : (code as string);
}
