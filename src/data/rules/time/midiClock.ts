/**
 * The clock of MIDI 1.0 (24 ticks a quarter note, start, stop, continue, song position): laid out on the grid for
 * hardware that follows. What comes in is read in `midiClockIn.ts`. Pure. Source: MIDI 1.0 detailed specification, system
 * common and system real time messages.
 */
import { barFrames } from './timing.ts';

export const TICKS_PER_16TH = 6;
export const CLOCK = 0xf8;
export const START = 0xfa;
export const CONTINUE = 0xfb;
export const STOP = 0xfc;
export const SONG_POSITION = 0xf2;
/** Song positions are of 14 bits; a longer song begins anew. */
const MAX_16THS = 16_384;

/** Tempo, metre and first frame of music; frames at 48 kHz. */
interface Beat {
  readonly originFrame: number;
  readonly bps: number;
  readonly barLength: number;
}

/** A message and the context frame on which it shall arrive. */
export interface TimedMessage {
  readonly frame: number;
  readonly bytes: readonly number[];
}

/** Frame of a tick counted from the first frame of the music; whole, and exact on every bar. */
export function tickFrame({ originFrame, bps, barLength }: Beat, tick: number): number {
  return (
    originFrame + Math.round((tick * barFrames(barLength, bps)) / (barLength * TICKS_PER_16TH))
  );
}

/** First tick at or after a frame. */
export function tickAfter(beat: Beat, frame: number): number {
  const perBar = barFrames(beat.barLength, beat.bps);
  const ticks = beat.barLength * TICKS_PER_16TH;
  let tick = Math.floor(((frame - beat.originFrame) * ticks) / perBar) - 1;
  while (tickFrame(beat, tick) < frame) tick += 1;
  return tick;
}

/** `start` for the top of the music, else song position and `continue`, sent just before the tick that they name. */
function locate(sixteenth: number, frame: number): TimedMessage[] {
  if (sixteenth === 0) return [{ frame, bytes: [START] }];
  const position = ((sixteenth % MAX_16THS) + MAX_16THS) % MAX_16THS;
  const bytes = [SONG_POSITION, position & 0x7f, position >> 7];
  return [
    { frame, bytes },
    { frame, bytes: [CONTINUE] },
  ];
}

/** What has been laid out; start with `SILENT_CLOCK`. */
export interface ClockOut {
  /** Everything before this frame is laid out. */
  readonly untilFrame: number;
  /** Tick that comes next and the music that it is counted in; null while stopped. */
  readonly next: { readonly tick: number; readonly beat: Beat } | null;
}
export const SILENT_CLOCK: ClockOut = { untilFrame: 0, next: null };

/** Hardware gets so long to find its place between `continue` and the tick. */
const LOCATE_FRAMES = 240;
/** Ticks that a splice left out are sent so close together. */
const HURRY_FRAMES = 48;
/** Farther than half a quarter note the hardware is stopped and sent to its place. */
const FAR_TICKS = 12;

const isSame = (a: Beat, b: Beat) =>
  a.originFrame === b.originFrame && a.bps === b.bps && a.barLength === b.barLength;

/**
 * Lays out the messages up to a frame.
 * @param beatAt the music that counts at a frame, or null for silence
 * @param nowFrame nothing is laid before it
 */
export function layClock(
  before: ClockOut,
  beatAt: (frame: number) => Beat | null,
  nowFrame: number,
  toFrame: number,
): { readonly state: ClockOut; readonly messages: readonly TimedMessage[] } {
  const messages: TimedMessage[] = [];
  let frame = Math.max(before.untilFrame, nowFrame);
  let { next } = before;
  while (frame < toFrame) {
    const beat = beatAt(frame);
    if (!beat) {
      if (next) messages.push({ frame, bytes: [STOP] });
      next = null;
      break;
    }
    if (!next) {
      const first = Math.max(0, Math.ceil(tickAfter(beat, frame + LOCATE_FRAMES) / TICKS_PER_16TH));
      const tick = first * TICKS_PER_16TH;
      const at = tickFrame(beat, tick);
      // Wait for a window that holds it: another grid may count by then.
      if (at >= toFrame) return { state: { untilFrame: frame, next }, messages };
      messages.push(...locate(first, at - LOCATE_FRAMES));
      next = { tick, beat };
      frame = at;
      continue;
    }
    if (!isSame(beat, next.beat)) {
      const due = tickAfter(beat, frame);
      if (Math.abs(due - next.tick) > FAR_TICKS) {
        messages.push({ frame, bytes: [STOP] });
        next = null;
        continue;
      }
      for (let tick = next.tick; tick < due; tick++) {
        messages.push({ frame, bytes: [CLOCK] });
        frame += HURRY_FRAMES;
      }
      next = { tick: Math.max(next.tick, due), beat };
    }
    const at = Math.max(frame, tickFrame(beat, next.tick));
    const there = beatAt(at);
    if (at < toFrame && there && isSame(there, beat)) {
      messages.push({ frame: at, bytes: [CLOCK] });
      next = { tick: next.tick + 1, beat };
      frame = at + 1;
    } else frame = Math.min(at, toFrame);
  }
  return { state: { untilFrame: frame, next }, messages };
}
