/** The sound of loops that were made on this device, as whoever makes sound lends it to the outbox. */
import type { Loop } from './contract/loop.ts';

/** The files that a loop is uploaded as. */
export interface LoopFiles {
  /** Ogg Vorbis. */
  readonly ogg: Blob;
  /** FLAC: the master. */
  readonly flac: Blob;
}

export interface LoopFileSource {
  /** Does this device have the sound of the loop? */
  has(loopId: string): Promise<boolean>;
  /** Encodes it. @throws Error when it cannot be encoded rightly */
  encode(loop: Loop): Promise<LoopFiles>;
  /** A server has it: the device may let it go. */
  letGo(loopId: string): Promise<void>;
}

let source: LoopFileSource | null = null;

/** Says where the sound of this device's loops comes from. The last one counts. */
export function provideLoopFiles(provided: LoopFileSource): void {
  source = provided;
}

/** Where the sound of this device's loops comes from, or null on a page without sound. */
export function loopFileSource(): LoopFileSource | null {
  return source;
}
