import { DECODED_CACHE_BYTES } from '../../data/contract/constants.ts';

/** Bytes of the samples of a buffer. */
export function bufferBytes(buffer: AudioBuffer): number {
  return buffer.length * buffer.numberOfChannels * Float32Array.BYTES_PER_ELEMENT;
}

/**
 * Keeps decoded and rendered audio up to a number of bytes; what was used longest ago goes first. An entry
 * larger than the whole budget is not kept. Voices hold what they play themselves.
 */
export class ByteCache<T> {
  private readonly entries = new Map<string, { value: T; bytes: number }>();
  private total = 0;
  private elsewhere = 0;
  private readonly budgetBytes: number;

  constructor(budgetBytes: number = DECODED_CACHE_BYTES) {
    this.budgetBytes = budgetBytes;
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.total;
  }

  /** Says how many bytes of the budget are held outside of the cache. */
  reserve(bytes: number): void {
    this.elsewhere = bytes;
    this.shrink();
  }

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: T, bytes: number): void {
    this.delete(key);
    if (bytes > this.budgetBytes) return;
    this.entries.set(key, { value, bytes });
    this.total += bytes;
    this.shrink();
  }

  private shrink(): void {
    for (const oldest of this.entries.keys()) {
      if (this.total + this.elsewhere <= this.budgetBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.total -= entry.bytes;
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
    this.total = 0;
  }
}
