/**
 * Files of an archive by its list at the end; each is read alone and never beyond what is asked for, so that an archive
 * that grows without end when it is unpacked fills nothing. Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 and 4.4.
 */
import { BlobWindow, bytesOf } from './blobBytes.ts';

const MARK = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 };
/** What stands at the end: so many bytes, and a comment of at most so many. */
const END = { bytes: 22, comment: 65_535 };
const MAX_FILES = 10_000;
const METHOD = { stored: 0, deflated: 8 };

/** A file in an archive. */
export interface ZipFile {
  readonly path: string;
  /** Bytes when it is unpacked, as the archive says; not believed. */
  readonly size: number;
  /** When it was written, ms; the archive names no zone. */
  readonly written: number;
  readonly at: number;
  readonly packed: number;
  readonly method: number;
}

const damaged = () => new Error('the archive is damaged');

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function dosTime(date: number, time: number): number {
  const year = 1980 + (date >> 9);
  return Date.UTC(year, ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63);
}

/** @throws Error with a sentence for people where it is no archive that we take */
export async function zipFiles(blob: Blob): Promise<Map<string, ZipFile>> {
  const from = Math.max(0, blob.size - END.bytes - END.comment);
  const tail = viewOf(await bytesOf(blob.slice(from)));
  let end = tail.byteLength - END.bytes;
  while (end >= 0 && tail.getUint32(end, true) !== MARK.end) end -= 1;
  if (end < 0) throw damaged();
  const count = tail.getUint16(end + 10, true);
  const listAt = tail.getUint32(end + 16, true);
  if (count > MAX_FILES || listAt === 0xffff_ffff) throw new Error('the archive holds too much');
  const window = new BlobWindow(blob);
  const files = new Map<string, ZipFile>();
  for (let index = 0, at = listAt; index < count; index++) {
    const bytes = await window.read(at, 46);
    if (bytes.length < 46) throw damaged();
    const head = viewOf(bytes);
    if (head.getUint32(0, true) !== MARK.entry) throw damaged();
    const lengths = [28, 30, 32].map((place) => head.getUint16(place, true));
    const [nameLength, extra, comment] = lengths as [number, number, number];
    const file = {
      size: head.getUint32(24, true),
      written: dosTime(head.getUint16(14, true), head.getUint16(12, true)),
      at: head.getUint32(42, true),
      packed: head.getUint32(20, true),
      method: head.getUint16(10, true),
    };
    const path = await window.text(at + 46, nameLength);
    if (!files.has(path)) files.set(path, { path, ...file });
    at += 46 + nameLength + extra + comment;
  }
  return files;
}

async function limited(stream: ReadableStream<Uint8Array>, maxBytes: number): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel().catch(() => undefined);
      throw new Error('a file in the archive is too large');
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
  }
}

/**
 * Unpacks a file.
 * @throws Error with a sentence for people where it is damaged, locked, or larger than `maxBytes` whatever the list says
 */
export async function unzip(blob: Blob, file: ZipFile, maxBytes: number): Promise<Blob> {
  const head = viewOf(await bytesOf(blob.slice(file.at, file.at + 30)));
  if (head.byteLength < 30 || head.getUint32(0, true) !== MARK.local) throw damaged();
  if (head.getUint16(6, true) & 1) throw new Error('the archive is locked with a password');
  const from = file.at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = blob.slice(from, from + file.packed);
  if (packed.size < file.packed) throw damaged();
  if (file.method === METHOD.stored) {
    if (file.packed > maxBytes) throw new Error('a file in the archive is too large');
    return packed;
  }
  if (file.method !== METHOD.deflated)
    throw new Error('the archive is packed in a way that is not known');
  try {
    return await limited(
      packed.stream().pipeThrough(new DecompressionStream('deflate-raw')),
      maxBytes,
    );
  } catch (error) {
    if (error instanceof TypeError) throw damaged();
    throw error;
  }
}
