/**
 * Where the files of a tar lie, by its heads alone: what is between them is not read, so an archive of 20 GB is known
 * after some thousand small reads. Source: POSIX.1-2017, pax (ustar and extended headers); GNU tar's long names.
 */
import { BlobWindow, bytesOf } from './blobBytes.ts';

const BLOCK = 512;
/** A path and a size fit many times over; more is an attempt to fill memory. */
const MAX_EXTENDED_BYTES = 64 * 1024;

export class TarFile {
  readonly path: string;
  /** Where its bytes lie in the archive. */
  readonly from: number;
  readonly size: number;
  private readonly archive: Blob;

  constructor(archive: Blob, path: string, from: number, size: number) {
    this.archive = archive;
    this.path = path;
    this.from = from;
    this.size = size;
  }

  /** Its bytes; thousands of entries are held, so they are cut out only when they are asked for. */
  get blob(): Blob {
    return this.archive.slice(this.from, this.from + this.size);
  }

  /** Is all of it there? The last one of an archive that was cut off is not. */
  get isWhole(): boolean {
    return this.from + this.size <= this.archive.size;
  }
}

const decoder = new TextDecoder();

function textAt(head: Uint8Array, at: number, length: number): string {
  const field = head.subarray(at, at + length);
  const end = field.indexOf(0);
  return decoder.decode(end < 0 ? field : field.subarray(0, end));
}

/** Octal text, or GNU's big-endian number of which the first bit is set. NaN where it is neither. */
function numberAt(head: Uint8Array, at: number, length: number): number {
  if (head[at]! & 0x80) {
    let value = head[at]! & 0x7f;
    for (let i = 1; i < length; i++) value = value * 256 + head[at + i]!;
    return Number.isSafeInteger(value) ? value : Number.NaN;
  }
  const text = textAt(head, at, length).trim();
  return /^[0-7]*$/.test(text) ? Number.parseInt(text || '0', 8) : Number.NaN;
}

/** Sum of a head's bytes, of which the eight of the sum itself count as spaces. */
function isHead(head: Uint8Array): boolean {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : head[at]!;
  return sum === numberAt(head, 148, 8);
}

/** `path` and `size` of an extended head: lines of "length key=value". */
function extendedFacts(bytes: Uint8Array): { path?: string; size?: number } {
  const facts: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(decoder.decode(bytes.subarray(at, at + 12)), 10);
    if (!(length > 0)) break;
    const record = decoder.decode(bytes.subarray(at, at + length));
    const [, key, value = ''] = /^\d+ ([^=]+)=([\s\S]*)\n$/.exec(record) ?? [];
    if (key === 'path') facts.path = value;
    if (key === 'size') facts.size = Number(value);
    at += length;
  }
  return facts;
}

/** Old tars have no type at all; 7 is a file that should lie in one piece. */
const isPlain = (type: string) => type === '' || type === '0' || type === '7';

function pathOf(head: Uint8Array): string {
  const name = textAt(head, 0, 100);
  const isUstar = textAt(head, 257, 5) === 'ustar';
  const prefix = isUstar ? textAt(head, 345, 155) : '';
  return prefix ? `${prefix}/${name}` : name;
}

/**
 * The plain files of a tar in its order. It ends in silence at the two empty blocks of the end or where the archive
 * ends; folders, links and devices are passed over.
 * @throws Error with a sentence for people where what should be a head is none
 */
export async function* tarFiles(blob: Blob): AsyncGenerator<TarFile, void> {
  const window = new BlobWindow(blob);
  let more: { path?: string; size?: number } = {};
  for (let at = 0; at + BLOCK <= blob.size; ) {
    const head = await window.read(at, BLOCK);
    if (head.every((byte) => byte === 0)) return;
    const size = more.size ?? numberAt(head, 124, 12);
    if (!isHead(head) || !Number.isSafeInteger(size) || size < 0) {
      throw new Error(`the archive is damaged at byte ${at}`);
    }
    const type = textAt(head, 156, 1);
    const path = more.path ?? pathOf(head);
    const from = at + BLOCK;
    const end = from + size;
    at = from + Math.ceil(size / BLOCK) * BLOCK;
    if (type === 'x' || type === 'L') {
      if (size > MAX_EXTENDED_BYTES) throw new Error(`the archive is damaged at byte ${from}`);
      const bytes = await bytesOf(blob.slice(from, end));
      more = type === 'L' ? { ...more, path: textAt(bytes, 0, size) } : extendedFacts(bytes);
      continue;
    }
    more = {};
    if (!isPlain(type) || path.endsWith('/')) continue;
    yield new TarFile(blob, path.replace(/^(\.?\/)+/, ''), from, size);
  }
}

/** Does a file begin as a tar does? */
export async function isTar(blob: Blob): Promise<boolean> {
  if (blob.size < BLOCK) return false;
  return isHead(await bytesOf(blob.slice(0, BLOCK)));
}
