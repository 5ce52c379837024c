/** What the document of a loop carries, read without its schema: addresses of its sound, and its byte tables. */
import { LOOP_BAND_BINS, LOOP_BANDS } from './constants.ts';
import type { Attachment, Loop } from './loop.ts';

/**
 * Address of an encoded file: its `url`, else `https://{endpoint}/{key}`. An endpoint is a host, with or without a
 * scheme and a path; a bucket stands before the host unless the endpoint already begins with it. Undefined where the
 * parts make no web address.
 */
export function attachmentUrl(attachment: Attachment | undefined): string | undefined {
  if (attachment?.url) return attachment.url;
  const { endpoint, key, bucket } = attachment ?? {};
  if (!endpoint || !key) return undefined;
  const [, scheme = 'https://', host = ''] = /^(https?:\/\/)?(.*?)\/*$/i.exec(endpoint) ?? [];
  const isInHost = typeof bucket !== 'string' || bucket === '' || host.startsWith(`${bucket}.`);
  const path = key.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/');
  const url = URL.parse(`${scheme}${isInHost ? '' : `${bucket}.`}${host}/${path}`);
  return url && url.username === '' && url.search === '' && url.hash === '' ? url.href : undefined;
}

/** Address of the audio that a browser should fetch: Ogg first, then FLAC, then the plain url. */
export function loopAudioUrl({ cdn_attachments, url }: Loop): string | undefined {
  return (
    attachmentUrl(cdn_attachments?.oggAudio) ?? attachmentUrl(cdn_attachments?.flacAudio) ?? url
  );
}

/** Bytes 0–255 to base64. */
export function encodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/**
 * Base64 to bytes. Bad base64 yields an empty array: a table that only draws must never stop a rifff
 * from playing.
 */
export function decodeBytes(base64: string | undefined): Uint8Array {
  if (!base64) return new Uint8Array(0);
  try {
    const text = atob(base64);
    // Taken as something to go through one by one, a string takes ten times as long.
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    return new Uint8Array(0);
  }
}

/**
 * Where a loop's sound lies, 0 (all below 200 Hz) to 1 (all above 5 kHz): the centre of its four bands by their RMS
 * amplitude. Null when it is not known.
 *
 * @param bands 4 × 256 linear RMS values, band after band
 */
export function bandCentre(bands: Uint8Array): number | null {
  if (bands.length !== LOOP_BANDS * LOOP_BAND_BINS) return null;
  let total = 0;
  let weighted = 0;
  for (let band = 0; band < LOOP_BANDS; band++) {
    const bins = bands.subarray(band * LOOP_BAND_BINS, (band + 1) * LOOP_BAND_BINS);
    const meanSquare = bins.reduce((sum, value) => sum + value ** 2, 0) / LOOP_BAND_BINS;
    const amplitude = Math.sqrt(meanSquare);
    total += amplitude;
    weighted += (amplitude * band) / (LOOP_BANDS - 1);
  }
  return total > 0 ? weighted / total : null;
}
