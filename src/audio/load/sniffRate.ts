/** The sample rate that an audio file says it has, read from its first bytes. */

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
