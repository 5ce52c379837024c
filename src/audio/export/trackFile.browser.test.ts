/** The file of a track: what is long is decoded and encoded in pieces, and comes out as if it had been done at once. */
import { expect, it } from 'vitest';
import { wavBytes } from '../../../tests/audio/loops.ts';
import { encodeInPieces, encodeTrack } from './trackFile.ts';
import { decodeFile } from './uploadFiles.ts';

const RATE = 44_100;
/** Two pieces and a part of a third. */
const FRAMES = 150_001;
/** A tone on the left that grows, and on the right one that fades, interleaved. */
const sound = Float32Array.from({ length: 2 * FRAMES }, (_, n) => {
  const frame = n >> 1;
  const share = frame / FRAMES;
  return 0.5 * (n & 1 ? 1 - share : share) * Math.sin((2 * Math.PI * 440 * frame) / RATE);
});
const interleaved = (): Blob => {
  const bytes = wavBytes(sound, 1, RATE);
  const view = new DataView(bytes);
  // Twice the channels, twice the bytes of a frame and of a second.
  view.setUint16(22, 2, true);
  view.setUint32(28, 8 * RATE, true);
  view.setUint16(32, 8, true);
  return new Blob([bytes], { type: 'audio/wav' });
};

it('encodes a sound in pieces, each frame at its place in both channels', async () => {
  const file = await encodeInPieces(interleaved(), 60);
  const buffer = await decodeFile(file!, RATE);
  expect([buffer.length, buffer.numberOfChannels]).toEqual([FRAMES, 2]);
  for (const channel of [0, 1]) {
    const heard = buffer.getChannelData(channel);
    let error = 0;
    for (let n = 0; n < FRAMES; n++) error += (heard[n]! - sound[2 * n + channel]!) ** 2;
    expect(Math.sqrt(error / FRAMES)).toBeLessThan(0.01);
  }
});

it('refuses what lasts longer, before it is decoded, and leaves what is ready as it is', async () => {
  await expect(encodeInPieces(interleaved(), 3)).rejects.toThrow(
    'It lasts more than 0.05 minutes.',
  );
  const ogg = await encodeTrack(interleaved());
  expect(await encodeTrack(ogg)).toBe(ogg);
  expect(await encodeInPieces(new Blob(['no sound']), 60)).toBe(null);
  await expect(encodeTrack(new Blob(['no sound']))).rejects.toThrow(/^This browser cannot read/);
});
