/** Lends the sounds of this device to the outbox, which may not reach for the audio itself. */
import { provideLoopFiles } from '../data/loopFiles.ts';

/** From now on loops that were made here can be uploaded. Encoders and the database of sounds come when needed. */
export function lendLoopFiles(): void {
  const sounds = () => import('../audio/local/pcmStore.ts');
  provideLoopFiles({
    has: async (loopId) => (await (await sounds()).getPcm(loopId)) !== undefined,
    encode: async (loop) => (await import('../audio/encode/encodeLoop.ts')).encodeLoop(loop),
    letGo: async (loopId) => (await sounds()).deletePcm(loopId),
  });
}
