/** What one page tells others that show the picture of what it plays. */
import type { Rifff } from '../../contract/rifff.ts';
import type { SharedRifff } from '../../contract/sharing.ts';

/** Name of the channel that pages of one browser share. */
export const CAST_CHANNEL = 'rondo/listen';
/** The page that plays tells where it is this often at least. */
export const CAST_EVERY_MS = 1000;
/**
 * It is gone when nothing was told for so long: hidden pages tell once a second, or once a minute when nothing sounds.
 */
export const CAST_LOST_MS = 75_000;

/** Where the music is. */
export interface CastPlace {
  readonly isPlaying: boolean;
  /** Turns of the rifff at `atMs`, its phase behind the point. */
  readonly turns: number;
  /** Milliseconds since the epoch by the clock that all pages of a machine share. */
  readonly atMs: number;
  /** How long a turn lasts. */
  readonly turnMs: number;
  readonly bars: number;
}

/** What of a share says which look it was shared with. */
export type LookedShare = Pick<SharedRifff, '_id' | 'lookKey' | 'look'>;

/** What is shown. */
export interface CastShow {
  readonly rifff: Rifff;
  readonly title: string;
  readonly by: string;
  /** Slot that alone sounds, or −1. */
  readonly solo: number;
  /** Null for what is not shared. */
  readonly share: LookedShare | null;
}

export type CastMessage =
  /** A showing page asks for the current state. */
  | { readonly kind: 'hello' }
  /** Which of several pages it is of stands in `page`: the one that began last is followed. */
  | { readonly kind: 'place'; readonly page: string; readonly place: CastPlace }
  | {
      readonly kind: 'show';
      readonly page: string;
      readonly show: CastShow;
      readonly place: CastPlace;
    }
  | { readonly kind: 'bye'; readonly page: string };

/** Milliseconds since the epoch, finer than `Date.now()` and the same in every page of a machine. */
export const sharedNowMs = (): number => performance.timeOrigin + performance.now();

/** Turns at a time; while it does not play they stand still. Never before the place that was told. */
export function turnsAt({ isPlaying, turns, atMs, turnMs }: CastPlace, nowMs: number): number {
  if (!isPlaying || turnMs <= 0) return turns;
  return turns + Math.max(0, nowMs - atMs) / turnMs;
}
