/** Base64 for the small byte tables (peaks, band envelopes) that documents carry. */

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
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array(0);
  }
}
