/** What the knobs of the stages of a room did, for what is made of it later. Changed only by the functions here. */
import { proxy, ref } from 'valtio/vanilla';
import type { KnobTurns, StageOrder } from '../contract/live.ts';

interface RoomKnobs {
  /** Short id of the jam, or ''. */
  jamId: string;
  /** Null where nothing was told. */
  turns: KnobTurns | null;
  /** How much the clock of the room is ahead of the page's, ms, to the time that an answer takes. */
  aheadMs: number;
}

export const roomKnobs = proxy<RoomKnobs>({ jamId: '', turns: null, aheadMs: 0 });

/** The room tells its clock at this moment, ms, when it is entered. */
export function noteRoomTime(atMs: number): void {
  roomKnobs.aheadMs = atMs - performance.now();
}

/**
 * The stages of a room were told something. What puts moves together is fetched with the first of them. Never rejects.
 *
 * @param turns moves before, where this page just came in
 */
export async function noteOrder(
  jamId: string,
  { knobs, atMs }: StageOrder,
  turns?: KnobTurns,
): Promise<void> {
  if (roomKnobs.jamId !== jamId) Object.assign(roomKnobs, { jamId, turns: null });
  if (turns) roomKnobs.turns = ref(turns);
  if (turns || !knobs || atMs === undefined) return;
  try {
    const { addMove, NO_TURNS } = await import('../rules/stage/knobTurns.ts');
    if (roomKnobs.jamId !== jamId) return;
    roomKnobs.turns = ref(addMove(roomKnobs.turns ?? NO_TURNS, { atMs, knobs }));
  } catch (cause) {
    console.warn('A move of a knob is left out of videos', cause);
  }
}
