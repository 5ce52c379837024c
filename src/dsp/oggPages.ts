/** Ogg pages (RFC 3533, section 6) of a whole file in memory. */

export interface OggPage {
  /** The whole page, header and all. */
  readonly bytes: Uint8Array;
  readonly segments: Uint8Array;
  readonly body: Uint8Array;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Frames from the start of the stream to the end of the last packet that ends here; −1 when none does. */
  readonly granule: bigint;
  readonly serial: number;
  readonly sequence: number;
  readonly crc: number;
}

export const OGG_HEADER_BYTES = 27;
const OGG_FIRST = 2;
export const OGG_LAST = 4;
const CAPTURE = [0x4f, 0x67, 0x67, 0x53];

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
  return value >>> 0;
});

/** Checksum of a page; its four bytes of checksum count as zeros. */
export function oggCrc(page: Uint8Array): number {
  let value = 0;
  for (let at = 0; at < page.length; at++) {
    const byte = at >= 22 && at < 26 ? 0 : page[at]!;
    value = (value << 8) ^ CRC_TABLE[((value >>> 24) ^ byte) & 0xff]!;
  }
  return value >>> 0;
}

/** The pages of a file one after the other, or null when it does not consist of whole pages. */
export function readOggPages(file: Uint8Array): OggPage[] | null {
  const pages: OggPage[] = [];
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at < file.length; ) {
    if (at + OGG_HEADER_BYTES > file.length) return null;
    if (CAPTURE.some((byte, offset) => file[at + offset] !== byte)) return null;
    const count = file[at + 26]!;
    const segments = file.subarray(at + OGG_HEADER_BYTES, at + OGG_HEADER_BYTES + count);
    const body = at + OGG_HEADER_BYTES + count;
    const end = body + segments.reduce((sum, bytes) => sum + bytes, 0);
    if (end > file.length) return null;
    pages.push({
      bytes: file.subarray(at, end),
      segments,
      body: file.subarray(body, end),
      isFirst: (file[at + 5]! & OGG_FIRST) !== 0,
      isLast: (file[at + 5]! & OGG_LAST) !== 0,
      granule: view.getBigInt64(at + 6, true),
      serial: view.getUint32(at + 14, true),
      sequence: view.getUint32(at + 18, true),
      crc: view.getUint32(at + 22, true),
    });
    at = end;
  }
  return pages;
}
