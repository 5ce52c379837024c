/**
 * Knobs of MIDI controllers and remotes that move the looks of this page: plain objects, read in every frame. In a room
 * their moves have the times of its clock, elsewhere those of the page.
 */
import type { Knobs, KnobTurns } from '../contract/live.ts';
import { LOOK_KNOBS } from '../contract/stageLooks.ts';
import { addMove, KNOB_DELAY_MS, knobsAt, NO_TURNS, standing } from '../rules/stage/knobTurns.ts';
import { type RoomClock, roomTimeAt } from '../rules/time/sharedClock.ts';

/** Where the knobs were turned to last, 0–1. */
export const stageKnobs = new Float64Array(LOOK_KNOBS);

const line: { turns: KnobTurns; clock: RoomClock | null } = { turns: NO_TURNS, clock: null };
/** How they came there. `clock` is null outside of rooms, and until the clock of the room is known. */
export const knobLine: Readonly<typeof line> = line;

const timeAt = (localMs: number) => (line.clock ? roomTimeAt(line.clock, localMs) : localMs);

/** The moment of the moves that is seen at a time of the page, both in ms: in rooms a little later than it was. */
export function knobTimeAt(localMs: number): number {
  return timeAt(localMs) - (line.clock ? KNOB_DELAY_MS : 0);
}

function take(turns: KnobTurns): void {
  line.turns = turns;
  const knobs = knobsAt(turns, Number.POSITIVE_INFINITY);
  for (const [knob, value] of knobs.entries()) if (value !== null) stageKnobs[knob] = value;
}

/** Turns knobs. @param atMs by the clock of the moves; now when left out */
export function takeMove(knobs: Knobs, atMs = timeAt(performance.now())): void {
  take(addMove(line.turns, { atMs, knobs }));
}

/** Takes the moves that a room has kept, with those that this page knows besides. */
export function takeTurns(turns: KnobTurns): void {
  take(line.turns.moves.reduce(addMove, turns));
}

/** Takes the clock of a room; null where the room is left: the knobs stay where they stand. */
export function setKnobClock(clock: RoomClock | null): void {
  if (!clock) line.turns = standing(line.turns, Number.POSITIVE_INFINITY);
  line.clock = clock;
}

/** As if no knob had ever been turned. */
export function restKnobs(): void {
  line.turns = NO_TURNS;
  stageKnobs.fill(0);
}
