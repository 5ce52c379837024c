/**
 * A look as a document: layers that draw a rifff, and what moves them. No code, no address, nothing that is fetched.
 * Numbers are whole thousandths, so that a document reads the same everywhere.
 */
import { z } from 'zod';
import {
  FINISH_MOVES,
  finishMoves,
  isLayerMod,
  LOOK_GROUNDS,
  LOOK_PARAMETERS,
  LOOK_SOURCES,
  MOST_CHOICES,
  MOST_FINISHES,
  MOST_LAYERS,
  MOST_MODS,
  RING_DRAWINGS,
} from './stageLooks.ts';

export const LOOK_VERSION = 1;
export const MAX_LOOK_BYTES = 8192;
const MAX_NAME_LENGTH = 60;

const share = z.int().min(0).max(1000);
const parameters = Object.fromEntries(
  LOOK_PARAMETERS.map((name) => [name, share.optional()]),
) as Record<(typeof LOOK_PARAMETERS)[number], z.ZodOptional<typeof share>>;

const LayerSchema = z.discriminatedUnion('source', [
  z.strictObject({
    source: z.literal('rings'),
    drawn: z.enum(RING_DRAWINGS),
    /** Radius as a share of the picture's. */
    size: z.int().min(100).max(1000).default(1000),
    /** Mirrored parts that the circle is folded into; 1 is unfolded. */
    wedges: z.int().min(1).max(16).default(1),
    /** Sixteenth of the turn that is folded. */
    part: z.int().min(0).max(15).default(0),
    ...parameters,
  }),
  /** Earlier rifffs as lines round the rings. */
  z.strictObject({ source: z.literal('growth'), ...parameters }),
  /** The rifff's own edge, sent outwards by every beat. */
  z.strictObject({ source: z.literal('echo'), ...parameters }),
  /** A flight through the rifff and those before it. */
  z.strictObject({ source: z.literal('flight'), ...parameters }),
]);
export type LookLayer = z.infer<typeof LayerSchema>;

const layerIndex = z
  .int()
  .min(0)
  .max(MOST_LAYERS - 1);

/** What the source gives, times `amount`, is added to the base of what is moved. */
const moved = {
  source: z.enum(LOOK_SOURCES),
  amount: z.int().min(-1000).max(1000),
  /** Milliseconds that a move over the whole range takes at least. */
  rise: z.int().min(0).max(10_000).default(0),
  fall: z.int().min(0).max(10_000).default(0),
};

/** Moves a parameter of a layer, or a value of a finish. */
const ModSchema = z.union([
  z.strictObject({ layer: layerIndex, value: z.enum(LOOK_PARAMETERS), ...moved }),
  z.strictObject({
    finish: z
      .int()
      .min(0)
      .max(MOST_FINISHES - 1),
    value: z.enum(FINISH_MOVES),
    ...moved,
  }),
]);
export type LookMod = z.infer<typeof ModSchema>;
export type LayerMod = Extract<LookMod, { layer: number }>;
export type FinishMod = Extract<LookMod, { finish: number }>;

/** Changes a layer of rings by whole bars. */
const ChoiceSchema = z.strictObject({
  layer: layerIndex,
  value: z.enum(['wedges', 'part']),
  everyBars: z.int().min(1).max(16),
  of: z.array(z.int().min(0).max(16)).min(2).max(8),
});
export type LookChoice = z.infer<typeof ChoiceSchema>;

/** Where the look is seen from (`LookCamera`); left out, straight from above. */
const CameraSchema = z.strictObject({ tilt: share, turn: share.default(0) });

/** The whole picture once more beside itself. The turn says which way from twelve o'clock, clockwise. */
const beside = { distance: share.default(400), turn: share.default(375) };
/** A screen in the colour of the ground: how wide and how far apart it is, and how it is turned. */
const screen = { width: share.default(400), pitch: share.default(300), turn: share.default(0) };

