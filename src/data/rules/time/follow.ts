/**
 * Listening together: on which frame of this device's sound the rifff of a room begins, how far what is heard is off,
 * and what to do about it. Pure. A correction is a cross-faded splice at a bar, never a change of rate; it is bounded
 * in size and in how often it comes, and one that is larger than that is a fresh entry, as for a device that joins
 * late.
 *
 * All frames are of the audio context at 48 kHz. `phaseSec` counts on from the rifff's first frame without turning
 * over, because loops that do not divide a turn are in step only then.
 */
import { SAMPLE_RATE_HZ } from '../../contract/constants.ts';
import type { RoomTransport } from '../../contract/live.ts';
import { type RoomClock, roomTimeAt, uncertaintyMs } from './sharedClock.ts';

/** What is heard at a moment: at `performanceMs` of the page, context frame `frame` leaves the loudspeaker. */
export interface HeardAt {
  readonly performanceMs: number;
  readonly frame: number;
}

/** What the engine plays; `originFrame` is the context frame of the rifff's first frame. */
export interface Playing {
  readonly rifffId: string;
  readonly originFrame: number;
}

/** Drift under this is left alone: 4 ms. */
export const DRIFT_FRAMES = 192;
/** No splice moves the music by more: 25 ms. */
export const MAX_SPLICE_FRAMES = 1200;
/** From here on it is not drift; the music enters anew: 100 ms. */
export const ENTRY_FRAMES = 4800;
/** Time between two splices. */
export const SPLICE_GAP_MS = 4000;
/** Measurements that are looked at together; the median of them counts. */
const MEASURED = 9;
/** Fewest measurements that a splice needs. */
const MEASURED_MIN = 5;

/** Rifff seconds at a local time: grows while it plays, stands while it does not. */
export function phaseSecAt(transport: RoomTransport, clock: RoomClock, localMs: number): number {
  if (!transport.isPlaying) return transport.phaseSec;
  return transport.phaseSec + (roomTimeAt(clock, localMs) - transport.atMs) / 1000;
}

/**
 * Context frame on which the room's rifff began (or begins), so that what is heard now has the room's phase.
 * @returns a whole frame; negative when it began before the context did
 */
export function originFrameOf(transport: RoomTransport, clock: RoomClock, heard: HeardAt): number {
  const phaseSec = phaseSecAt(transport, clock, heard.performanceMs);
  return Math.round(heard.frame - phaseSec * SAMPLE_RATE_HZ);
}

/**
 * What to tell a room of music that is heard here, so that the others follow it: its phase on the room's clock now.
 */
export function phaseHeard(
  playing: Playing,
  clock: RoomClock,
  heard: HeardAt,
): Pick<RoomTransport, 'rifffId' | 'atMs' | 'phaseSec'> {
  return {
    rifffId: playing.rifffId,
    atMs: roomTimeAt(clock, heard.performanceMs),
    phaseSec: (heard.frame - playing.originFrame) / SAMPLE_RATE_HZ,
  };
}

/** What to do. `originFrame` is where the rifff's first frame shall lie. */
export type Step =
  | { readonly kind: 'stay' }
  /** Nothing plays here and something does in the room, or another rifff: enter in phase at once. */
  | { readonly kind: 'enter'; readonly rifffId: string; readonly originFrame: number }
  /** The right rifff plays in a phase of its own: cut to the right one at once. */
  | { readonly kind: 'cut'; readonly originFrame: number }
  /** Cross over to the right phase at the next bar. */
  | { readonly kind: 'splice'; readonly originFrame: number }
  /** The room is silent. */
  | { readonly kind: 'halt' };

/** What has been measured since the last correction; start with `NOT_MEASURED`. */
export interface Follow {
  /** Frames by which the music here is late, newest last. */
  readonly late: readonly number[];
  readonly correctedMs: number;
  readonly version: number;
}
export const NOT_MEASURED: Follow = {
  late: [],
  correctedMs: Number.NEGATIVE_INFINITY,
  version: -1,
};

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const STAY: Step = { kind: 'stay' };

/**
 * Measures how far the music here is off the room's and says what to do. Call it a few times a second.
 *
 * @param transport newest of the room; one of an older version than was seen changes nothing
 * @param playing what is heard here, or is about to be; null for silence
 * @param isBusy a correction or a change still waits for its boundary, or a recording is on: nothing is moved
 */
export function followStep(
  before: Follow,
  input: {
    readonly transport: RoomTransport;
    readonly clock: RoomClock | null;
    readonly heard: HeardAt;
    readonly playing: Playing | null;
    readonly isBusy: boolean;
  },
): { readonly follow: Follow; readonly step: Step } {
  const { transport, clock, heard, playing, isBusy } = input;
  if (transport.version < before.version) return { follow: before, step: STAY };
  const isNew = transport.version > before.version;
  const seen: Follow = isNew ? { ...before, late: [], version: transport.version } : before;
  if (transport.mode !== 'together' || !clock || isBusy) {
    return { follow: { ...seen, late: [] }, step: STAY };
  }
  const rifffId = transport.isPlaying ? transport.rifffId : null;
  if (rifffId === null) return { follow: seen, step: playing ? { kind: 'halt' } : STAY };
  const originFrame = originFrameOf(transport, clock, heard);
  const fresh: Follow = { ...seen, late: [], correctedMs: heard.performanceMs };
  if (playing?.rifffId !== rifffId) {
    return { follow: fresh, step: { kind: 'enter', rifffId, originFrame } };
  }
  const late = [...seen.late, playing.originFrame - originFrame].slice(-MEASURED);
  const off = median(late);
  const follow: Follow = { ...seen, late };
  const isSure = late.length >= MEASURED_MIN;
  const isFar = Math.abs(off) > ENTRY_FRAMES;
  if (isFar && (isNew || isSure)) return { follow: fresh, step: { kind: 'cut', originFrame } };
  const doubtFrames = (uncertaintyMs(clock, heard.performanceMs) * SAMPLE_RATE_HZ) / 1000;
  const isDue = heard.performanceMs - seen.correctedMs >= SPLICE_GAP_MS;
  // Half of the doubt: a clock that is hardly known must not make the music hop after its errors.
  const isWorth = Math.abs(off) > Math.max(DRIFT_FRAMES, doubtFrames / 2);
  if (isFar || !isSure || !isDue || !isWorth) return { follow, step: STAY };
  const move = Math.max(-MAX_SPLICE_FRAMES, Math.min(MAX_SPLICE_FRAMES, off));
  return {
    follow: fresh,
    step: { kind: 'splice', originFrame: playing.originFrame - move },
  };
}
