/** Packets of an Ogg Vorbis file (RFC 3533; Vorbis I, section 4.2), page by page. */
import { OGG_HEADER_BYTES, oggCrc, readOggPages } from '../../../src/dsp/oggPages.ts';
import { FileWindow, type ReadAt } from './fileWindow.ts';
import { SoundFault } from './sound.ts';

const MAX_PAGE_BYTES = OGG_HEADER_BYTES + 255 + 255 * 255;
const WINDOW_BYTES = 8 * MAX_PAGE_BYTES;
/** Identification, comment, setup. */
const HEADERS = 3;
const COMMENT = 1;
/** Room for a small picture of the cover. Every listener loads what stands here. */
const MAX_COMMENT_BYTES = 1024 * 1024;
/** The decoder takes no longer packet. */
const MAX_PACKET_BYTES = 128 * 1024;

/** A page, good until the next is read. */
type Page = NonNullable<ReturnType<typeof readOggPages>>[number];

const broken = () => new SoundFault('it breaks off or holds something that is no Ogg page');

/** The pages of a file one after the other. @throws SoundFault where something else stands */
function* pagesOf(read: ReadAt): Generator<Page> {
  const file = new FileWindow(read, 0, WINDOW_BYTES);
  for (;;) {
    const ahead = file.ahead(MAX_PAGE_BYTES);
    if (ahead.length === 0) return;
    const head = OGG_HEADER_BYTES + (ahead[26] ?? 0);
    let length = head;
    for (const bytes of ahead.subarray(OGG_HEADER_BYTES, head)) length += bytes;
    const [page] = readOggPages(ahead.subarray(0, length)) ?? [];
    if (!page) throw broken();
    yield page;
    file.skip(length);
  }
}

/** A piece of a packet: all of it, or what of it stands in one page. */
interface Piece {
  readonly bytes: Uint8Array;
  /** Does it go on in the next page? */
  readonly goesOn: boolean;
}

function piecesOf({ segments, body }: Page): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let to = 0;
  segments.forEach((bytes, at) => {
    to += bytes;
    if (bytes === 255 && at < segments.length - 1) return;
    pieces.push({ bytes: body.subarray(from, to), goesOn: bytes === 255 });
    from = to;
  });
  return pieces;
}

/**
 * Looks through a whole file, so that nothing of a broken one is decoded: pages that are damaged, missing, of another
 * stream or after the end; headers that are too long.
 * @returns frames of sound that it says there are
 * @throws SoundFault
 */
export function checkOgg(read: ReadAt): number {
  let serial = 0;
  let pages = 0;
  let said = 0n;
  let isOver = false;
  const headers = [0];
  for (const page of pagesOf(read)) {
    if (oggCrc(page.bytes) !== page.crc) throw new SoundFault('a page of it is damaged');
    if (pages === 0) serial = page.serial;
    if (page.serial !== serial || page.isFirst !== (pages === 0)) {
      throw new SoundFault('it holds several streams');
    }
    if (page.sequence !== pages) throw new SoundFault('a page of it is missing');
    if (isOver) throw new SoundFault('its end is not where it says');
    for (const { bytes, goesOn } of headers.length > HEADERS ? [] : piecesOf(page)) {
      const header = headers.length - 1;
      headers[header]! += bytes.length;
      if (headers[header]! > (header === COMMENT ? MAX_COMMENT_BYTES : MAX_PACKET_BYTES)) {
        const isComment = header === COMMENT;
        throw new SoundFault(
          isComment
            ? 'it carries more than 1 MB of comments and pictures: save it without them'
            : 'it cannot be decoded',
        );
      }
      if (!goesOn) headers.push(0);
    }
    said = page.granule;
    isOver = page.isLast;
    pages += 1;
  }
  if (pages === 0) throw broken();
  if (!isOver) throw new SoundFault('its end is not where it says');
  return Number(said);
}

/** One packet of a checked file. Its bytes are good until the next is asked for. */
export interface OggPacket {
  /** 0 identification, 1 comment, which is empty here, 2 setup, and then sound. */
  readonly number: number;
  readonly bytes: Uint8Array;
  /** Does it end in the last page? */
  readonly isLast: boolean;
}

/** The packets of a file that `checkOgg` has let pass; comments are passed over. @throws SoundFault */
export function* oggPackets(read: ReadAt): Generator<OggPacket> {
  let number = 0;
  let begun: Uint8Array[] = [];
  let length = 0;
  for (const page of pagesOf(read)) {
    for (const { bytes, goesOn } of piecesOf(page)) {
      if (number !== COMMENT) {
        length += bytes.length;
        if (length > MAX_PACKET_BYTES) throw new SoundFault('it cannot be decoded');
        // A page is overwritten by the next: what goes on is copied.
        begun.push(goesOn ? bytes.slice() : bytes);
      }
      if (goesOn) continue;
      const whole = begun.length === 1 ? begun[0]! : Buffer.concat(begun);
      yield { number, bytes: whole, isLast: page.isLast };
      number += 1;
      begun = [];
      length = 0;
    }
  }
}
