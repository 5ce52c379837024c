import * as z from 'zod';
import { cleanName } from './cleanText.ts';
import {
  MAX_BAR_LENGTH_16THS,
  MAX_BPS,
  MAX_LOOP_LENGTH_16THS,
  MIN_BAR_LENGTH_16THS,
  MIN_BPS,
} from './constants.ts';
import { CategoryWordSchema, IdSchema } from './fields.ts';

export const BpsSchema = z.number().min(MIN_BPS).max(MAX_BPS);
export const BarLengthSchema = z.int().min(MIN_BAR_LENGTH_16THS).max(MAX_BAR_LENGTH_16THS);
const Length16thsSchema = z.int().min(1).max(MAX_LOOP_LENGTH_16THS);
export const RootSchema = z.int().min(0).max(11);
export const ScaleSchema = z.int().min(0).max(17);

/** One encoded file of a loop. `url` and `endpoint` are computed for each answer. */
const AttachmentSchema = z.looseObject({
  url: z.string().optional(),
  endpoint: z.string().optional(),
  key: z.string().optional(),
  length: z.number().nonnegative().optional(),
  mime: z.string().optional(),
});
export type Attachment = z.infer<typeof AttachmentSchema>;

/**
 * A loop: a few bars of audio. Immutable once stored; unknown keys are kept.
 * Seconds = length16ths / (4 · bps); frames in the file = round(seconds · sampleRate) from `startOffsetSamples`.
 */
export const LoopSchema = z.looseObject({
  _id: IdSchema,
  /** What a person calls it. */
  name: z.string().max(120).overwrite(cleanName).optional(),
  creatorUserName: z.string().max(64),
  /** Milliseconds since the epoch. */
  created: z.number(),
  url: z.string().optional(),
  cdn_attachments: z
    .looseObject({ oggAudio: AttachmentSchema.optional(), flacAudio: AttachmentSchema.optional() })
    .optional(),
  startOffsetSamples: z.int().nonnegative().default(0),
  /** The metre of the jam that it comes from, in sixteenths; never its length. */
  barLength: BarLengthSchema,
  length16ths: Length16thsSchema,
  bps: BpsSchema,
  sampleRate: z.number().min(8000).max(192_000),
  /** Frames of one pass in the file. */
  frames: z.int().positive().optional(),
  /** A slug of `categories.ts`, or `?`; other people's data may hold other words. */
  category: CategoryWordSchema.default('?'),
  isLibraryLoop: z.boolean().optional(),
  isRandom: z.boolean().optional(),
  /** Made by the synthesiser of the house, out of this order (`making.ts`). */
  made: z.looseObject({ version: z.int(), family: z.string().max(64), seed: z.int() }).optional(),
  /** 8 hex digits, ARGB; the server answers that of the category unless another was brought (`colours.ts`). */
  primaryColour: z.string().max(16).optional(),
  /** The pack that it belongs to: loops of one family always fit together. */
  family: z.string().max(64).optional(),
  root: RootSchema.optional(),
  scale: ScaleSchema.optional(),
  /** What its maker allowed when it was made: slugs of `accountOptions.ts`. */
  access: z.string().max(32).optional(),
  license: z.string().max(64).optional(),
  /** The collection of a partner that it is in; only its holders may take the loop away as a file. */
  collection: z.object({ product: z.string().max(64), name: z.string().max(120) }).optional(),
  /** Integrated loudness in LUFS (ITU-R BS.1770-4), measured once. */
  loudnessLufs: z.number().min(-120).max(20).optional(),
  /** Energy of the pitch classes from C to B, as shares of all energy between 40 and 4200 Hz; noise has little. */
  chroma: z.array(z.number().min(0).max(1)).length(12).optional(),
  /**
   * Base64 of 1024 bytes: the largest magnitude in each bin over the loop, 255 is the loop's own maximum. In lists
   * of rifffs 32 to 128 bytes, out of which the loop's ring is cut alike.
   */
  peaks: z.string().max(4096).optional(),
  /** Base64 of 4 × 256 bytes: RMS envelopes of low, low-mid, high-mid and high bands over the loop. Not in lists. */
  bands: z.string().max(4096).optional(),
  /**
   * Base64, a byte for each sixteenth, or 256 at equal distances where it has more: the flatness of the spectrum there,
   * as 255 · √flatness. 0 is a tone or silence, noise is near 255. Not in lists.
   */
  flatness: z.string().max(344).optional(),
  /** The same for its crest, the peak of the spectrum over its RMS, times eight: 255 is a tone, 0 silence. Not in lists. */
  crest: z.string().max(344).optional(),
  /**
   * Base64 of 26 bytes: means, then standard deviations, of 13 MFCCs over the sixteenths (`dsp/spectralShape.ts` has the
   * scale). All 0 is silence. The server keeps it to compare loops and does not send it.
   */
  timbre: z.string().max(36).optional(),
  /** Lists carry this in the place of `bands`: the centre of the bands by amplitude, 0 is low and 1 is high. */
  brightness: z.number().min(0).max(1).optional(),
});
export type Loop = z.infer<typeof LoopSchema>;
