/** A file of any kind that this browser decodes becomes one that a server takes as a track. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { decodeFile } from './checkEncoded.ts';
import { encodeOgg } from './createEncoder.ts';

/** Longest track in seconds, as the server takes it. */
const MAX_SEC = 300;

const textAt = (bytes: Uint8Array, at: number, length: number) =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Is it Ogg Vorbis or FLAC as it stands? */
async function isReady(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  if (textAt(head, 0, 4) === 'fLaC') return true;
  return textAt(head, 0, 4) === 'OggS' && textAt(head, 29, 6) === 'vorbis';
}

/**
 * A track as a server takes it: Ogg Vorbis or FLAC as they are, anything else decoded and encoded as Ogg Vorbis of
 * one or two channels.
 * @throws Error in words for people, when it cannot be read or lasts more than five minutes
 */
export async function encodeTrack(file: Blob): Promise<Blob> {
  if (await isReady(file)) return file;
  const decoded = await decodeFile(file, SAMPLE_RATE_HZ).catch((cause: unknown) => {
    throw new Error('This browser cannot read the sound of this file.', { cause });
  });
  if (decoded.duration > MAX_SEC) throw new Error('It lasts more than five minutes.');
  const channels = Array.from({ length: Math.min(2, decoded.numberOfChannels) }, (_, c) =>
    decoded.getChannelData(c),
  );
  return encodeOgg({ channels, sampleRate: SAMPLE_RATE_HZ });
}
