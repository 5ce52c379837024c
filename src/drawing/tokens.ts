/** The colours of the house, for the DOM (as CSS custom properties) and for every drawing. */
import { CATEGORIES, CATEGORY_SLUGS, type CategorySlug } from '../data/contract/categories.ts';

/** Paper and ground, as `#RRGGBB`. */
export const TOKENS = {
  ground: '#15120E',
  raised: '#1F1B15',
  raised2: '#2B261E',
  line: '#3B352B',
  edge: '#6E6556',
  muted: '#A89F8E',
  paper: '#F2EBDD',
  paperPressed: '#D9D0BE',
  paperHover: '#FFF9EC',
  branch: '#5A5245',
} as const;

/** Colours of the stage's look in light: its ground and paper, and inks evened in lightness, each at least 6.2:1 on it. */
export const LIGHT_TOKENS = {
  ground: '#080708',
  paper: '#F3EFE8',
  unknown: '#F1ECE4',
  inks: {
    drums: '#FF9142',
    bass: '#5C8DFF',
    leads: '#FFD65C',
    vocals: '#FF5766',
    perc: '#4ED694',
    pads: '#A88BFF',
    chords: '#FF8FBF',
    fx: '#43D0CB',
  } satisfies Partial<Record<CategorySlug, string>>,
} as const;

/** Three channels of `#RRGGBB`, 0–255. */
export function channels(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Light of each channel of `#RRGGBB`, 0–1 (WCAG 2.2). */
const linear = (colour: string) =>
  channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];

/** Relative luminance of `#RRGGBB`, 0–1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * How many times the change that counts as a flash it is when `#RRGGBB` comes and goes on black, 0 or more: by luminance,
 * where a tenth counts, or by saturated red, where 20 of (R − G − B) · 320 count (WCAG 2.2, 2.3.1).
 */
export function flashLight(colour: string): number {
  const [red, green, blue] = linear(colour);
  const isRed = red >= 0.8 * (red + green + blue);
  return Math.max(luminance(colour) / 0.1, isRed ? ((red - green - blue) * 320) / 20 : 0);
}

/** Contrast of two colours, 1–21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** `from` moved towards `to` by `share` (0–1), mixed as stored (sRGB), as `#RRGGBB`. */
export function mixColours(from: string, to: string, share: number): string {
  const a = channels(from);
  const b = channels(to);
  const mixed = a.map((value, at) => Math.round(value + (b[at]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Declarations for `:root`: `--ground … --paper-pressed` and one `--ink-…` per category. */
export function cssTokens(): string {
  const papers = Object.entries(TOKENS).map(([name, value]) => {
    const kebab = name.replace(/([A-Z])/g, '-$1').replace(/(\d+)/g, '-$1');
    return `--${kebab.toLowerCase()}: ${value};`;
  });
  const inks = CATEGORY_SLUGS.map((slug) => {
    return `--ink-${slug === '?' ? 'unknown' : slug}: ${CATEGORIES[slug].ink};`;
  });
  return [...papers, ...inks].join(' ');
}
