/** Listening together as the page tells of it: how well it goes, who leads, and who may move the music. Pure. */
import type { RoomTransport } from '../../contract/live.ts';
import { type RoomClock, uncertaintyMs } from '../time/sharedClock.ts';

/**
 * `free`: the room plays nothing yet; `silent`: the room is paused; `finding`: the clock or the sound is still on
 * its way; `step`: heard at the same time.
 */
export type StepState = 'free' | 'silent' | 'finding' | 'step';

export interface StepNow {
  readonly state: StepState;
  /** What is heard here may be off by so much, in ms; 0 but for `step`. */
  readonly offMs: number;
}

/** Farther off than one splice moves the music, it is not in step yet. */
const FAR_MS = 30;

/**
 * How well this device follows.
 * @param heard what `RoomFollowing.heard` says
 * @param localMs `performance.now()`
 */
export function stepNow(
  transport: RoomTransport | null,
  clock: RoomClock | null,
  heard: Pick<RoomTransport, 'rifffId' | 'atMs' | 'phaseSec'> | null,
  localMs: number,
): StepNow {
  if (transport?.mode !== 'together') return { state: 'free', offMs: 0 };
  if (!transport.isPlaying) return { state: 'silent', offMs: 0 };
  const finding: StepNow = { state: 'finding', offMs: 0 };
  if (!clock || !heard || heard.rifffId !== transport.rifffId) return finding;
  const lateMs = driftMs(transport, heard);
  const offMs = Math.abs(lateMs) + uncertaintyMs(clock, localMs);
  return offMs > FAR_MS ? finding : { state: 'step', offMs };
}

/** Ms by which what is heard is ahead of what the room was told; both of the same rifff. */
export function driftMs(
  told: Pick<RoomTransport, 'atMs' | 'phaseSec'>,
  heard: Pick<RoomTransport, 'atMs' | 'phaseSec'>,
): number {
  return 1000 * (heard.phaseSec - told.phaseSec) - (heard.atMs - told.atMs);
}

/** In words; short, and no better than it is. */
export function stepText({ state, offMs }: StepNow): string {
  if (state === 'free') return 'free';
  if (state === 'silent') return 'waiting for a person to play';
  return state === 'finding'
    ? 'finding the beat'
    : `in step, ± ${Math.max(1, Math.ceil(offMs))} ms`;
}

/** May a person choose what everyone hears? Those who may answer there; with a host only the host, and the owner. */
export function mayMove(
  transport: RoomTransport | null,
  { reader, mayAnswer, isOwner }: { reader: string; mayAnswer: boolean; isOwner: boolean },
): boolean {
  if (!mayAnswer) return false;
  const host = transport?.mode === 'together' ? transport.host : null;
  return host === null || host === reader || isOwner;
}
