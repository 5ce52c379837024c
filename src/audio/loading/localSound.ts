/** Sounds of this device as the loader takes them. */
import { toBuffer } from './decodeBytes.ts';
import type { LocalSound } from './loopLoader.ts';

/** The samples of a loop that was made on this device, as a buffer; null when it has none. */
export const localSound: LocalSound = async (loopId) => {
  // The database is fetched only when a loop without a file is played.
  const { getPcm } = await import('./pcmStore.ts');
  const pcm = await getPcm(loopId);
  return pcm ? toBuffer(pcm) : null;
};
