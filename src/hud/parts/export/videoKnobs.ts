/** Knobs of a room that a video takes along. */
import { useSnapshot } from 'valtio';
import type { KnobTurns } from '../../../data/contract/live.ts';
import { knobsOf } from '../../../data/rules/stage/editLook.ts';
import { NO_TURNS, standing } from '../../../data/rules/stage/knobTurns.ts';
import { roomKnobs } from '../../../data/stores/roomKnobs.ts';
import type { FrameKnobs } from '../../../drawing/jam/lookFrames.ts';
import type { VideoKnobs } from './exportChoice.ts';
import type { VideoLook } from './videoLooks.ts';

/** Moves that a video takes along are no older than this. */
const MOST_SEC = 60;

/** Do knobs move a look? */
export const hasKnobs = (look: VideoLook | null): boolean =>
  look !== null && typeof look.look === 'object' && knobsOf(look.look).length > 0;

/** The clock of the room that this page is in, in ms. */
export const roomNowMs = (): number => performance.now() + roomKnobs.aheadMs;

/** Moves of the knobs of a room; null where the page is in another one, or none were told. @param jamId short id */
export function useRoomKnobs(jamId: string | undefined): KnobTurns | null {
  const { jamId: own, turns } = useSnapshot(roomKnobs);
  return jamId !== undefined && jamId === own ? turns : null;
}

const lastSec = (sec: number) => Math.min(MOST_SEC, sec);

/** What can be chosen for a video of so many seconds. Moves are offered where there were some in that time. */
export function knobOptions(
  turns: KnobTurns,
  sec: number,
  nowMs: number,
): { value: VideoKnobs; title: string }[] {
  const last = lastSec(sec);
  const hasMoved = turns.moves.some(({ atMs }) => atMs > nowMs - 1000 * last);
  const lastWords = last === MOST_SEC ? 'minute' : `${Math.round(last)} seconds`;
  return [
    { value: 'stand', title: 'As they stand in the room' },
    ...(hasMoved
      ? [{ value: 'moved' as const, title: `As they moved in the last ${lastWords}` }]
      : []),
    { value: 'rest', title: 'At rest' },
  ];
}

/** The knobs of a video of so many seconds, chosen at a moment of the room. What cannot be chosen stands. */
export function knobsOfVideo(
  turns: KnobTurns,
  chosen: VideoKnobs,
  sec: number,
  nowMs: number,
): FrameKnobs {
  if (chosen === 'rest') return { turns: NO_TURNS, fromMs: 0 };
  const isThere = knobOptions(turns, sec, nowMs).some(({ value }) => value === chosen);
  if (chosen === 'moved' && isThere) return { turns, fromMs: nowMs - 1000 * lastSec(sec) };
  return { turns: standing(turns, nowMs), fromMs: 0 };
}
