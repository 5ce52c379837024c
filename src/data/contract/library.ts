import * as z from 'zod';
import { LIBRARY_CATEGORIES } from './categories.ts';
import { LIBRARY_LOOPS_MAX, LIBRARY_LOOPS_PAGE } from './constants.ts';
import { IdSchema, wholeNumber } from './fields.ts';
import { BpsSchema, LoopSchema, RootSchema, ScaleSchema } from './loop.ts';
import { CollectionLicenceSchema, ProductSchema } from './plans.ts';
import { RifffSchema } from './rifff.ts';

const LibraryCategorySchema = z.enum(LIBRARY_CATEGORIES);

/** `category` may be repeated: a single value and a list both read as a list. */
const CategoriesSchema = z
  .union([LibraryCategorySchema.transform((one) => [one]), z.array(LibraryCategorySchema).max(16)])
  .optional();

export const LibraryLoopsQuerySchema = z.strictObject({
  limit: wholeNumber(1, LIBRARY_LOOPS_MAX).default(LIBRARY_LOOPS_PAGE),
  skip: wholeNumber(0, 1_000_000).default(0),
  order: z.enum(['asc', 'desc']).default('desc'),
  approval: z.enum(['approved']).default('approved'),
  creatorId: IdSchema.optional(),
  category: CategoriesSchema,
  /** Only loops of this pack. */
  pack: IdSchema.optional(),
  /** Part of a name, in any case. */
  search: z.string().max(80).optional(),
  /** Loops that sound most like this one of the library first, without it and those that were not measured. */
  like: IdSchema.optional(),
});
export type LibraryLoopsQuery = z.infer<typeof LibraryLoopsQuerySchema>;

export const LibraryLoopsSchema = z.object({ loops: z.array(LoopSchema), total: z.int() });

export const LibraryRandomQuerySchema = z.strictObject({
  category: LibraryCategorySchema.optional(),
  pack: IdSchema.optional(),
});

/** A family of loops that share tempo, key and character. */
export const PackSchema = z.object({
  id: IdSchema,
  name: z.string(),
  description: z.string(),
  bps: BpsSchema,
  root: RootSchema,
  scale: ScaleSchema,
  loopCount: z.int(),
  /** Of a partner's collection only: what unlocks it, whose it is, and what may be done with it. */
  collection: z
    .object({
      product: ProductSchema,
      partner: z.string(),
      licence: CollectionLicenceSchema,
      /** Does the caller hold it? Left out in the manifest. */
      isOwned: z.boolean().optional(),
    })
    .optional(),
});
export type Pack = z.infer<typeof PackSchema>;

export const LibraryCategoryCountSchema = z.object({
  slug: LibraryCategorySchema,
  title: z.string(),
  loopCount: z.int(),
});

export const LibraryCreatorSchema = z.object({ creatorId: z.string(), loopCount: z.int() });

/** A rifff that comes with the house, so that a fresh server has something to play. */
export const StarterRifffSchema = z.object({ id: IdSchema, title: z.string(), rifff: RifffSchema });
export type StarterRifff = z.infer<typeof StarterRifffSchema>;

/** A file beside the manifest: no absolute path and no way up. */
const FileSchema = z.string().regex(/^(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/);

/** A loop of the house: `file` is its Ogg beside the manifest, `family` the id of its pack. */
const StarterLoopSchema = LoopSchema.extend({ file: FileSchema });
export type StarterLoop = z.infer<typeof StarterLoopSchema>;

/**
 * `assets/starter/manifest.json`: the packs, loops and rifffs that come with the house. A pack's `loopCount`
 * may be left out, for the server counts. A rifff's `loops` may be empty, for the server embeds them by id.
 */
export const StarterManifestSchema = z.object({
  packs: z.array(PackSchema.partial({ loopCount: true })),
  loops: z.array(StarterLoopSchema),
  rifffs: z.array(StarterRifffSchema),
});
export type StarterManifest = z.infer<typeof StarterManifestSchema>;
