import { proxy, ref } from 'valtio/vanilla';
import { TAKE_LENGTH_DEFAULT_BARS } from '../../data/contract/constants.ts';
import { merge } from './merge.ts';

/** What is recorded: the microphone or line, or the instruments that are played here. */
export type RecordSource = 'input' | 'instruments';

/**
 * How the input does. `refused`: the browser was not let; `missing`: there is no input; `lost`: it was unplugged;
 * `unavailable`: this browser or page cannot record; `failed`: anything else.
 */
export type InputStatus =
  | 'closed'
  | 'asking'
  | 'open'
  | 'refused'
  | 'missing'
  | 'lost'
  | 'unavailable'
  | 'failed';

/** `waiting`: for the bar on which it begins; `finishing`: the end of the last take is still coming in. */
export type RecordPhase = 'off' | 'starting' | 'waiting' | 'recording' | 'finishing';

export interface InputDevice {
  readonly id: string;
  readonly label: string;
}

/**
 * Where the figure for the way there and back comes from. `measured`: of the stream that is open now; `remembered`: of
 * an earlier one, or before the sound was held up; `estimated`: the browser's own.
 */
export type LatencyOrigin = 'measured' | 'remembered' | 'estimated' | 'none';

export interface LatencyState {
  /** Milliseconds from a beat of the engine to its sound coming in again; without the nudge. */
  ms: number;
  origin: LatencyOrigin;
  /** Milliseconds added by hand. */
  nudgeMs: number;
}

/** What finding out the latency came to. */
export interface Calibration {
  status: 'idle' | 'running' | 'done' | 'refused';
  /** Bursts that were heard, of those played. */
  heard: number;
  played: number;
  /** Difference between the earliest and the latest of them, in milliseconds. */
  spreadMs: number;
  /** A sentence about why it was refused, or null. */
  refusal: string | null;
}

/** A take as pages see it; its sound stays with the recorder. Immutable, replaced as a whole. */
export interface TakeInfo {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  /** A slug of `categories.ts`, or `?`. */
  readonly category: string;
  readonly source: RecordSource;
  /** Milliseconds since the epoch. */
  readonly created: number;
  /** Quarter notes per second and sixteenths in a bar of the grid that it was played on. */
  readonly bps: number;
  readonly barLength: number;
  /** Bar of the grid that it began on. */
  readonly startBar: number;
  /** Whole bars that were recorded. */
  readonly bars: number;
  /** Was it cut short, so that its end is silence? */
  readonly isCut: boolean;
  /** Was it recovered after its page had closed or crashed? */
  readonly isRecovered?: boolean;
  /** Does it hold samples at full scale? */
  readonly isClipped: boolean;
  /** Largest magnitude, in dB of full scale; −Infinity for silence. */
  readonly peakDb: number;
  /** Base64, as a loop document has them, over all recorded bars. */
  readonly peaks: string;
  readonly loudnessLufs?: number;
  /** The part that becomes the loop: first bar, counted in the take, and number of bars. */
  readonly firstBar: number;
  readonly keptBars: number;
  /** Milliseconds by which the cut is moved later (the sound comes earlier). */
  readonly nudgeMs: number;
  /** Milliseconds of ringing after the end that are folded into the start; 0 keeps the first attack whole. */
  readonly tailMs: number;
  /** Does the device have it, or only this page? */
  readonly isKept: boolean;
}

export interface RecordingState {
  /** Is recording on? */
  recordingEnabled: boolean;
  /** Is the input heard? */
  monitoringEnabled: boolean;
  /** Index of the take that is chosen, or −1. */
  selectedTake: number;
  numTakes: number;
  takeLengthInBars: number;
  /** Largest magnitude of the input in the last tenth of a second, linear. */
  inputLevel: number;
  /** Has the input been at full scale since this was last looked at? */
  isClipped: boolean;
  phase: RecordPhase;
  source: RecordSource;
  input: InputStatus;
  /** Is the input muted by the system or by a switch of its own? */
  isInputMuted: boolean;
  /** Was the input closed because nothing was recorded for long and its panel was out of sight? Until it is read. */
  isInputTimedOut: boolean;
  /** Is the sound held up by the browser or the system? */
  isSuspended: boolean;
  /** Has the microphone been asked for on this page? */
  hasAsked: boolean;
  devices: readonly InputDevice[];
  /** The chosen input; empty for the system's own choice. */
  deviceId: string;
  /** What the open input calls itself. */
  deviceLabel: string;
  hasCountIn: boolean;
  hasMetronome: boolean;
  takes: readonly TakeInfo[];
  /** Id of the take that is heard or about to be, or null. */
  previewId: string | null;
  /** Bar of the pass under way, from 0; negative while counting in. */
  passBar: number;
  /** Passes finished since recording was turned on. */
  passes: number;
  /** Takes of this visit that came of a recording that another visit did not end. */
  recovered: number;
  /** A sentence for people about what went wrong last, or null. */
  message: string | null;
  latency: LatencyState;
  calibration: Calibration;
}

/** Recording, as the specification names it, and what its panel shows. Written by the recorder only. */
export const recording = proxy<RecordingState>({
  recordingEnabled: false,
  monitoringEnabled: false,
  selectedTake: -1,
  numTakes: 0,
  takeLengthInBars: TAKE_LENGTH_DEFAULT_BARS,
  inputLevel: 0,
  isClipped: false,
  phase: 'off',
  source: 'input',
  input: 'closed',
  isInputMuted: false,
  isInputTimedOut: false,
  isSuspended: false,
  hasAsked: false,
  devices: [],
  deviceId: '',
  deviceLabel: '',
  hasCountIn: true,
  hasMetronome: false,
  takes: ref<readonly TakeInfo[]>([]),
  previewId: null,
  passBar: 0,
  passes: 0,
  recovered: 0,
  message: null,
  latency: { ms: 0, origin: 'none', nudgeMs: 0 },
  calibration: { status: 'idle', heard: 0, played: 0, spreadMs: 0, refusal: null },
});

/** Merges a change, skipping fields that do not differ. */
export const patchRecording = (change: Partial<RecordingState>): void => merge(recording, change);

/** Puts the takes in place. They are immutable, and go to the device's database as they are. */
export function showTakes(takes: readonly TakeInfo[]): void {
  recording.takes = ref([...takes]);
  recording.numTakes = takes.length;
}

/** Bins of the pass under way. */
export const PASS_BINS = 512;

/**
 * What changes too often for a proxy. `level`: largest magnitude of the newest block of the input; `pass`: largest
 * magnitude in each share of the pass under way; `passShare`: how much of the pass has come in, 0 to 1; `previewShare`:
 * how far the take that is heard has come, 0 to 1, or −1.
 */
export const recordMeter = {
  level: 0,
  pass: new Float32Array(PASS_BINS),
  passShare: 0,
  previewShare: -1,
};

/**
 * Marks that something is being recorded on this device, so that a page can tell without opening a database whether
 * an earlier one went away in the middle.
 */

const PREFIX = 'rondo.recording.';

/** Says that a recording is under way, or that it is not any more. */
export function markRecording(id: string, isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(PREFIX + id, '1');
    else localStorage.removeItem(PREFIX + id);
  } catch {
    // Storage is refused: what was recorded is found when the recorder is next opened.
  }
}

/** Ids of what is being recorded on this device, or was when a page went away. */
export function unfinishedRecordings(): string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return keys.map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
