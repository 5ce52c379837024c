/** A MIDI clock that comes in: smoothed into tempo and phase, and read as music that is followed. Pure. */
import type { RoomTransport } from '../../contract/live.ts';
import { CLOCK, CONTINUE, SONG_POSITION, START, STOP, TICKS_PER_16TH } from './midiClock.ts';

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
