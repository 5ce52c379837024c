import type { Loop } from '../../data/contract/loop.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { Boundary } from '../../data/rules/time/timing.ts';
import type { FieldSound } from '../arcade/FieldSound.ts';
import type { PlaylistSound } from '../playlist/PlaylistSound.ts';
import type { Studio } from '../studio/Studio.ts';
import type { FollowedRoom, InStep, LeadingHardware, RoomFollowing } from './InStep.ts';
import type { Telemetry } from './telemetry.ts';

/** Bars over which a change of rifff may be blended; 0 is the cut of 5 ms. */
export type BlendBars = 0 | 1 | 2 | 4 | 8;

export interface SetRifffOptions {
  /** When a change of loops or tempo sounds; gains, mutes and solo always sound at once. */
  boundary?: Boundary;
  /**
   * Blends a playing rifff into another one with equal power over so many bars of the new one, from the boundary
   * on; loops that both have go on untouched. Default 0. Two tempos sound side by side meanwhile.
   */
  blendBars?: BlendBars;
  /**
   * When nothing plays: makes the rifff current at once and lets `play` begin with the first loop that has come.
   * The others join as they come, each on the next beat in the phase that it would always have had.
   */
  startsEarly?: boolean;
  /**
   * The context frame of the rifff's first bar, asked for when it is about to sound: for music that others play
   * already. It crosses over on that frame, or where that has gone by at the boundary, in their phase.
   */
  originOf?: () => number | null;
  /** Cancels the loading; the promise rejects with 'Buffer loading cancelled for rifff'. */
  signal?: AbortSignal;
}

export interface EngineFeatures {
  /** Does `shiftSemitones` sound? */
  readonly pitchShift: boolean;
  /** Does `timeStretch` keep the pitch while speed changes? */
  readonly timeStretch: boolean;
}

/** What the engine can sound of a document. */
export const ENGINE_FEATURES: EngineFeatures = { pitchShift: true, timeStretch: true };

/**
 * What the pages ask of the sound. Commands are methods; what is going on is read from `audio/state`
 * (slow, valtio) and `telemetry` (per frame, typed arrays). One implementation: LiveEngine.
 *
 * The rifff that is heard is declared, not scripted: `setRifff` compares the new document with the one that
 * plays and changes only what differs. A slot whose loop, tempo, rate and pitch stay goes on untouched.
 */
export interface Engine {
  readonly telemetry: Telemetry;
  /** What sounds, so that the pages offer nothing that does not. */
  readonly features: EngineFeatures;
  readonly inStep: InStep;

  /**
   * Keeps what plays in step with a room until `dispose` is called. Nothing sounds before `unlock`: call that in the
   * gesture that turns listening together on.
   */
  followRoom(room: FollowedRoom): Promise<RoomFollowing>;
  /** Lets a MIDI clock lead what plays. @returns how to end that; the music continues by itself */
  followMidi(hardware: LeadingHardware): Promise<() => void>;

  /**
   * How much sound the browser keeps ahead, in seconds or by a word of the Web Audio API: more for a page that only
   * listens, where a late answer is better than a gap; 'interactive' if not said. Counts for an audio context that is
   * not made yet: say it before `play`.
   */
  setLatencyHint(hint: NonNullable<AudioContextOptions['latencyHint']>): void;

  /** Starts the audio context. Call it inside a gesture; later calls do nothing. */
  unlock(): Promise<void>;

  /**
   * Builds what the first sound needs before a gesture: code, audio context, processors. Nothing sounds, and the context
   * stays suspended until `unlock`.
   */
  prepare(): Promise<void>;

  /**
   * Fetches, decodes and renders every loop of a rifff into the cache, without playing it.
   * @throws Error 'No media found for loop', 'Not a valid loop object', 'Buffer loading cancelled for rifff'
   */
  preload(rifff: Rifff, signal?: AbortSignal): Promise<void>;

  /**
   * Makes `rifff` the current one. While playing, a rifff of another id loads wholly, waits for the boundary
   * (default 'bar') and crosses over; the same id is an edit: new loops join when ready, on their grid,
   * others go on. A loop that fails to load is reported in the transport state and its slot stays silent.
   * Resolves when everything that it asks for sounds (or is ready, when not playing), or quietly when a newer
   * call has taken its place.
   * @throws Error 'Buffer loading cancelled for rifff' when `signal` aborts; nothing has changed then
   *   (except that a rifff that may start early is the current one)
   */
  setRifff(rifff: Rifff | null, options?: SetRifffOptions): Promise<void>;

  /** Plays the current rifff from where it is paused, or from the start. Unlocks first. */
  play(): Promise<void>;
  pause(): void;
  /** Stops and returns to the start. */
  stop(): void;
  togglePlay(): Promise<void>;
  setLooping(isLooping: boolean): void;
  toggleLooping(): void;

  /**
   * The list that skipping moves in, and that is played through when looping is off.
   * @param blendBars how each change within the list is blended, also the one at the end of a rifff
   */
  setList(rifffs: readonly Rifff[], blendBars?: BlendBars): void;
  /** Changes to the rifff at `index` of the list; out of range changes nothing. */
  skipTo(index: number, options?: SetRifffOptions): Promise<void>;
  skipBack(options?: SetRifffOptions): Promise<void>;
  skipForward(options?: SetRifffOptions): Promise<void>;

  /** Linear gain of a slot at once (ramped), ahead of the document that records it. */
  setSlotGain(slot: number, gain: number): void;
  /** Only this slot sounds; −1 means no solo. */
  setSolo(slot: number): void;
  setMasterGainDb(gainDb: number): void;
  /** Mutes the live input, open or not: what comes in is neither heard nor recorded. `mixer.isInputMuted` says so. */
  setInputMuted(isMuted: boolean): void;

  /**
   * Plays a library loop in time beside the current rifff, matched in tempo and level, until `stopAudition`
   * or another audition. Without a playing rifff it plays alone at its own tempo.
   */
  audition(loop: Loop): Promise<void>;
  stopAudition(): void;

  /**
   * Stops all sound, and begins none until it is let again: commands that would play do nothing then, and what would open
   * the studio's sound throws. Nothing begins by itself afterwards, also not what follows a room.
   */
  setSilenced(isSilenced: boolean): void;

  /** What makes loops rather than plays them; fetched when first asked for. */
  studio(): Promise<Studio>;
  /** A field of rifffs that is flown through; fetched when first asked for. Unlock inside the gesture. */
  field(): Promise<FieldSound>;
  /** Plays lists of rifffs and tracks; fetched when first asked for. Unlock inside the gesture. */
  playlist(): Promise<PlaylistSound>;

  /** Gives everything back: nodes, workers, context. */
  dispose(): Promise<void>;
}
