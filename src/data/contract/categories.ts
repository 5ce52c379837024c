/** The loop categories: their slug in the calls, their title on the page, their ink and their knife. */

/** How a category cuts the edge of its rings, so that a ring is known without its colour. */
export type Knife = 'saw' | 'pin' | 'swell' | 'arc' | 'key' | 'facet' | 'petal' | 'sweep' | 'raw';

export interface Category {
  readonly slug: CategorySlug;
  readonly title: string;
  /** Short title where room is tight. */
  readonly short: string;
  /** Ink as `#RRGGBB`. */
  readonly ink: string;
  readonly knife: Knife;
  /** Cells round the ring at full size. */
  readonly cells: number;
}

/** The eight categories that a library loop can have, in the order of the filter row. */
export const LIBRARY_CATEGORIES = [
  'drums',
  'bass',
  'leads',
  'vocals',
  'perc',
  'pads',
  'chords',
  'fx',
] as const;
export type LibraryCategory = (typeof LIBRARY_CATEGORIES)[number];

/** Every slug that a loop or slot may carry; `audio` is a recording, `?` is unknown. */
export const CATEGORY_SLUGS = [...LIBRARY_CATEGORIES, 'audio', '?'] as const;
export type CategorySlug = (typeof CATEGORY_SLUGS)[number];

const AUDIO_INK = '#F2EBDD';

export const CATEGORIES: Readonly<Record<CategorySlug, Category>> = {
  drums: { slug: 'drums', title: 'Drums', short: 'Drums', ink: '#FA8320', knife: 'saw', cells: 64 },
  bass: { slug: 'bass', title: 'Bass', short: 'Bass', ink: '#3562EE', knife: 'swell', cells: 16 },
  leads: {
    slug: 'leads',
    title: 'Melody',
    short: 'Melody',
    ink: '#FBCB22',
    knife: 'key',
    cells: 32,
  },
  vocals: {
    slug: 'vocals',
    title: 'Vocals',
    short: 'Vocals',
    ink: '#E93A35',
    knife: 'petal',
    cells: 32,
  },
  perc: {
    slug: 'perc',
    title: 'Percussion',
    short: 'Perc',
    ink: '#1FA35F',
    knife: 'pin',
    cells: 64,
  },
  pads: { slug: 'pads', title: 'Pads', short: 'Pads', ink: '#8A66CC', knife: 'arc', cells: 16 },
  chords: {
    slug: 'chords',
    title: 'Chords',
    short: 'Chords',
    ink: '#F7A3C2',
    knife: 'facet',
    cells: 16,
  },
  fx: { slug: 'fx', title: 'FX', short: 'FX', ink: '#35BDB2', knife: 'sweep', cells: 8 },
  audio: {
    slug: 'audio',
    title: 'Audio',
    short: 'Audio',
    ink: AUDIO_INK,
    knife: 'raw',
    cells: 128,
  },
  '?': { slug: '?', title: 'Unknown', short: 'Loop', ink: AUDIO_INK, knife: 'raw', cells: 128 },
};

const BY_SLUG: ReadonlyMap<string, Category> = new Map(Object.entries(CATEGORIES));

/** The category of a slug; an unknown slug reads as `?`, because old documents carry free text. */
export function categoryOf(slug: string | undefined): Category {
  return BY_SLUG.get(slug ?? '?') ?? CATEGORIES['?'];
}
