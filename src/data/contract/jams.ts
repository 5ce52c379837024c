import * as z from 'zod';
import { RIFFF_LIST_PAGE } from './constants.ts';
import { IdSchema, plainName, timeMs, wholeNumber } from './fields.ts';
import { RifffSchema } from './rifff.ts';

/** A jam as lists and its own page show it. */
export const JamSchema = z.object({
  /** `band` + 10 hex for a room, the owner's `user_id` for a personal jam. */
  id: IdSchema,
  /** 64 hex digits; stands wherever `id` may. */
  longId: IdSchema,
  kind: z.enum(['personal', 'room']),
  name: z.string(),
  owner: z.string(),
  access: z.enum(['open', 'private']),
  created: z.number(),
  rifffCount: z.int(),
  isDemo: z.boolean(),
});
export type Jam = z.infer<typeof JamSchema>;

export const JamParamsSchema = z.object({ id: IdSchema });
export const JamRifffParamsSchema = z.object({ id: IdSchema, rifffId: IdSchema });
export const RemixParamsSchema = z.object({ id: IdSchema, originalId: IdSchema });

/** By page, or everything strictly older than a time; newest first, ties by id, descending. */
export const JamRifffsQuerySchema = z.strictObject({
  pageNo: wholeNumber(0, 1_000_000).default(0),
  pageSize: wholeNumber(1, 100).default(RIFFF_LIST_PAGE),
  fromCreatedTime: timeMs.optional(),
});
export const JamRifffsSchema = z.object({
  legacy_id: z.string(),
  name: z.string(),
  total: z.int(),
  rifffs: z.array(RifffSchema),
});

const RifffKeySchema = z.strictObject({ jamId: IdSchema, rifffId: IdSchema });
export const RifffsQueryBodySchema = z.strictObject({ rifffs: z.array(RifffKeySchema).max(100) });

/** The rifff is checked whole by `rules/sharing/posted.ts`: unknown keys inside it are kept up to 8 kB. */
export const PostRifffBodySchema = z.strictObject({ rifff: RifffSchema });
export const RifffIdSchema = z.object({ id: IdSchema, rifff: RifffSchema });
export const LibraryImportBodySchema = z.strictObject({ loopId: IdSchema });

/** One rifff of a line of descent. What the reader may not see stands without a name. */
const LineageEntrySchema = z.object({
  jamId: IdSchema,
  rifffId: IdSchema,
  isReadable: z.boolean(),
  /** Its maker's account was deleted; only its place in the line is left. */
  hasLeft: z.boolean(),
  user_id: z.string(),
  displayName: z.string(),
  created: z.number(),
  /** Its public share, if it has one. */
  shareId: z.string().nullable(),
  title: z.string(),
});
export type LineageEntry = z.infer<typeof LineageEntrySchema>;
export const RifffLineageSchema = z.object({
  /** From the parent upwards, at most 20. */
  ancestors: z.array(LineageEntrySchema),
  /** Its remixes and answers, newest first, at most 20. */
  children: z.array(LineageEntrySchema),
});
export type RifffLineage = z.infer<typeof RifffLineageSchema>;

export const ShareTitleSchema = plainName(80);
