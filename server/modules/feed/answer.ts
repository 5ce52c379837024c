import { crc32 } from 'node:zlib';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import type { SharedRifff } from '../../../src/data/contract/sharing.ts';
import type { PreparedAnswer } from '../../plugins/route.ts';
import { appendChecksum, type Embed, plainOf } from './kept.ts';
import type { ShareView } from './shareLists.ts';

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
function takesGzip(acceptEncoding: string | undefined): boolean {
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

/** A share with the piece that shows it. */
export interface ShownShare {
  readonly view: ShareView;
  readonly embed: Embed;
  /** What its rifff says of itself while it is on sale, and at no other time. */
  readonly sale?: Pick<Rifff, 'saleInfo'>;
  /** What stands there only in some answers, or for some readers. */
  readonly more?: Pick<SharedRifff, 'removedReason' | 'look' | 'chart' | 'wonWeek'>;
}

/** What of a share differs from one moment and one reader to the next. */
function changingOf({ view, more }: ShownShare): Partial<SharedRifff> {
  return {
    react_counts: { like: view.likeCount },
    liked_by_current_user: view.isLiked,
    commentCount: view.commentCount,
    ...(view.lookKey && { lookKey: view.lookKey }),
    ...more,
  };
}

/** The piece of a share; that of a rifff on sale is opened, for its price stands inside. A piece ends with its rifff. */
function pieceOf({ embed, sale }: ShownShare): Part {
  if (!sale?.saleInfo) return embed;
  const text = plainOf(embed).toString('utf8');
  return `${text.slice(0, -1)},"saleInfo":${JSON.stringify(sale.saleInfo)}}`;
}

/** Shared rifffs as parts of a JSON list. The pieces go in as they are kept, never parsed again. */
export function listParts(shown: readonly ShownShare[]): Part[] {
  const parts: Part[] = ['['];
  shown.forEach((share, at) => {
    const changing = JSON.stringify(changingOf(share)).slice(0, -1);
    parts.push(`${at === 0 ? '' : ','}${changing},`, pieceOf(share), '}');
  });
  parts.push(']');
  return joinTexts(parts);
}

/** Texts that follow each other as one, so that an answer has as few pieces as it can. */
export function joinTexts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined;
}

/** Parts of an answer's `data` as the whole answer. */
export const wholeAnswer = (
  data: readonly Part[],
  acceptEncoding: string | undefined,
): PreparedAnswer => joinAnswer(joinTexts(['{"ok":true,"data":', ...data, '}']), acceptEncoding);
