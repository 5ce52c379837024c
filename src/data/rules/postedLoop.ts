/**
 * What a loop must satisfy to be uploaded, beyond the shapes of `LoopSchema`, and the form of it that is stored and
 * compared. Source: the product's model rules 1, 6 and 8.
 */
import { foreignColourCode } from '../contract/colours.ts';
import { UNKNOWN_KEYS_MAX_BYTES } from '../contract/constants.ts';
import { type Loop, LoopSchema } from '../contract/loop.ts';
import { type DocumentFault, sorted, unknownBytes, valueFault } from './postedRifff.ts';
import { loopFrames } from './timing.ts';

/** What the server alone says about a loop: whatever a client sends under these names is left out. */
const SERVER_KEYS = new Set([
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
  'frames',
  'loudnessLufs',
  'chroma',
  'peaks',
  'bands',
  'access',
  'license',
]);
const KNOWN = new Set(Object.keys(LoopSchema.shape));

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
  const kept = Object.entries(loop).filter(([key]) => !SERVER_KEYS.has(key));
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
  if (unknownBytes(authored, KNOWN) > UNKNOWN_KEYS_MAX_BYTES) {
    const reason = `may carry ${UNKNOWN_KEYS_MAX_BYTES} bytes of unknown keys`;
    return { field: 'metadata', reason };
  }
  return null;
}

/** JSON that is the same for the same loop, whatever the order of its keys. */
export function canonicalLoop(authored: AuthoredLoop): string {
  return JSON.stringify(sorted(authored));
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
