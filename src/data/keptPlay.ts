/**
 * What the instruments hold, kept on this device: the steps of the pads and the phrase of the keys, with their
 * sounds. In local storage, because it is small and has to be written before a page is gone.
 */
import './contract/jitless.ts';
import { z } from 'zod';
import { keptText } from './keptText.ts';
import { PHRASE_MAX_BARS, PHRASE_MIN_BARS, QUANTISE_STEPS } from './rules/instruments/phrase.ts';
import { PAD_COUNT, STEP_BARS, SWING_MOST, SWING_STRAIGHT } from './rules/instruments/steps.ts';

const KEY = 'rondo/instruments';
/** Sixteenths in a bar of any metre that a draft can have, with room to spare. */
const MAX_BAR_LENGTH = 64;
/** More notes than hands play into eight bars. */
const MAX_NOTES = 4096;

const StepLevelSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const BarLengthSchema = z.int().min(1).max(MAX_BAR_LENGTH);

const PatternSchema = z
  .object({
    bars: z.literal(STEP_BARS),
    barLength: BarLengthSchema,
    swing: z.number().min(SWING_STRAIGHT).max(SWING_MOST),
    cells: z.array(z.array(StepLevelSchema).readonly()).length(PAD_COUNT).readonly(),
  })
  .refine(({ bars, barLength, cells }) => cells.every((row) => row.length === bars * barLength));

const NoteSchema = z.object({
  midi: z.int().min(0).max(127),
  start16ths: z.number().min(0),
  length16ths: z.number().positive(),
  velocity: z.number().min(0).max(1),
  pass: z.int().min(0),
});

const PhraseSchema = z
  .object({
    bars: z.int().min(PHRASE_MIN_BARS).max(PHRASE_MAX_BARS),
    barLength: BarLengthSchema,
    quantise: z.literal(QUANTISE_STEPS),
    notes: z.array(NoteSchema).max(MAX_NOTES).readonly(),
  })
  .refine(({ bars, barLength, notes }) =>
    notes.every(
      ({ start16ths, length16ths }) =>
        start16ths < bars * barLength && length16ths <= bars * barLength,
    ),
  );

const SynthSchema = z.object({
  cutoffHz: z.number().min(20).max(20_000),
  resonance: z.number().min(0).max(1),
  attackSec: z.number().min(0.0005).max(10),
  decaySec: z.number().min(0.0005).max(10),
  releaseSec: z.number().min(0.0005).max(10),
});

const perPatch = <Schema extends z.ZodType>(schema: Schema) =>
  z.object({ bass: schema, lead: schema, pad: schema, pluck: schema });

const KeptPadsSchema = z.object({
  kit: z.string().max(40),
  pattern: PatternSchema,
  /** Has a person changed the pattern? */
  isTouched: z.boolean(),
});
const KeptKeysSchema = z.object({
  patch: z.enum(['bass', 'lead', 'pad', 'pluck']),
  settings: perPatch(SynthSchema),
  octaves: perPatch(z.int().min(0).max(10)),
  phrase: PhraseSchema,
});

type KeptPads = z.infer<typeof KeptPadsSchema>;
type KeptKeys = z.infer<typeof KeptKeysSchema>;

export interface KeptPlay {
  readonly pads?: KeptPads;
  readonly keys?: KeptKeys;
}

/** What was kept, read part by part: one that is broken is left out, the other is there all the same. */
export function readKeptPlay(text: string | null): KeptPlay {
  if (text === null) return {};
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return {};
  }
  const parts = z
    .object({ pads: z.unknown().optional(), keys: z.unknown().optional() })
    .safeParse(found);
  if (!parts.success) return {};
  const pads = KeptPadsSchema.safeParse(parts.data.pads);
  const keys = KeptKeysSchema.safeParse(parts.data.keys);
  return { ...(pads.success && { pads: pads.data }), ...(keys.success && { keys: keys.data }) };
}

/** Reads what this device keeps; nothing where storage is refused. */
export const loadKeptPlay = (): KeptPlay => readKeptPlay(keptText(KEY));

/** Keeps it on this device. @returns whether the device took it */
export function saveKeptPlay(kept: Required<KeptPlay>): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    return true;
  } catch (cause) {
    console.warn('This device could not keep what the instruments hold', cause);
    return false;
  }
}
