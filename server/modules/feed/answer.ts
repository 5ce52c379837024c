import { crc32 } from 'node:zlib';
import type { PreparedAnswer } from '../../plugins/route.ts';
import type { Embed } from './embeds.ts';

/** Part of an answer: text of this answer alone, or a document that is kept. */
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
 * One gzip member made of documents that were compressed before and of text between them that is stored
 * as it is, so that no answer is compressed twice. Returns undefined while a document is not compressed.
 */
function asGzip(parts: readonly (Buffer | Embed)[]): Buffer | undefined {
  const chunks: Buffer[] = [GZIP_HEADER];
  let sum = 0;
  let length = 0;
  for (const part of parts) {
    const plain = Buffer.isBuffer(part) ? part : part.json;
    sum = crc32(plain, sum);
    length += plain.length;
    if (Buffer.isBuffer(part)) chunks.push(...storedBlocks(part));
    else if (part.deflated) chunks.push(part.deflated);
    else return undefined;
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

/** Puts an answer together from its parts; as gzip where the caller takes it and it is ready. */
export function joinAnswer(
  parts: readonly Part[],
  acceptEncoding: string | undefined,
): PreparedAnswer {
  const pieces = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  if (takesGzip(acceptEncoding)) {
    const length = pieces.reduce(
      (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece : piece.json).length,
      0,
    );
    const body = length < COMPRESS_FROM_BYTES ? undefined : asGzip(pieces);
    if (body) return { body, encoding: 'gzip' };
  }
  const body = Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : piece.json)));
  return { body, encoding: undefined };
}
