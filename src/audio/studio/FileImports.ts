/** Bringing sound in from files. What is going on is read from `audio/state/files.ts`. */
import type { Loop } from '../../data/contract/loop.ts';
import type { LoopCut } from '../../data/rules/imports.ts';

/** A file as a person gave it. */
export interface GivenFile {
  readonly file: File;
  /** With its folder, where it came with one. */
  readonly path: string;
}

export interface ImportHints {
  /** Quarter notes per second of the rifff that they are for, or null when it is empty. */
  readonly rifffBps: number | null;
  /** Sixteenths in a bar. */
  readonly barLength: number;
}

export interface FileImports {
  /** Lists files and begins to read them; each is ready, or refused with a reason, on its own. */
  add(files: readonly GivenFile[], hints: ImportHints): void;
  /** Takes a file off the list and stops what is done for it. */
  remove(id: string): void;
  /** Takes every file off the list. */
  clear(): void;
  /** Sets place, tempo and length of a file; of all its stems while they are set together. */
  setCut(id: string, change: (cut: LoopCut) => LoopCut): void;
  /** Largest magnitude in each bin over what was read, 255 is the loudest; undefined until it is. */
  outline(id: string): Uint8Array | undefined;
  /** Lets a file be heard as the loop that it would become, with a metronome if that is on. Call it in a gesture. */
  audition(id: string): Promise<void>;
  stopAudition(): void;
  setMetronome(isOn: boolean): void;
  /**
   * Makes the loop of a file and keeps it on this device.
   * @throws Error when it cannot be made; the file stays on the list
   */
  make(id: string, userName: string): Promise<Loop>;
}
