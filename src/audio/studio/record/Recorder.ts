/** What panels ask of the recorder. What is going on is read from `audio/state/recording.ts`. */
import type { Loop } from '../../../data/contract/loop.ts';
import type { RecordSource, TakeInfo } from '../../state/recording.ts';

/** The rifff that is recorded over, as the editor has it. */
export interface RecordPlace {
  /** What takes are named after; may be empty. */
  readonly rifffName: string;
  /** Tempo (quarter notes per second) and metre (sixteenths in a bar) while no rifff plays. */
  readonly bps: number;
  readonly barLength: number;
}

/** What people may change of a take. */
export type TakeEdit = Partial<
  Pick<TakeInfo, 'name' | 'category' | 'firstBar' | 'keptBars' | 'nudgeMs' | 'tailMs'>
>;

export interface Recorder {
  /** Takes up the takes that this device kept. Runs once; later calls answer the same. */
  restore(): Promise<void>;
  setPlace(place: RecordPlace): void;
  /**
   * Records or stops. The first time it asks for the microphone; it plays the current rifff and then records pass
   * after pass, each a take. Call it inside a gesture. Failures are in the state; nothing is thrown.
   */
  toggle(): Promise<void>;
  /** Stops as a press would, and resolves when the last take is kept. */
  stop(): Promise<void>;
  /** The editor was left: stops, and closes the input when the last take is kept. */
  leave(): Promise<void>;
  /** Makes a take of the last bars that were played, up to a take's length. @returns whether there were any */
  keepThat(): Promise<boolean>;
  /**
   * Opens the source, so that its level shows and it can be kept. Call it inside a gesture. An input stays open, with
   * what was measured of it, until it is closed, chosen anew or unplugged, or until the editor is left.
   */
  open(): Promise<boolean>;
  /** Closes the input; while it is recorded or measured this does nothing. */
  closeInput(): void;
  /**
   * Says that a panel shows takes and what comes in. The answer says that the panel is gone: a take that is heard is
   * stopped, and ten minutes in which none shows the input and nothing is recorded close it.
   * @param shows whether the input is seen there, or only the instruments
   */
  use(shows?: RecordSource): () => void;
  setSource(source: RecordSource): Promise<void>;
  /** @param deviceId empty for the system's choice */
  setDevice(deviceId: string): Promise<void>;
  setMonitoring(isOn: boolean): void;
  setCountIn(isOn: boolean): void;
  setMetronome(isOn: boolean): void;
  /** Held to 1 to 64 whole bars; counts from the next time that recording is turned on. */
  setTakeLength(bars: number): void;
  forgetClip(): void;
  forgetTimeOut(): void;
  dismissMessage(): void;
  /** Milliseconds by hand on top of the latency of this device. */
  setLatencyNudge(ms: number): void;
  /** Measures the round trip by bursts of noise; about five seconds. Nothing else may play. */
  calibrate(): Promise<void>;
  /** Chooses a take without hearing it; −1 chooses none. */
  select(index: number): void;
  /** Turns recording off and after 500 ms plays a take in the mix, over and over; again to stop. */
  preview(index: number): Promise<void>;
  stopPreview(): void;
  editTake(id: string, edit: TakeEdit): void;
  /** Lets a take go; `restoreTake` puts the last one back. */
  removeTake(id: string): void;
  /** Puts the take back that was removed last. */
  restoreTake(): void;
  /** Lets all takes go. */
  clear(): void;
  /**
   * Cuts a take and keeps it on this device as a loop; the take stays until it is removed.
   * @throws Error when its sound is gone or cannot be measured
   */
  makeLoop(id: string, userName: string): Promise<Loop>;
}
