/**
 * The decoder of FFmpeg, which Chromium has, cuts the first block off the end of a Vorbis stream whose sound lies in
 * one page. Such a page is cut in two here, and the length is exact everywhere.
 */
import {
  OGG_HEADER_BYTES,
  OGG_LAST,
  type OggPage,
  oggCrc,
  readOggPages,
} from '../../../dsp/oggPages.ts';

/** Vorbis has three packets of headers before its sound. */
const HEADER_PACKETS = 3;

/** Packets that end in a page. */
const packetsIn = ({ segments }: OggPage) => segments.filter((bytes) => bytes < 255).length;

/** A page like `page` with some of its segments. */
function makePage(
  page: OggPage,
  part: { segments: Uint8Array; body: Uint8Array; flags: number; granule: bigint; later: number },
): Uint8Array<ArrayBuffer> {
  const { segments, body, flags, granule, later } = part;
  const made = new Uint8Array(OGG_HEADER_BYTES + segments.length + body.length);
  made.set(page.bytes.subarray(0, OGG_HEADER_BYTES));
  const view = new DataView(made.buffer);
  view.setUint8(5, flags);
  view.setBigInt64(6, granule, true);
  view.setUint32(18, page.sequence + later, true);
  view.setUint8(26, segments.length);
  made.set(segments, OGG_HEADER_BYTES);
  made.set(body, OGG_HEADER_BYTES + segments.length);
  view.setUint32(22, oggCrc(made), true);
  return made;
}

/**
 * Frames that each packet of a page adds (Vorbis I, section 4.3.8): a quarter of its block and of the one before.
 * libvorbis has two modes, and its mode 0 is the short block.
 */
function packetFrames({ segments, body }: OggPage, blocks: readonly [number, number]): number[] {
  const frames: number[] = [];
  let before = 0;
  let at = 0;
  let isStart = true;
  for (const bytes of segments) {
    if (isStart) {
      const block = blocks[(body[at]! >> 1) & 1]!;
      frames.push(before === 0 ? 0 : (before + block) / 4);
      before = block;
    }
    isStart = bytes < 255;
    at += bytes;
  }
  return frames;
}

/**
 * The same stream with its sound in two pages at least, where libvorbis put it into one.
 * @param file a whole Ogg Vorbis file of libvorbis
 */
export function withTwoPages(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const pages = readOggPages(file) ?? [];
  let packets = 0;
  const firstSound = pages.findIndex((page) => {
    const isSound = packets >= HEADER_PACKETS;
    packets += packetsIn(page);
    return isSound;
  });
  const page = pages[firstSound];
  if (!page || firstSound !== pages.length - 1) return [file];
  // The exponents of both block sizes stand in byte 28 of the first packet (Vorbis I, section 4.2.2).
  const exponents = pages[0]!.body[28]!;
  const frames = packetFrames(page, [2 ** (exponents & 15), 2 ** (exponents >> 4)]);
  // The first page must hold sound, so two packets at least, and leave one.
  const first = Math.max(2, Math.floor(frames.length / 2));
  if (frames.length <= first) return [file];
  let ended = 0;
  const cut = page.segments.findIndex((bytes) => bytes < 255 && ++ended === first) + 1;
  const cutByte = page.segments.subarray(0, cut).reduce((sum, bytes) => sum + bytes, 0);
  const flags = page.bytes[5]!;
  return [
    file.slice(0, file.length - page.bytes.length),
    makePage(page, {
      segments: page.segments.subarray(0, cut),
      body: page.body.subarray(0, cutByte),
      flags: flags & ~OGG_LAST,
      granule: BigInt(frames.slice(0, first).reduce((sum, count) => sum + count, 0)),
      later: 0,
    }),
    makePage(page, {
      segments: page.segments.subarray(cut),
      body: page.body.subarray(cutByte),
      flags,
      granule: page.granule,
      later: 1,
    }),
  ];
}
