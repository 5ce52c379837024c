/**
 * What a rifff must satisfy to be committed and a loop to be uploaded, beyond the shapes of their schemas, and the form
 * of each that is stored and compared. Source: the product's model rules 1 and 4 to 8.
 */
import { foreignColourCode } from '../../contract/colours.ts';
import { UNKNOWN_KEYS_MAX_BYTES } from '../../contract/constants.ts';
import { MAX_TIME_MS } from '../../contract/fields.ts';
import { type Loop, LoopSchema } from '../../contract/loop.ts';
import {
  PitchShiftSettingsSchema,
  PlaybackSlotSchema,
  PlayingSlotSchema,
  type Rifff,
  RifffSchema,
  type RifffState,
  RifffStateSchema,
  SlotEffectsSchema,
} from '../../contract/rifff.ts';
import { canonicalJson } from '../oneOrder.ts';
import { clampPlaybackRate, loopFrames } from '../time/timing.ts';

/** Objects and lists inside each other, the rifff itself counted. */
const MAX_RIFFF_DEPTH = 16;
/** `#` or 0x and eight hex digits, with room to spare. */
const MAX_COLOUR_CHARACTERS = 16;

/** What the server alone says about a rifff: whatever a client sends under these names is left out. */
const SERVER_KEYS = [
  // Its author's only where it is no colour of the house: `authoredRifff` puts that one back.
  'colour',
  'jamId',
  'created',
  'clientCreated',
  'userName',
  'creators',
  'loops',
  'layerColours',
  'magnitude',
  'brightness',
  'peakData',
  'originalId',
  'access',
  'license',
  'isRemoved',
  'saleInfo',
  'importedNames',
  'isImported',
  'url',
  'endpoint',
] as const;

const SERVER_KEY_SET = new Set<string>(SERVER_KEYS);
const keysOf = (schema: { shape: object }) => new Set(Object.keys(schema.shape));
const KNOWN = {
  rifff: keysOf(RifffSchema),
  state: keysOf(RifffStateSchema),
  playback: keysOf(PlaybackSlotSchema),
  slot: keysOf(PlaybackSlotSchema.shape.slot),
  current: keysOf(PlayingSlotSchema),
  pitch: keysOf(PitchShiftSettingsSchema),
  effects: keysOf(SlotEffectsSchema),
};

/** A rifff as its author made it: what is stored, before the server adds what it alone says. */
export type AuthoredRifff = Pick<Rifff, '_id' | 'state' | 'scale' | 'root' | 'colour'> & {
  readonly parent: NonNullable<Rifff['parent']> | null;
};

/** Why a document may not be stored: the field, and what is wrong with it in plain words. */
interface DocumentFault {
  readonly field: string;
  readonly reason: string;
}

/** PostgreSQL stores half of a surrogate pair in JSON, and then fails to read any field of the document. */
function textFault(text: string, field: string): DocumentFault | null {
  if (text.includes('\0')) return { field, reason: 'must not hold a null character' };
  return /\p{Surrogate}/u.test(text) ? { field, reason: 'must not hold half a character' } : null;
}

/** The first thing below `value` that cannot be stored and read back as it is. */
function valueFault(value: unknown, field: string, depth: number): DocumentFault | null {
  if (typeof value === 'string') return textFault(value, field);
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? null
      : { field, reason: 'must be a number that is not endless' };
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MAX_RIFFF_DEPTH) return { field, reason: 'is nested too deeply' };
  for (const [key, inner] of Object.entries(value)) {
    const fault = textFault(key, field) ?? valueFault(inner, `${field}.${key}`, depth + 1);
    if (fault) return fault;
  }
  return null;
}

const encoder = new TextEncoder();

/** What a member or an item counts for besides its bytes: reading and writing it takes that much longer. */
const MEMBER_BYTES = 24;

