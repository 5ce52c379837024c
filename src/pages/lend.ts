/** What sound and data lend each other, which may not reach for it themselves. */
import { provideMediaCredential } from '../audio/loading/mediaCredential.ts';
import { readStoredCredential } from '../data/credential.ts';
import { provideLoopFiles } from '../data/outbox/loopFiles.ts';

/** From now on loops that were made here can be uploaded. Encoders and the database of sounds come when needed. */
export function lendLoopFiles(): void {
  const sounds = () => import('../audio/loading/pcmStore.ts');
  provideLoopFiles({
    has: async (loopId) => (await (await sounds()).getPcm(loopId)) !== undefined,
    encode: async (loop) => (await import('../audio/export/uploadFiles.ts')).encodeLoop(loop),
    letGo: async (loopId) => (await sounds()).deletePcm(loopId),
  });
}

/** From now on sound is asked for in the name of whoever is signed in. */
export function lendCredential(): void {
  provideMediaCredential(readStoredCredential);
}
