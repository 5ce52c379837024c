import * as z from 'zod';
import { CATEGORY_SLUGS } from './categories.ts';
import { SEARCH_KINDS, SEARCH_MAX, SEARCH_MOST, SEARCH_PAGE } from './constants.ts';
import { IdSchema, wholeNumber } from './fields.ts';
import { JamSchema } from './jams.ts';
import { LoopSchema } from './loop.ts';
import { SharedRifffSchema } from './sharing.ts';

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Tempo of a query in whole bpm; tempos are compared as they are shown, rounded. */
const tempo = wholeNumber(1, 999);

/**
 * Words, and what the sound is like. All that is given must hold. Tempo, key and category are of rifffs and loops, `loopId`
 * of rifffs alone, `like` of loops alone: where one is asked for, kinds that have no such thing have no results. Nothing
 * asked for, nothing found.
 */
export const SearchQuerySchema = z.strictObject({
  /** Words, or how they begin, in any case and without their accents. */
  q: z.string().max(80).default(''),
  /** Left out: all kinds, a page of each. */
  kind: z.enum(SEARCH_KINDS).optional(),
  tempoMin: tempo.optional(),
  tempoMax: tempo.optional(),
  root: wholeNumber(0, 11).optional(),
  scale: wholeNumber(0, 17).optional(),
  /** A rifff holds a loop of it, a loop is of it. */
  category: z.enum(CATEGORY_SLUGS).optional(),
  /** Only rifffs that hold this loop. */
  loopId: IdSchema.optional(),
  /**
   * Loops that sound most like this one come first, without it and those that were not measured. It must be one that the
   * caller finds.
   */
  like: IdSchema.optional(),
  skip: wholeNumber(0, SEARCH_MOST).default(0),
  limit: wholeNumber(1, SEARCH_MAX).default(SEARCH_PAGE),
});
export type SearchQuery = z.output<typeof SearchQuerySchema>;

/** A page of what was found of one kind, the best first. */
const found = <R extends z.ZodType>(result: R) =>
  z.object({
    results: z.array(result),
    /** How many there are to page through: at most `SEARCH_MOST`. */
    total: z.int(),
    /** There are more than `total`, or may be. */
    isMore: z.boolean(),
  });

export const FoundPersonSchema = z.object({
  user_id: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  isDemo: z.boolean(),
  /** Public shares that can be seen. */
  sharedCount: z.int(),
});
export type FoundPerson = z.infer<typeof FoundPersonSchema>;

/** Kinds that were not asked for are left out. `like` is the loop that others were compared with. */
export const SearchSchema = z.object({
  rifffs: found(SharedRifffSchema).optional(),
  people: found(FoundPersonSchema).optional(),
  jams: found(JamSchema).optional(),
  loops: found(LoopSchema).optional(),
  like: LoopSchema.optional(),
});
export type SearchFound = z.infer<typeof SearchSchema>;
