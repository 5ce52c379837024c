/**
 * Heads of a tar archive. Source: POSIX.1-1988, "ustar interchange format". Names of at most 100 bytes and sizes below
 * 8 GiB need nothing more, and a bundle has no others.
 */

const BLOCK = 512;
const NAME_BYTES = 100;
/** Eleven octal digits. */
const MAX_SIZE = 0o77777777777;

/** So much is filled up behind so many bytes, so that the next head stands at a whole block. */
export const tarPadding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/**
 * The head of one file.
 * @param name ASCII, at most 100 bytes
 * @param size bytes, below 8 GiB
 * @param timeMs when it was written
 * @throws RangeError for what a plain head cannot say
 */
export function tarHead(name: string, size: number, timeMs: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES || size > MAX_SIZE) {
    throw new RangeError(`${name} of ${size} bytes does not fit a plain head`);
  }
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  head.write(name, 0, 'latin1');
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(timeMs / 1000), 136, 12);
  // The sum counts its own field as spaces.
  head.write('        ', 148, 'latin1');
  head.write('0', 156, 'latin1');
  head.write('ustar\u000000', 257, 'latin1');
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return head;
}
