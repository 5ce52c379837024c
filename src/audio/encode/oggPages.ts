/**
 * Ogg pages (RFC 3533, section 6). The decoder of FFmpeg, which Chromium has, cuts the first block off the end of a
 * Vorbis stream whose sound lies in one page. Such a page is cut in two here, and the length is exact everywhere.
 */

interface Page {
  /** The whole page, header and all. */
  readonly bytes: Uint8Array;
  readonly segments: Uint8Array;
  readonly body: Uint8Array;
}

const HEADER_BYTES = 27;
const END_OF_STREAM = 4;
/** Vorbis has three packets of headers before its sound. */
const HEADER_PACKETS = 3;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});

function crc(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = (value << 8) ^ CRC_TABLE[((value >>> 24) ^ byte) & 0xff]!;
  return value >>> 0;
}

function readPages(file: Uint8Array): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at + HEADER_BYTES <= file.length; ) {
    const count = file[at + 26]!;
    const segments = file.subarray(at + HEADER_BYTES, at + HEADER_BYTES + count);
    const body = at + HEADER_BYTES + count;
    const end = body + segments.reduce((sum, bytes) => sum + bytes, 0);
    pages.push({ bytes: file.subarray(at, end), segments, body: file.subarray(body, end) });
    at = end;
  }
  return pages;
}

/** Packets that end in a page. */
const packetsIn = ({ segments }: Page) => segments.filter((bytes) => bytes < 255).length;

/** A page like `page` with some of its segments. */
function makePage(
  page: Page,
  part: { segments: Uint8Array; body: Uint8Array; flags: number; granule: bigint; later: number },
): Uint8Array<ArrayBuffer> {
  const { segments, body, flags, granule, later } = part;
  const made = new Uint8Array(HEADER_BYTES + segments.length + body.length);
  made.set(page.bytes.subarray(0, HEADER_BYTES));
  const view = new DataView(made.buffer);
  view.setUint8(5, flags);
  view.setBigInt64(6, granule, true);
  view.setUint32(18, view.getUint32(18, true) + later, true);
  view.setUint32(22, 0, true);
  view.setUint8(26, segments.length);
  made.set(segments, HEADER_BYTES);
  made.set(body, HEADER_BYTES + segments.length);
  view.setUint32(22, crc(made), true);
  return made;
}

/**
 * Frames that each packet of a page adds (Vorbis I, section 4.3.8): a quarter of its block and of the one before.
 * libvorbis has two modes, and its mode 0 is the short block.
 */
function packetFrames({ segments, body }: Page, blocks: readonly [number, number]): number[] {
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
  const pages = readPages(file);
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
  const view = new DataView(file.buffer, page.bytes.byteOffset);
  const granule = BigInt(frames.slice(0, first).reduce((sum, count) => sum + count, 0));
  const head = file.slice(0, file.length - page.bytes.length);
  return [
    head,
    makePage(page, {
      segments: page.segments.subarray(0, cut),
      body: page.body.subarray(0, cutByte),
      flags: flags & ~END_OF_STREAM,
      granule,
      later: 0,
    }),
    makePage(page, {
      segments: page.segments.subarray(cut),
      body: page.body.subarray(cutByte),
      flags,
      granule: view.getBigInt64(6, true),
      later: 1,
    }),
  ];
}
