/** What sound files say of themselves (RFC 3533, section 6; Vorbis I, section 4.2.2; RFC 9639), without a decoder. */

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

/** Is this a FLAC file of its own, with STREAMINFO first as it must be? */
export function isFlac(bytes: Uint8Array): boolean {
  return bytes.length >= 42 && isAt(bytes, 0, [0x66, 0x4c, 0x61, 0x43]) && (bytes[4]! & 127) === 0;
}

/** Frames that a file that `isFlac` says it has (bits 108 to 143 of STREAMINFO), or null where it does not say. */
export function flacFrames(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames = (view.getUint8(21) & 15) * 2 ** 32 + view.getUint32(22);
  return frames > 0 ? frames : null;
}

const text = (view: DataView, at: number, length: number): string => {
  let read = '';
  for (let i = 0; i < length && at + i < view.byteLength; i++) {
    read += String.fromCharCode(view.getUint8(at + i));
  }
  return read;
};

function wavRate(view: DataView): number | null {
  for (let at = 12; at + 24 <= view.byteLength; ) {
    if (text(view, at, 4) === 'fmt ') return view.getUint32(at + 12, true);
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size & 1);
  }
  return null;
}

/** The first page of an Ogg stream holds one packet: its codec's identification header. */
function oggRate(view: DataView): number | null {
  const packet = 27 + view.getUint8(26);
  if (text(view, packet, 7) === '\x01vorbis') return view.getUint32(packet + 12, true);
  if (text(view, packet, 8) === 'OpusHead') return 48_000;
  if (text(view, packet, 5) === '\x7fFLAC') return flacRate(view, packet + 9);
  return null;
}

/** STREAMINFO follows the marker and a four-byte block header; the rate is its bits 80 to 99. */
function flacRate(view: DataView, marker: number): number | null {
  const at = marker + 8 + 10;
  if (at + 3 > view.byteLength) return null;
  return (view.getUint8(at) << 12) | (view.getUint8(at + 1) << 4) | (view.getUint8(at + 2) >> 4);
}

/**
 * Sample rate in Hz that a WAV, Ogg (Vorbis, Opus, FLAC) or FLAC file declares, or null when the bytes are
 * none of these. Opus always decodes at 48 kHz. Sources: RIFF WAVE, RFC 3533, Vorbis I section 4.2.2,
 * RFC 7845, RFC 9639.
 */
export function sniffSampleRate(bytes: ArrayBuffer): number | null {
  const view = new DataView(bytes);
  if (view.byteLength < 44) return null;
  const magic = text(view, 0, 4);
  try {
    const rate =
      magic === 'RIFF'
        ? wavRate(view)
        : magic === 'OggS'
          ? oggRate(view)
          : magic === 'fLaC'
            ? flacRate(view, 0)
            : null;
    return rate !== null && rate >= 3000 && rate <= 384_000 ? rate : null;
  } catch {
    return null;
  }
}
