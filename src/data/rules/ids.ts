/** Bytes as hex digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const randomBits = (bytes: number): bigint =>
  BigInt(`0x${hexOf(crypto.getRandomValues(new Uint8Array(bytes)))}`);

/** Above the random part of every id. */
const END = 1n << 80n;
/** The id that was made last. */
let last = { time: '', random: 0n };

/**
 * A new id: 32 hex digits, 48-bit milliseconds, then 80 bits of which the first is 0 in the first id of a millisecond.
 * Ids that one process makes sort in the order of their making: within a millisecond each is the one before and 64 random bits
 * more, see RFC 9562, section 6.2, method 2.
 */
export function newId(nowMs: number = Date.now()): string {
  const time = Math.floor(nowMs).toString(16).padStart(12, '0').slice(-12);
  const next = time === last.time ? last.random + 1n + randomBits(8) : END;
  last = { time, random: next < END ? next : randomBits(10) >> 1n };
  return time + last.random.toString(16).padStart(20, '0');
}
