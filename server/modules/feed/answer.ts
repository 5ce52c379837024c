import { crc32 } from 'node:zlib';
import type { PreparedAnswer } from '../../plugins/route.ts';
import { appendChecksum } from './checksum.ts';
import { type Embed, plainOf } from './kept.ts';

/** Part of an answer: text of this answer alone, or a piece that is kept. */
export type Part = string | Embed;

/** Below this an answer is not worth compressing. */
const COMPRESS_FROM_BYTES = 1024;
/** Most bytes of a block that is stored as it is (RFC 1951, section 3.2.4). */
const STORED_MAX_BYTES = 65_535;
/** Magic, deflate, no flags, no time, no extra flags, unknown system (RFC 1952, section 2.3). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** An empty stored block that is the last one. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 255, 255]);

/** Bytes as blocks of a deflate stream that are not compressed. */
function storedBlocks(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += STORED_MAX_BYTES) {
    const some = bytes.subarray(from, from + STORED_MAX_BYTES);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(some.length, 1);
    head.writeUInt16LE(~some.length & 0xffff, 3);
    blocks.push(head, some);
  }
  return blocks;
}

/**
 * One gzip member made of pieces that were compressed before and of text between them that is stored as it is,
 * so that no answer is compressed twice.
 */
function asGzip(parts: readonly (Buffer | Embed)[]): Buffer {
  const chunks: Buffer[] = [GZIP_HEADER];
  let sum = 0;
  let length = 0;
  for (const part of parts) {
    if (Buffer.isBuffer(part)) {
      chunks.push(...storedBlocks(part));
      sum = crc32(part, sum);
      length += part.length;
    } else {
      chunks.push(part.deflated);
      sum = appendChecksum(sum, part.checksum);
      length += part.checksum.length;
    }
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(sum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  chunks.push(LAST_BLOCK, trailer);
  return Buffer.concat(chunks);
}

/** True when an Accept-Encoding header takes gzip. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '').split(',').some((one) => {
    const [name = '', ...parameters] = one
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Puts an answer together from its parts; as gzip where the caller takes it and it is worth it. */
export function joinAnswer(
  parts: readonly Part[],
  acceptEncoding: string | undefined,
): PreparedAnswer {
  const pieces = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  const length = pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.checksum.length),
    0,
  );
  if (length >= COMPRESS_FROM_BYTES && takesGzip(acceptEncoding)) {
    return { body: asGzip(pieces), encoding: 'gzip' };
  }
  const plain = pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : plainOf(piece)));
  return { body: Buffer.concat(plain), encoding: undefined };
}
