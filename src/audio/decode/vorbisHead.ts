/** What an Ogg Vorbis file says of itself (RFC 3533, section 6; Vorbis I, section 4.2.2), without its decoder. */

const OGG_HEADER_BYTES = 27;
const CAPTURE = [0x4f, 0x67, 0x67, 0x53];
const VORBIS = [1, 0x76, 0x6f, 0x72, 0x62, 0x69, 0x73];
/** A page is no longer than this (RFC 3533, section 6). */
const PAGE_BYTES = 65_307;

const isAt = (bytes: Uint8Array, at: number, wanted: readonly number[]) =>
  wanted.every((byte, offset) => bytes[at + offset] === byte);

const packetAt = (bytes: Uint8Array) => OGG_HEADER_BYTES + (bytes[26] ?? 0);

/** Is this an Ogg stream whose first packet is that of Vorbis? */
export function isOggVorbis(bytes: Uint8Array): boolean {
  return bytes.length > 58 && isAt(bytes, 0, CAPTURE) && isAt(bytes, packetAt(bytes), VORBIS);
}

/** Rate in Hz and channels of a file that `isOggVorbis`. */
export function vorbisHead(bytes: Uint8Array): { sampleRate: number; channels: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packet = packetAt(bytes);
  return { channels: view.getUint8(packet + 11), sampleRate: view.getUint32(packet + 12, true) };
}

/** Frames of a file by the position of its last page, or null where it breaks off before one. */
export function vorbisFrames(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const least = Math.max(0, bytes.length - PAGE_BYTES);
  for (let at = bytes.length - OGG_HEADER_BYTES; at >= least; at--) {
    if (!isAt(bytes, at, CAPTURE)) continue;
    const frames = Number(view.getBigInt64(at + 6, true));
    return frames >= 0 && Number.isSafeInteger(frames) ? frames : null;
  }
  return null;
}
