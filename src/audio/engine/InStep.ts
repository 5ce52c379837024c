/** What pages see of music that is kept in step with a room's or with hardware's. */
import type { ProbeAnswer, RoomTransport } from '../../data/contract/live.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { HeardAt, Playing } from '../../data/rules/time/follow.ts';
import type { ClockPlace } from '../../data/rules/time/midiClockIn.ts';
import type { RoomClock } from '../../data/rules/time/sharedClock.ts';

/** Where the music is, for what keeps it in step with other devices. */
export interface MusicPlace {
  /** What leaves the loudspeaker now. */
  readonly heard: HeardAt;
  /** What plays and where it began; null for silence. */
  readonly playing: Playing | null;
  /** Tempo and metre that count now; null for silence. */
  readonly grid: {
    readonly originFrame: number;
    readonly bps: number;
    readonly barLength: number;
  } | null;
  /** Something waits for its frame, or a recording is on: nothing is moved now. */
  readonly isBusy: boolean;
}

/** Keeps the music in step with other devices. Unused while playing alone. */
export interface InStep {
  /** Null until the context runs. Frames are of the context, at 48 kHz. */
  place(): MusicPlace | null;
  /**
   * Plays the current rifff as if its first bar had begun on a context frame; sounds as soon as it is loaded.
   * @param originOf asked when it is about to sound; null for its own start
   */
  play(originOf: () => number | null): Promise<void>;
  /**
   * Moves what plays to another origin by a cut of 5 ms: at the next bar, or at once.
   * @returns the context frame of the cut, or null where it cannot be moved now
   */
  moveTo(originFrame: number, boundary: 'now' | 'bar'): number | null;
}

/** What following a room asks of the page: its socket and its documents. */
export interface FollowedRoom {
  /** Sends a probe at once; the answer of the room. May reject. */
  probe(sentMs: number): Promise<Pick<ProbeAnswer, 'atMs'>>;
  /** The document of a rifff, from wherever it is kept. May reject. */
  rifff(rifffId: string): Promise<Rifff>;
}

/** Music that follows a room. */
export interface RoomFollowing {
  /**
   * Does this device move the music itself? It is not corrected then. The mover sets this, tells the room `heard`,
   * and, unless they are its host, takes it back once the room has answered.
   */
  isLeading: boolean;
  /** The room's clock as far as it is known. */
  readonly clock: RoomClock | null;
  /** Takes up the newest transport of the room; an older one than was seen is left. */
  setTransport(transport: RoomTransport): void;
  /** What to tell the room when this device leads: what is heard here now; null for silence or an unknown clock. */
  heard(): Pick<RoomTransport, 'rifffId' | 'atMs' | 'phaseSec'> | null;
  /** Ends it; the music continues by itself. */
  dispose(): void;
}

/** What following hardware asks of the page. */
export interface LeadingHardware {
  /** The clock that comes in: `Studio.midi.clock`. */
  clock(): ClockPlace | null;
  /** The rifff that is current, or null. */
  rifff(): { readonly id: string; readonly bps: number } | null;
  /** The hardware goes by another tempo (quarter notes a second): the document takes it over. */
  setTempo(bps: number): void;
}
