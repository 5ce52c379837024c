/** A file that is read from its beginning to its end without being held. */

/**
 * Reads bytes of a file from `position` on into `into`.
 * @returns how many there were, 0 behind the end
 */
export type ReadAt = (into: Uint8Array, position: number) => number;

/** A stretch of a file in memory, which moves on. */
export class FileWindow {
  private readonly read: ReadAt;
  private readonly buffer: Uint8Array;
  private position: number;
  private from = 0;
  private to = 0;
  private isOver = false;

  /** @param capacity bytes that are held: more than are ever asked for at once */
  constructor(read: ReadAt, position: number, capacity: number) {
    this.read = read;
    this.position = position;
    this.buffer = new Uint8Array(capacity);
  }

  /** What lies ahead: `count` bytes or more, fewer at the end of the file. Good until the next call. */
  ahead(count: number): Uint8Array {
    if (!this.isOver && this.to - this.from < count) {
      this.buffer.copyWithin(0, this.from, this.to);
      this.to -= this.from;
      this.from = 0;
      while (!this.isOver && this.to < this.buffer.length) {
        const got = this.read(this.buffer.subarray(this.to), this.position);
        this.isOver = got === 0;
        this.position += got;
        this.to += got;
      }
    }
    return this.buffer.subarray(this.from, this.to);
  }

  /** Moves on over bytes that `ahead` gave. */
  skip(count: number): void {
    this.from += count;
  }
}
