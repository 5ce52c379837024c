/** How far a rifff is moved in tempo and key to go with the one that is heard, and the document that sounds so. */
import type { PlayingSlot, Rifff } from '../../contract/rifff.ts';
import { keyShift, UNPITCHED } from '../arranging/scales.ts';
import { rifffBars, slotLoopBps, slotSpeed } from '../time/timing.ts';

/** What the listener wishes. */
export interface MatchWish {
  readonly tempo: boolean;
  readonly key: boolean;
}

/** Where a rifff is moved to. */
export interface RifffMatch {
  /** Quarter notes per second. */
  readonly bps: number;
  /** Whole semitones, by which root and rings move; drums stay. */
  readonly semitones: number;
}

/** A rifff is sped up or slowed down by this share at most: beyond it stretched sound is no longer its maker's. */
export const MATCH_TEMPO_SHARE = 0.12;
/** It is moved by so many semitones at most: a minor third, as voices bear it. */
export const MATCH_SEMITONES = 3;

/** Half and double time go together as well. */
const RATIOS = [1, 0.5, 2] as const;
const SAME = 1e-9;

/** The tempo that goes with `heard` (as fast, half or twice as fast) and is near enough to `own`, else `own`. */
function tempoFor(own: number, heard: number): number {
  const near = (bps: number) => Math.abs(Math.log(bps / own));
  const [best] = RATIOS.map((ratio) => heard * ratio).sort((a, b) => near(a) - near(b));
  return Math.abs(best! / own - 1) <= MATCH_TEMPO_SHARE + SAME ? best! : own;
}

/**
 * Where a rifff goes to fit the one that is heard, or null where it stays as it is: not wished, in tempo and key
 * already, too far away, or of another length then (rule 11: very slow ones have fewer bars). Too far is not moved in
 * part: half a match is out of time as well.
 *
 * @param heard as it sounds, after its own match
 */
export function matchTo(rifff: Rifff, heard: Rifff, wish: MatchWish): RifffMatch | null {
  if (rifff._id === heard._id) return null;
  const own = rifff.state.bps;
  const bps = wish.tempo ? tempoFor(own, heard.state.bps) : own;
  const from = { root: rifff.root, scale: rifff.scale };
  const semitones = wish.key ? keyShift(from, heard, MATCH_SEMITONES) : 0;
  if (Math.abs(bps - own) < SAME && semitones === 0) return null;
  const match = { bps, semitones };
  return rifffBars(matched(rifff, match)) === rifffBars(rifff) ? match : null;
}

function matchedSlot(rifff: Rifff, slot: PlayingSlot, match: RifffMatch): PlayingSlot {
  const loop = rifff.loops.find(({ _id }) => _id === slot.currentLoop);
  if (!loop) return slot;
  const { timeStretch, shiftSemitones } = slot.pitchShiftSettings;
  const isMoved = Math.abs(match.bps - rifff.state.bps) > SAME;
  const speed = slotSpeed(rifff.state.bps, slotLoopBps(slot, loop), slot.playbackRate);
  // Where pitch followed speed it keeps the pitch that its maker heard, whatever the tempo is now.
  const kept = isMoved && !timeStretch ? 12 * Math.log2(speed) : 0;
  const isPitched = !UNPITCHED.has(slot.category ?? loop.category);
  return {
    ...slot,
    pitchShiftSettings: {
      ...slot.pitchShiftSettings,
      timeStretch: timeStretch || isMoved,
      shiftSemitones: shiftSemitones + kept + (isPitched ? match.semitones : 0),
    },
  };
}

function matched(rifff: Rifff, match: RifffMatch): Rifff {
  const playback = rifff.state.playback.map((one) =>
    one.slot.current
      ? { ...one, slot: { ...one.slot, current: matchedSlot(rifff, one.slot.current, match) } }
      : one,
  );
  const root = (((rifff.root + match.semitones) % 12) + 12) % 12;
  return { ...rifff, root, state: { ...rifff.state, bps: match.bps, playback } };
}

const known = new WeakMap<Rifff, { match: RifffMatch; made: Rifff }>();

/**
 * The rifff as it sounds when it is matched; itself without a match. The same object for the same rifff and match: the
 * engine compares by identity. Ids, loops, levels and the number of bars stay.
 */
export function matchedRifff(rifff: Rifff, match: RifffMatch | null | undefined): Rifff {
  if (!match) return rifff;
  const before = known.get(rifff);
  if (before && before.match.bps === match.bps && before.match.semitones === match.semitones) {
    return before.made;
  }
  const made = matched(rifff, match);
  known.set(rifff, { match, made });
  return made;
}
