/**
 * The sound of loops that were made on this device, as the engine lends it to the outbox. Apart from the
 * uploader, since a page lends before its first sound and the uploader comes after.
 */
import type { Loop } from '../contract/loop.ts';
import type { LoopFiles } from '../device.ts';

interface LoopFileSource {
  /** Does this device have the sound of the loop? */
  has(loopId: string): Promise<boolean>;
  /** Encodes it. @throws Error when it cannot be encoded rightly */
  encode(loop: Loop): Promise<LoopFiles>;
  /**
   * One file without loss: FLAC, or WAV where that cannot be made. @throws Error when this device has no sound of it
   */
  encodeTake(loop: Loop): Promise<Blob>;
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
