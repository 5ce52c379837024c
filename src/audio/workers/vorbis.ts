/**
 * Ogg Vorbis for browsers that don't decode it: pages are our own to read, packets go through libvorbis. Fetched only
 * there. The length is what the last page says, so it is exact.
 */
import load from 'ogv/dist/ogv-decoder-audio-vorbis-wasm.js';
import wasmUrl from 'ogv/dist/ogv-decoder-audio-vorbis-wasm.wasm?url';
import { joinBytes } from '../../dsp/joinBytes.ts';
import { readOggPages } from '../../dsp/oggPages.ts';
import { type DecodedAudio, SoundFileError } from '../../dsp/soundFile.ts';
import { isOggVorbis, vorbisFrames, vorbisHead } from '../../dsp/soundHead.ts';
import { once } from '../loading/singleFlight.ts';
import { wasmBinary } from './wasmBinary.ts';

/** Vorbis has three packets of headers before its sound. */
const HEADER_PACKETS = 3;
const DECODED_BITS = 32;

/** The decoder's code, fetched once. */
const decoderCode = once(async () => {
  const embedded = async () =>
    (await import('ogv/dist/ogv-decoder-audio-vorbis-wasm.wasm?url&inline')).default;
  return (await wasmBinary(wasmUrl, embedded)).buffer;
});

/** Packets of a stream of Ogg pages, each a copy (RFC 3533, section 6: a packet ends with a segment under 255). */
function packetsOf(file: Uint8Array): ArrayBuffer[] | null {
  const pages = readOggPages(file);
  if (!pages) return null;
  const packets: ArrayBuffer[] = [];
  let parts: Uint8Array[] = [];
  for (const { segments, body } of pages) {
    let from = 0;
    let at = 0;
    for (const bytes of segments) {
      at += bytes;
      if (bytes === 255) continue;
      parts.push(body.subarray(from, at));
      packets.push(joinBytes(parts).buffer);
      parts = [];
      from = at;
    }
    if (at > from) parts.push(body.subarray(from, at));
  }
  return packets;
}

/**
 * Decodes a whole Ogg Vorbis file of one stream.
 * @returns linear samples, one array a channel, as many frames as the file says
 * @throws SoundFileError 'unreadable' when it is no such file or breaks off; Error when the decoder cannot be fetched
 */
export async function decodeVorbis(bytes: Uint8Array<ArrayBuffer>): Promise<DecodedAudio> {
  const unreadable = () => new SoundFileError('unreadable', 'This is no Ogg Vorbis file');
  const packets = isOggVorbis(bytes) ? packetsOf(bytes) : null;
  const length = vorbisFrames(bytes);
  if (!packets || length === null) throw unreadable();
  const { sampleRate, channels: count } = vorbisHead(bytes);
  const channels = Array.from({ length: count }, () => new Float32Array(length));
  const decoder = await load({ wasmBinary: await decoderCode() });
  decoder.init(() => undefined);
  let at = 0;
  for (const [index, packet] of packets.entries()) {
    let isGood = 0;
    const answer = (good: number) => {
      isGood = good;
    };
    if (index < HEADER_PACKETS) {
      decoder.processHeader(packet, answer);
      if (!isGood) throw unreadable();
      continue;
    }
    decoder.processAudio(packet, answer);
    const heard = isGood ? decoder.audioBuffer : null;
    if (!heard?.[0]) continue;
    for (const [c, channel] of channels.entries()) {
      channel.set(heard[c]!.subarray(0, Math.max(0, length - at)), Math.min(at, length));
    }
    at += heard[0].length;
  }
  if (at < length) throw unreadable();
  return { sampleRate, bitDepth: DECODED_BITS, channels, length, totalFrames: length };
}
