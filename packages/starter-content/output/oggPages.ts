import { OGG_HEADER_BYTES } from '../../../src/dsp/oggPages.ts';

/** One page of an Ogg stream (RFC 3533, section 6). */
export interface OggPage {
  /** Byte at which the page starts, and bytes that it takes. */
  readonly offset: number;
  readonly length: number;
  /** Position of its last complete packet: for Vorbis, frames since the start; −1 when none ends here. */
  readonly granule: bigint;
  readonly serial: number;
  readonly sequence: number;
  readonly isLast: boolean;
  /** Whether the checksum in the page is the right one. */
  readonly isIntact: boolean;
}

const CRC_AT = 22;
const POLYNOMIAL = 0x04c11db7;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  return crc >>> 0;
});

/** CRC-32 of a page with its checksum field read as zero: polynomial 0x04c11db7, from 0, not reflected. */
function pageCrc(page: Uint8Array): number {
  let crc = 0;
  for (let at = 0; at < page.length; at++) {
    const byte = at >= CRC_AT && at < CRC_AT + 4 ? 0 : page[at]!;
    crc = ((crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ byte]!) >>> 0;
  }
  return crc;
}

/** The pages of an Ogg file. Bytes that are no page, or a page that is cut short, throw an Error. */
export function readOggPages(bytes: Uint8Array): OggPage[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pages: OggPage[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    if (offset + OGG_HEADER_BYTES > bytes.length || view.getUint32(offset) !== 0x4f676753) {
      throw new Error(`no Ogg page at byte ${offset}`);
    }
    const body = offset + OGG_HEADER_BYTES + bytes[offset + 26]!;
    const length =
      bytes.subarray(offset + OGG_HEADER_BYTES, body).reduce((sum, n) => sum + n, body) - offset;
    if (offset + length > bytes.length) throw new Error(`Ogg page at byte ${offset} is cut short`);
    pages.push({
      offset,
      length,
      granule: view.getBigInt64(offset + 6, true),
      serial: view.getUint32(offset + 14, true),
      sequence: view.getUint32(offset + 18, true),
      isLast: (bytes[offset + 5]! & 4) !== 0,
      isIntact:
        view.getUint32(offset + CRC_AT, true) === pageCrc(bytes.subarray(offset, offset + length)),
    });
    offset += length;
  }
  return pages;
}
