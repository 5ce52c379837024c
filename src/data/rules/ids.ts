/** Bytes as hex digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A new id: 32 hex digits, 48-bit milliseconds then 80 random bits, so ids sort by time of making. */
export function newId(nowMs: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  const time = Math.floor(nowMs).toString(16).padStart(12, '0').slice(-12);
  return time + hexOf(random);
}
