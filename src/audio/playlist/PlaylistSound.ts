import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';

/**
 * Plays a list of rifffs and tracks one after the other, each for its repetitions, on the same clock as everything
 * else: the next one begins on the frame on which the one before ends. What is going on is read from
 * `audio/state/playlist.ts`; the rings of what plays read telemetry as ever. Pages do not own it: it goes on while they
 * come and go. What the player plays pauses when the list begins, and the list when the player begins.
 */
export interface PlaylistSound {
  /**
   * Declares what is played. What is heard goes on if it is still there, wherever it stands now; what comes after it is
   * prepared anew. Null for one thing by itself, which stops at its end.
   */
  setEntries(playlistId: string | null, entries: readonly PlaylistEntry[]): void;
  /** Plays the entry at `index` from its top. Unlock inside the gesture; out of range changes nothing. */
  play(index: number): Promise<void>;
  pause(): void;
  /** Goes on from where it paused, or plays the first entry. */
  resume(): Promise<void>;
  /** Nothing is heard, and nothing active any more. */
  stop(): void;
  /** Back only above index 0 of an active playlist, forward only below the last; else nothing happens. */
  skip(by: -1 | 1): Promise<void>;
  /** Goes to a place in what is heard, seconds from its top; of a rifff to the bar before. */
  seek(seconds: number): Promise<void>;
  /** Seconds of what is heard, from its top, repetitions counted on. */
  positionSec(): number;
}