/** Bytes of the keys of an object that are not known, as JSON. */
function unknownBytes(value: object, known: ReadonlySet<string>): number {
  let bytes = 0;
  for (const [key, inner] of Object.entries(value)) {
    if (known.has(key)) continue;
    const text = `${JSON.stringify(key)}:${JSON.stringify(inner)},`;
    bytes += encoder.encode(text).length + MEMBER_BYTES * (text.match(/[,[{]/g)?.length ?? 0);
  }
  return bytes;
}

function allUnknownBytes(rifff: AuthoredRifff): number {
  let bytes = unknownBytes(rifff, KNOWN.rifff) + unknownBytes(rifff.state, KNOWN.state);
  for (const place of rifff.state.playback) {
    bytes += unknownBytes(place, KNOWN.playback) + unknownBytes(place.slot, KNOWN.slot);
    const { current } = place.slot;
    if (!current) continue;
    bytes += unknownBytes(current, KNOWN.current);
    bytes += unknownBytes(current.pitchShiftSettings, KNOWN.pitch);
    bytes += unknownBytes(current.effects ?? {}, KNOWN.effects);
  }
  return bytes;
}

/** A state whose slots play at 0.5 to 2 times their speed, in steps of 0.25, whatever was posted. */
function heldRates(state: RifffState): RifffState {
  const playback = state.playback.map((place) => {
    const { current } = place.slot;
    if (!current) return place;
    const playbackRate = clampPlaybackRate(current.playbackRate);
    return { ...place, slot: { ...place.slot, current: { ...current, playbackRate } } };
  });
  return { ...state, playback };
}

/**
 * The part of a posted rifff that is its author's: without loops, derived and server-stamped keys. Playback rates are
 * held to what a rifff may have; a colour is the author's only when the house has no such colour.
 */
export function authoredRifff(rifff: Rifff): AuthoredRifff {
  const kept = Object.entries(rifff).filter(([key]) => !SERVER_KEY_SET.has(key));
  const colour = foreignColourCode(rifff.colour);
  return {
    parent: null,
    ...Object.fromEntries(kept),
    state: heldRates(rifff.state),
    ...(colour !== undefined && { colour }),
  } as unknown as AuthoredRifff;
}

/**
 * What keeps a posted rifff from being stored, or null. `rifff` has passed `RifffSchema`. Loops, parent
 * and access need the database and are judged by the service.
 */
export function postedRifffFault(rifff: Rifff): DocumentFault | null {
  const authored = authoredRifff(rifff);
  const fault = valueFault(authored, 'rifff', 1) ?? textFault(rifff.colour ?? '', 'rifff.colour');
  if (fault) return fault;
  if (rifff.created < 0 || rifff.created > MAX_TIME_MS) {
    return { field: 'rifff.created', reason: 'must be a time in milliseconds since 1970' };
  }
  if ((rifff.colour?.length ?? 0) > MAX_COLOUR_CHARACTERS) {
    return {
      field: 'rifff.colour',
      reason: `must have at most ${MAX_COLOUR_CHARACTERS} characters`,
    };
  }
  if (allUnknownBytes(authored) > UNKNOWN_KEYS_MAX_BYTES) {
    return { field: 'rifff', reason: `may carry ${UNKNOWN_KEYS_MAX_BYTES} bytes of unknown keys` };
  }
  return null;
}

/**
 * JSON that is the same for the same rifff, whatever the order of its keys: what the digest of a commit
 * is taken over. What the server stamps or derives is not in it, so that a retry equals the first try and
 * a rifff that was read back equals the one that was posted.
 */
export function canonicalRifff(authored: AuthoredRifff): string {
  return canonicalJson(authored);
}

/** What the server alone says about a loop: whatever a client sends under these names is left out. */
const LOOP_SERVER_KEYS = new Set([
  // Its author's only where it is no colour of the house: `authoredLoop` puts that one back.
  'primaryColour',
  'creatorUserName',
  'created',
  'clientCreated',
  'url',
  'endpoint',
  'cdn_attachments',
  'isLibraryLoop',
  'isRandom',
  'isRemoved',
  'family',
  'collection',
  'frames',
  'loudnessLufs',
  'chroma',
  'peaks',
  'bands',
  'flatness',
  'crest',
  'timbre',
  'access',
  'license',
]);
const LOOP_KNOWN = keysOf(LoopSchema);

/** A loop as its author made it: what is stored, before the server adds what it alone says. */
export type AuthoredLoop = Pick<
  Loop,
  | '_id'
  | 'name'
  | 'startOffsetSamples'
  | 'barLength'
  | 'length16ths'
  | 'bps'
  | 'sampleRate'
  | 'category'
  | 'primaryColour'
>;

/** The part of a posted loop that is its author's. */
export function authoredLoop(loop: Loop): AuthoredLoop {
  const kept = Object.entries(loop).filter(([key]) => !LOOP_SERVER_KEYS.has(key));
  const primaryColour = foreignColourCode(loop.primaryColour);
  return {
    ...Object.fromEntries(kept),
    ...(primaryColour !== undefined && { primaryColour }),
  } as unknown as AuthoredLoop;
}

/** What keeps a posted loop from being stored, or null; its sound is judged by the service. */
export function postedLoopFault(authored: AuthoredLoop): DocumentFault | null {
  const fault = valueFault(authored, 'metadata', 1);
  if (fault) return fault;
  if (unknownBytes(authored, LOOP_KNOWN) > UNKNOWN_KEYS_MAX_BYTES) {
    const reason = `may carry ${UNKNOWN_KEYS_MAX_BYTES} bytes of unknown keys`;
    return { field: 'metadata', reason };
  }
  return null;
}

/** JSON that is the same for the same loop, whatever the order of its keys. */
export function canonicalLoop(authored: AuthoredLoop): string {
  return canonicalJson(authored);
}

/**
 * Does a file hold what a loop declares: one pass, from its start on, to within a frame?
 * @param file frames and frames per second, as they were really decoded
 */
export function loopLengthFault(
  loop: AuthoredLoop,
  file: { readonly frames: number; readonly sampleRate: number },
): string | null {
  if (Math.round(loop.sampleRate) !== file.sampleRate) {
    return `declares ${loop.sampleRate} Hz and has ${file.sampleRate} Hz`;
  }
  const declared = loopFrames(loop.length16ths, loop.bps, file.sampleRate);
  const real = file.frames - loop.startOffsetSamples;
  if (Math.abs(real - declared) <= 1) return null;
  return `declares ${declared} frames from ${loop.startOffsetSamples} on and has ${Math.max(0, real)}`;
}
