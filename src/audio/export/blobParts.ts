/** Pieces are joined into a blob at this size: what a browser holds of a blob may lie on its disk. */
const JOIN_BYTES = 1024 * 1024;

/** Bytes that come one after the other, held outside the memory of the script as far as the browser can. */
export class BlobParts {
  private readonly blobs: Blob[] = [];
  private parts: Uint8Array<ArrayBuffer>[] = [];
  private pending = 0;
  /** Bytes in all. */
  size = 0;

  /** Takes bytes over: the caller must not change them any more. */
  push(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.byteLength === 0) return;
    this.parts.push(bytes);
    this.pending += bytes.byteLength;
    this.size += bytes.byteLength;
    if (this.pending >= JOIN_BYTES) this.join();
  }

  /** Everything as one blob, after `head` if there is one. */
  toBlob(type: string, head?: Uint8Array<ArrayBuffer>): Blob {
    this.join();
    return new Blob(head ? [head, ...this.blobs] : this.blobs, { type });
  }

  private join(): void {
    if (this.parts.length > 0) this.blobs.push(new Blob(this.parts));
    this.parts = [];
    this.pending = 0;
  }
}
