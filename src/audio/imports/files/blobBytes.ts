/** Bytes of a file that is too large to be held: read piece by piece, near what was read before. */

const WINDOW_BYTES = 256 * 1024;
/** Lines that are longer are no lines of ours or anybody's. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

type Bytes = Uint8Array<ArrayBuffer>;

/** @throws Error when the file cannot be read any more, because it was moved or changed */
export async function bytesOf(blob: Blob): Promise<Bytes> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    throw new Error('the file cannot be read any more: was it moved or changed?', { cause });
  }
}

/** Reads a file at any place, and holds one window of it for the reads that come next. */
export class BlobWindow {
  readonly size: number;
  private readonly blob: Blob;
  private from = 0;
  private held: Bytes = new Uint8Array(0);

  constructor(blob: Blob) {
    this.blob = blob;
    this.size = blob.size;
  }

  /** So many bytes from a place on, fewer at the end of the file. Good until the next call. */
  async read(at: number, length: number): Promise<Bytes> {
    const end = Math.min(this.size, at + length);
    if (at < this.from || end > this.from + this.held.length) {
      // Some are walked backwards: what lies before is wanted as often as what comes after.
      this.from = Math.max(0, at - WINDOW_BYTES / 4);
      const to = Math.max(end, this.from + WINDOW_BYTES);
      this.held = await bytesOf(this.blob.slice(this.from, to));
    }
    return this.held.subarray(at - this.from, Math.max(at, end) - this.from);
  }

  /** The same as text of UTF-8. */
  async text(at: number, length: number): Promise<string> {
    return new TextDecoder().decode(await this.read(at, length));
  }
}

/** A line of a file and where it stands, without its end. `text` is null where it is longer than a line may be. */
export interface FileLine {
  readonly at: number;
  readonly bytes: number;
  readonly text: string | null;
}

/** The lines of a file in order, piece by piece. Source: text files with `\n` or `\r\n`, UTF-8 with or without a mark. */
export async function* linesOf(blob: Blob): AsyncGenerator<FileLine, void> {
  const decoder = new TextDecoder();
  let rest: Bytes = new Uint8Array(0);
  let restAt = 0;
  /** Bytes of a line that is too long and of which nothing is held. */
  let lost = 0;
  const line = (bytes: Bytes): FileLine => {
    if (lost > 0) {
      const long = { at: restAt - lost, bytes: lost + bytes.length, text: null };
      lost = 0;
      return long;
    }
    return { at: restAt, bytes: bytes.length, text: decoder.decode(bytes).replace(/\r$/, '') };
  };
  for (let from = 0; from < blob.size; from += WINDOW_BYTES) {
    const piece = await bytesOf(blob.slice(from, from + WINDOW_BYTES));
    let held = piece;
    if (rest.length > 0) {
      held = new Uint8Array(rest.length + piece.length);
      held.set(rest);
      held.set(piece, rest.length);
    }
    let start = 0;
    for (let end = held.indexOf(NEWLINE); end >= 0; end = held.indexOf(NEWLINE, start)) {
      yield line(held.subarray(start, end));
      restAt += end + 1 - start;
      start = end + 1;
    }
    rest = held.slice(start);
    if (rest.length <= MAX_LINE_BYTES) continue;
    lost += rest.length;
    restAt += rest.length;
    rest = new Uint8Array(0);
  }
  if (rest.length > 0 || lost > 0) yield line(rest);
}
