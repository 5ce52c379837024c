/**
 * What a sound file says of itself: its title, its makers, its licence, and who made which loop. RIFF INFO in WAV
 * ("Multimedia Programming Interface and Data Specifications 1.0"), comments of Vorbis in Ogg and FLAC (Vorbis I,
 * section 5; RFC 9639, section 8.6).
 */
import { PRODUCT_NAME } from '../../data/contract/constants.ts';
import type { Chapter } from '../../data/rules/playlist/chapters.ts';
import { joinBytes } from '../../dsp/joinBytes.ts';
import { OGG_HEADER_BYTES, type OggPage, oggCrc, readOggPages } from '../../dsp/oggPages.ts';
import { type Bytes, utf8, vorbisChapters, wavCues, words } from './chapterTags.ts';

/** Each may be empty: then the file says nothing of it. */
export interface SoundTags {
  readonly title: string;
  readonly makers: string;
  /** Short name and address of the licence. */
  readonly licence: string;
  /** One line for each loop. */
  readonly credits: string;
  /** Of a file that has several parts. */
  readonly chapters?: readonly Chapter[];
}

/** The chunks that follow the samples of a WAV file; empty where there is nothing to say. */
export function wavTags({ title, makers, licence, credits, chapters = [] }: SoundTags): Bytes {
  const parts = [
    ['INAM', title],
    ['IART', makers],
    ['ICOP', licence],
    ['ICMT', credits],
  ].flatMap(([name = '', text = '']) => {
    if (text === '') return [];
    const value = utf8(`${text}\0`);
    return [utf8(name), words(value.length), value, new Uint8Array(value.length & 1)];
  });
  const cues = wavCues(chapters);
  if (parts.length === 0) return cues;
  const list = joinBytes([utf8('INFO'), ...parts]);
  return joinBytes([utf8('LIST'), words(list.length), list, cues]);
}

/** Vendor and comments as both Ogg Vorbis and FLAC have them. */
function vorbisComments(vendor: Uint8Array, tags: SoundTags): Bytes {
  const comments = [
    ['TITLE', tags.title],
    ['ARTIST', tags.makers],
    ['LICENSE', tags.licence],
    ['COMMENT', tags.credits],
    ...vorbisChapters(tags.chapters ?? []),
  ].flatMap(([name, text]) => (text === '' ? [] : [utf8(`${name}=${text}`)]));
  const listed = comments.flatMap((comment) => [words(comment.length), comment]);
  return joinBytes([words(vendor.length), vendor, words(comments.length), ...listed]);
}

/** `fLaC` and STREAMINFO with its header. */
const FLAC_HEAD_BYTES = 42;
/** Most that the length of a block of FLAC can tell. */
const FLAC_BLOCK_MAX = 0xff_ffff;

/** The beginning of a FLAC file of one metadata block, with a second one that holds the tags. */
export function withFlacTags(first: Bytes, tags: SoundTags): Bytes {
  const comments = vorbisComments(utf8(PRODUCT_NAME), tags);
  const isLast = (first[4] ?? 0) & 0x80;
  if (first.length < FLAC_HEAD_BYTES || !isLast || comments.length > FLAC_BLOCK_MAX) return first;
  const head = first.slice(0, FLAC_HEAD_BYTES);
  head[4] = head[4]! & 0x7f;
  const { length } = comments;
  const block = new Uint8Array([0x84, length >> 16, (length >> 8) & 255, length & 255]);
  return joinBytes([head, block, comments, first.subarray(FLAC_HEAD_BYTES)]);
}

/** Lengths of the segments of a packet (RFC 3533, section 5). */
const segmentsOf = (bytes: number): number[] => [
  ...new Array<number>(Math.floor(bytes / 255)).fill(255),
  bytes % 255,
];

/** The packets that lie in a page, which all begin and end there; null where one does not. */
function packetsOf({ segments, body }: OggPage): Uint8Array[] | null {
  if ((segments.at(-1) ?? 255) === 255) return null;
  const packets: Uint8Array[] = [];
  let from = 0;
  let to = 0;
  for (const bytes of segments) {
    to += bytes;
    if (bytes === 255) continue;
    packets.push(body.subarray(from, to));
    from = to;
  }
  return packets;
}

/** Kind of packet and `vorbis`, before the vendor. */
const COMMENT_HEAD_BYTES = 7;

/**
 * The beginning of an Ogg Vorbis file with tags in its comments. libvorbis writes comments and setup into the second
 * page; they stay in one page, so that no later page has another number.
 */
export function withOggTags(first: Bytes, tags: SoundTags): Bytes {
  const [identification, headers, ...rest] = readOggPages(first) ?? [];
  const [comment, setup, ...others] = (headers && packetsOf(headers)) ?? [];
  if (!identification || !headers || !comment || !setup || others.length > 0) return first;
  const view = new DataView(comment.buffer, comment.byteOffset, comment.byteLength);
  const vendorFrom = COMMENT_HEAD_BYTES + 4;
  const vendor = comment.subarray(
    vendorFrom,
    vendorFrom + view.getUint32(COMMENT_HEAD_BYTES, true),
  );
  const framing = new Uint8Array([1]);
  const head = comment.subarray(0, COMMENT_HEAD_BYTES);
  const tagged = joinBytes([head, vorbisComments(vendor, tags), framing]);
  const segments = [...segmentsOf(tagged.length), ...segmentsOf(setup.length)];
  if (segments.length > 255) return first;
  const page = joinBytes([
    headers.bytes.subarray(0, OGG_HEADER_BYTES - 1),
    new Uint8Array([segments.length, ...segments]),
    tagged,
    setup,
  ]);
  new DataView(page.buffer).setUint32(22, oggCrc(page), true);
  return joinBytes([identification.bytes, page, ...rest.map(({ bytes }) => bytes)]);
}
