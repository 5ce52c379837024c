/** Sounds of this device as the loader takes them. */
import type { LocalSound } from '../load/loopLoader.ts';

/** The samples of a loop that was made on this device, as a buffer; null when it has none. */
export const localSound: LocalSound = async (loopId) => {
  // The database is fetched only when a loop without a file is played.
  const { getPcm } = await import('./pcmStore.ts');
  const pcm = await getPcm(loopId);
  if (!pcm) return null;
  const buffer = new AudioBuffer({
    length: pcm.channels[0]!.length,
    numberOfChannels: pcm.channels.length,
    sampleRate: pcm.sampleRate,
  });
  pcm.channels.forEach((channel, c) => {
    buffer.copyToChannel(channel, c);
  });
  return buffer;
};
