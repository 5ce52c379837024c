import * as z from 'zod';
import { MAX_LOOPS_PER_RIFFF } from './constants.ts';
import { CategoryWordSchema, IdSchema } from './fields.ts';
import { ImportedNameSchema } from './imported.ts';
import { BarLengthSchema, BpsSchema, LoopSchema, RootSchema, ScaleSchema } from './loop.ts';

export const PitchShiftSettingsSchema = z.looseObject({
  shiftSemitones: z.number().min(-48).max(48).default(0),
  timeStretch: z.boolean().default(false),
  /** Semitones that a loop may be moved to fit the rifff's key. */
  autoKeyMatchRange: z.int().min(0).max(12).optional(),
});

/** How a slot is placed in the mix; older readers ignore all of it. What is left out does nothing. */
export const SlotEffectsSchema = z.looseObject({
  /** −1 is left, 1 is right. */
  pan: z.number().min(-1).max(1).optional(),
  /** Corner of the high-pass, in Hz. */
  lowCutHz: z.number().min(20).max(20_000).optional(),
  /** Corner of the low-pass, in Hz. */
  highCutHz: z.number().min(20).max(20_000).optional(),
  /** Linear gain into the one shared reverb. */
  reverb: z.number().min(0).max(1).optional(),
  /** Linear gain into the one delay, which follows the tempo. */
  delay: z.number().min(0).max(1).optional(),
});
export type SlotEffects = z.infer<typeof SlotEffectsSchema>;

/** What a used slot plays. */
export const PlayingSlotSchema = z.looseObject({
  /** Id of the loop. */
  currentLoop: IdSchema,
  gain: z.number().min(0).max(16).default(1),
  on: z.boolean().default(true),
  type: z.literal('Looper').default('Looper'),
  /** Overrides the category of the loop. */
  category: CategoryWordSchema.optional(),
  playbackRate: z.number().min(0.25).max(4).default(1),
  pitchShiftSettings: PitchShiftSettingsSchema.default({ shiftSemitones: 0, timeStretch: false }),
  /** Corrected tempo of the loop, in quarter notes per second. */
  loopBps: BpsSchema.optional(),
  effects: SlotEffectsSchema.optional(),
});
export type PlayingSlot = z.infer<typeof PlayingSlotSchema>;

export const PlaybackSlotSchema = z.looseObject({
  slot: z.looseObject({ current: PlayingSlotSchema.nullable() }),
});
export type PlaybackSlot = z.infer<typeof PlaybackSlotSchema>;

export const RifffStateSchema = z.looseObject({
  /** Sixteenths in a bar. */
  barLength: BarLengthSchema,
  /** Quarter notes per second. */
  bps: BpsSchema,
  playback: z.array(PlaybackSlotSchema).length(MAX_LOOPS_PER_RIFFF),
});
export type RifffState = z.infer<typeof RifffStateSchema>;

const LineageSchema = z.object({ jamId: IdSchema, rifffId: IdSchema });

/** A rifff: up to eight loops, each in a slot. Immutable once committed; unknown keys are kept. */
export const RifffSchema = z.looseObject({
  _id: IdSchema,
  jamId: z.string().max(64).optional(),
  /** Milliseconds since the epoch. */
  created: z.number(),
  userName: z.string().max(64),
  creators: z.array(z.string().max(64)).optional(),
  state: RifffStateSchema,
  /** The loops that the slots name. */
  loops: z.array(LoopSchema).max(MAX_LOOPS_PER_RIFFF),
  scale: ScaleSchema.default(0),
  root: RootSchema.default(0),
  /** 8 hex digits, ARGB; the server answers that of its first ring unless another was brought (`colours.ts`). */
  colour: z.string().optional(),
  layerColours: z.array(z.string()).optional(),
  magnitude: z.number().optional(),
  brightness: z.number().optional(),
  peakData: z.array(z.number()).optional(),
  /** Set when another author's rifff was remixed. */
  originalId: IdSchema.optional(),
  parent: LineageSchema.nullable().optional(),
  /** Only from the server: what people are called who came along with an imported jam, by what the rifff calls them. */
  importedNames: z.record(z.string(), ImportedNameSchema).optional(),
  /** Only from the server: it came with an import, and `created` is what its source said. Left out otherwise. */
  isImported: z.boolean().optional(),
  /** Only from the server, and only while it is on sale: the price in yocto. */
  saleInfo: z.object({ sale_conditions: z.string() }).optional(),
});
export type Rifff = z.infer<typeof RifffSchema>;