/** What is done to the whole picture after its layers, and after its camera. */
const FinishSchema = z.discriminatedUnion('kind', [
  /** Everything casts one hard shadow on the ground. */
  z.strictObject({ kind: z.literal('shadow'), ...beside }),
  /** Every ink is printed twice: first its pair, out of register. */
  z.strictObject({ kind: z.literal('plates'), ...beside }),
  z.strictObject({ kind: z.literal('lines'), ...screen }),
  z.strictObject({ kind: z.literal('dots'), ...screen }),
]);
export type LookFinish = z.infer<typeof FinishSchema>;

/** @see readLook, which also says in words what is wrong. */
export const LookSchema = z
  .strictObject({
    v: z.literal(LOOK_VERSION),
    name: z.string().trim().min(1).max(MAX_NAME_LENGTH),
    ground: z.enum(LOOK_GROUNDS),
    camera: CameraSchema.optional(),
    layers: z.array(LayerSchema).min(1).max(MOST_LAYERS),
    mods: z.array(ModSchema).max(MOST_MODS).default([]),
    choices: z.array(ChoiceSchema).max(MOST_CHOICES).default([]),
    /** In their order. Left out where there is none, as in documents from before there were any. */
    finish: z.array(FinishSchema).max(MOST_FINISHES).optional(),
  })
  .refine(
    ({ layers, mods }) => mods.every((mod) => !isLayerMod(mod) || mod.layer < layers.length),
    {
      path: ['mods'],
      message: 'names a layer that is not there',
    },
  )
  .refine(
    ({ finish = [], mods }) =>
      mods.every((mod) => {
        if (isLayerMod(mod)) return true;
        const one = finish[mod.finish];
        return one !== undefined && finishMoves(one.kind).includes(mod.value);
      }),
    { path: ['mods'], message: 'names a finish that is not there, or what of it cannot move' },
  )
  .refine(
    ({ layers, choices }) =>
      choices.every(
        ({ layer, value, of }) =>
          layers[layer]?.source === 'rings' &&
          (value === 'wedges' ? !of.includes(0) : !of.includes(16)),
      ),
    { path: ['choices'], message: 'names no layer of rings, or a value that it cannot have' },
  )
  .refine(({ finish = [] }) => new Set(finish.map(({ kind }) => kind)).size === finish.length, {
    path: ['finish'],
    message: 'has one kind twice',
  });
/** A look that was read: everything that was left out has its value. */
export type LookDocument = z.infer<typeof LookSchema>;
/** A look as it is written. */
export type WrittenLook = z.input<typeof LookSchema>;

/** What reading a look gives: the look, or why not, in one sentence. */
export type ReadLook =
  | { readonly look: LookDocument; readonly reason?: never }
  | { readonly look: null; readonly reason: string };

const refuse = (reason: string): ReadLook => ({ look: null, reason });

/** Of something that may be one of several kinds, what is wrong with the kind that it is nearest to. */
function plainest(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'> {
  if (issue.code !== 'invalid_union') return issue;
  const kinds: readonly (readonly z.core.$ZodIssue[])[] = issue.errors;
  const [nearest] = kinds.toSorted((a, b) => a.length - b.length);
  const first = nearest?.[0];
  return first ? { path: [...issue.path, ...first.path], message: first.message } : issue;
}

/**
 * Reads a look as JSON text. Never throws.
 * @returns the look, or one sentence that says what is wrong with the first thing that is
 */
export function readLook(text: string): ReadLook {
  if (new TextEncoder().encode(text).length > MAX_LOOK_BYTES) {
    return refuse(`A look may have ${MAX_LOOK_BYTES} bytes at most.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('This is not a look: it is no JSON.');
  }
  const version = (value as { v?: unknown } | null)?.v;
  if (typeof version === 'number' && Number.isInteger(version) && version > LOOK_VERSION) {
    return refuse('This look was made by a newer version of Rondo.');
  }
  const read = LookSchema.safeParse(value);
  if (read.success) return { look: read.data };
  const { path, message } = plainest(read.error.issues[0]!);
  const place = path.join('.');
  return refuse(`This look cannot be read: ${place && `${place}: `}${message}.`);
}
