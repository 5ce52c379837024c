/** The sound of one slot alone as it lies on the grid: without its gain and effects, which are the mixer's. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { editSlot } from '../../data/rules/draft/draft.ts';
import { type WavDepth, wavFrames, wavHeader, wavTail } from '../../dsp/wavWrite.ts';
import { CHUNK_FRAMES } from './chunks.ts';
import type { SoundDesk } from './desk.ts';
import { renderSpan } from './mixdown.ts';
import type { ZipEntry } from './zipWriter.ts';

/** Writes so many frames of a slot as a WAV file of stereo. @throws Error as `renderSpan` does */
export async function writeSlotSound(
  { maker, rifff, signal }: SoundDesk,
  { slot, frames, depth }: { slot: number; frames: number; depth: WavDepth },
  entry: Pick<ZipEntry, 'write'>,
): Promise<void> {
  const format = { sampleRate: SAMPLE_RATE_HZ, channels: 2, depth };
  const bare = editSlot(rifff, slot, { gain: 1, on: true, effects: undefined });
  await entry.write(wavHeader(format, frames));
  for (let from = 0; from < frames; from += CHUNK_FRAMES) {
    const length = Math.min(CHUNK_FRAMES, frames - from);
    const span = { slots: [slot], fromFrame: from, frames: length, signal };
    const { channels } = await renderSpan(maker, bare, span);
    await entry.write(wavFrames(channels, depth));
  }
  const tail = wavTail(format, frames);
  if (tail.length > 0) await entry.write(tail);
}
