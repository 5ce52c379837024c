/** Sound that accounts upload: what may come, and what a track is. */

import * as z from 'zod';
import { TRACK_LIST_PAGE } from './constants.ts';
import { IdSchema, plainName, timeMs, wholeNumber } from './fields.ts';
import { LoopSchema } from './loop.ts';

export {
  MAX_PLUS_TRACK_SEC,
  MAX_SOUND_CHANNELS,
  MAX_SOUND_RATE_HZ,
  MAX_SOUND_SEC,
  MIN_SOUND_RATE_HZ,
  TRACK_LIST_PAGE,
} from './constants.ts';

/** Ogg Vorbis of a loop or a track: 300 s at the best quality fit in. */
export const MAX_SOUND_BYTES = 32 * 1024 * 1024;
/** FLAC master of a loop: 300 s of stereo in 24 bits at 48 kHz fit in. */
export const MAX_MASTER_BYTES = 96 * 1024 * 1024;
/** File of such a track: 1800 s of Ogg Vorbis at 447 kbit/s fit in. */
export const MAX_PLUS_TRACK_BYTES = 96 * 1024 * 1024;
/** Samples of all channels together: what 300 s of stereo at 48 kHz have, for that is what is played. */
export const MAX_SOUND_SAMPLES = 28_800_000;
/** `metadata` of a form, as JSON. */
export const MAX_METADATA_BYTES = 32 * 1024;

const MetadataField = z.string().max(MAX_METADATA_BYTES).describe('A document as JSON');

/** `file` is Ogg Vorbis, `master` FLAC of the same length, `metadata` the Loop document without attachments. */
export const LoopFormSchema = z.object({
  file: z.file(),
  master: z.file().optional(),
  metadata: MetadataField,
});
/** `loop`: the id that the document has, so that one which is there already is not refused for its length. */
export const LoopUploadQuerySchema = z.strictObject({ loop: IdSchema.optional() });
export const LoopUploadSchema = z.object({ id: IdSchema, loop: LoopSchema });
export type LoopUpload = z.infer<typeof LoopUploadSchema>;

/** A track as its maker describes it. */
export const TrackMetadataSchema = z.strictObject({
  _id: IdSchema,
  name: plainName(120).default(''),
});

/** A whole piece of sound that is no loop: in a jam, or pinned to a profile. */
export const TrackSchema = z.object({
  id: IdSchema,
  name: z.string(),
  user_id: z.string(),
  /** Milliseconds since the epoch. */
  created: z.number(),
  /** Relative address. */
  url: z.string(),
  mime: z.string(),
  durationSec: z.number(),
  /** Base64 of 1024 bytes, as a loop has them. */
  peaks: z.string(),
});
export type Track = z.infer<typeof TrackSchema>;

export const TrackParamsSchema = z.object({ id: IdSchema, trackId: IdSchema });
/** Strictly older than a time; newest first, ties by id, descending. */
export const JamTracksQuerySchema = z.strictObject({
  pageSize: wholeNumber(1, 100).default(TRACK_LIST_PAGE),
  fromCreatedTime: timeMs.optional(),
});

/** `file` is Ogg Vorbis or FLAC. */
export const TrackFormSchema = z.object({ file: z.file(), metadata: MetadataField });
/** `metadata` may be left out: the track then has no name. */
export const PinnedTrackFormSchema = z.object({
  file: z.file(),
  metadata: MetadataField.optional(),
});
