/**
 * The clock of MIDI 1.0 (24 ticks a quarter note, start, stop, continue, song position): laid out on the grid for
 * hardware that follows, and read from hardware that leads. Pure. Source: MIDI 1.0 detailed specification, system
 * common and system real time messages.
 */
import type { RoomTransport } from '../../contract/live.ts';
import { barFrames } from './timing.ts';

export const TICKS_PER_16TH = 6;
const CLOCK = 0xf8;
const START = 0xfa;
const CONTINUE = 0xfb;
const STOP = 0xfc;
const SONG_POSITION = 0xf2;
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

/** What is known of a clock that comes in; start with `NO_CLOCK_IN`. */
export interface ClockIn {
  readonly isRunning: boolean;
  /** Tick of the song that comes next. */
  readonly tick: number;
  /** Newest ticks: number in the song and time of arrival in ms. */
  readonly heard: readonly { readonly tick: number; readonly atMs: number }[];
}
export const NO_CLOCK_IN: ClockIn = { isRunning: false, tick: 0, heard: [] };

/** Ticks that tempo and phase are fitted through: four quarter notes. */
const FITTED = 96;
/** A tempo is believed after a quarter note. */
const FITTED_MIN = 24;
/** Three ticks in a row that are off by more than this share of a tick are of another tempo. */
const OFF_SHARE = 0.35;
const OFF_TICKS = 3;
/** Slower than 20 a minute is no tempo: the clock was held up. */
const LONGEST_TICK_MS = 125;

/**
 * Takes up a message. Ticks count the tempo also while the song stands, as hardware sends them.
 * @param bytes one message, as Web MIDI delivers it
 * @param atMs its time stamp
 */
export function hearClock(before: ClockIn, bytes: ArrayLike<number>, atMs: number): ClockIn {
  switch (bytes[0]) {
    case START:
      return { ...before, isRunning: true, tick: 0, heard: renumbered(before, 0) };
    case CONTINUE:
      return { ...before, isRunning: true };
    case STOP:
      return { ...before, isRunning: false };
    case SONG_POSITION: {
      const tick = ((bytes[1] ?? 0) + 128 * (bytes[2] ?? 0)) * TICKS_PER_16TH;
      return { ...before, tick, heard: renumbered(before, tick) };
    }
    case CLOCK:
      return heardTick(before, atMs);
    default:
      return before;
  }
}

/** The ticks heard so far, numbered so that `tick` is the next of them. */
function renumbered({ heard }: ClockIn, tick: number): ClockIn['heard'] {
  const move = tick - 1 - (heard.at(-1)?.tick ?? tick - 1);
  return heard.map((one) => ({ ...one, tick: one.tick + move }));
}

function heardTick(before: ClockIn, atMs: number): ClockIn {
  const last = before.heard.at(-1);
  // While the song stands, ticks go on only for the tempo; the next one after `continue` is `tick` again.
  const number = before.isRunning ? before.tick : (last?.tick ?? before.tick - 1) + 1;
  const isHeldUp = last !== undefined && !(atMs - last.atMs < LONGEST_TICK_MS && atMs >= last.atMs);
  const known =
    last && before.isRunning && number !== last.tick + 1
      ? before.heard.map((one) => ({ ...one, tick: one.tick + number - 1 - last.tick }))
      : before.heard;
  const heard = isHeldUp ? [] : known.slice(1 - FITTED);
  const all = [...heard, { tick: number, atMs }];
  const line = fitTicks(heard);
  const newest = all.slice(-OFF_TICKS);
  const isOther =
    line !== null &&
    newest.every((one) => Math.abs(one.atMs - line.at(one.tick)) > OFF_SHARE * line.tickMs);
  return {
    isRunning: before.isRunning,
    tick: before.isRunning ? number + 1 : before.tick,
    heard: isOther ? newest : all,
  };
}

/** Least squares line through ticks, or null while there are too few. */
function fitTicks(heard: ClockIn['heard']) {
  const count = heard.length;
  if (count < FITTED_MIN) return null;
  const meanTick = heard.reduce((sum, { tick }) => sum + tick, 0) / count;
  const meanMs = heard.reduce((sum, { atMs }) => sum + atMs, 0) / count;
  let up = 0;
  let down = 0;
  for (const { tick, atMs } of heard) {
    up += (tick - meanTick) * (atMs - meanMs);
    down += (tick - meanTick) ** 2;
  }
  const tickMs = up / down;
  return { tickMs, at: (tick: number) => meanMs + (tick - meanTick) * tickMs };
}

/** Tempo and place of a clock that comes in. */
export interface ClockPlace {
  /** Quarter notes per second. */
  readonly bps: number;
  /** Time of the song's first tick, in ms of the time stamps. */
  readonly originMs: number;
  readonly isRunning: boolean;
}

/** Smoothed tempo and phase, or null before a quarter note was heard and when the clock has ended by `nowMs`. */
export function clockPlace(state: ClockIn, nowMs: number): ClockPlace | null {
  const line = fitTicks(state.heard);
  const last = state.heard.at(-1);
  if (!line || !last || nowMs - last.atMs > 4 * LONGEST_TICK_MS) return null;
  return { bps: 1000 / (24 * line.tickMs), originMs: line.at(0), isRunning: state.isRunning };
}

/**
 * A clock that comes in as music that is followed: the place of its song at a moment, in seconds of a rifff that may
 * be of a slightly other tempo. The result is meant for `followStep`, with the page's own clock as the room's.
 * @param nowMs time of the page
 * @param version grows with every call
 */
export function transportByClock(
  place: ClockPlace,
  rifff: { readonly id: string; readonly bps: number },
  nowMs: number,
  version: number,
): RoomTransport {
  const quarters = ((nowMs - place.originMs) / 1000) * place.bps;
  return {
    mode: 'together',
    host: null,
    rifffId: rifff.id,
    isPlaying: place.isRunning,
    atMs: nowMs,
    phaseSec: quarters / rifff.bps,
    version,
  };
}

/** Within this share splices keep up with another tempo. */
const TEMPO_SHARE = 0.003;

/**
 * Tempo that a rifff shall have so that it goes by a clock, to a tenth of a beat a minute.
 * @returns null where it has it already, as near as splices can follow
 */
export function tempoByClock(place: ClockPlace, bps: number): number | null {
  if (Math.abs(place.bps / bps - 1) <= TEMPO_SHARE) return null;
  return Math.round(place.bps * 600) / 600;
}
