/** Where the bytes of an export go: a file that the person chose, a file of this page, or the browser's blobs. */

export interface ByteSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Writes at another place what was already written, for formats that learn their length last. */
  writeAt(position: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Finishes. @returns the file where the page has to offer it, null where it is already where it belongs */
  close(): Promise<Blob | null>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}

interface SaveOptions {
  readonly suggestedName: string;
  readonly types: readonly { readonly description: string; readonly accept: object }[];
}

/** Not yet in TypeScript's DOM library; `remove` is not in every browser. */
type Picked = FileSystemFileHandle & { remove?(): Promise<void> };
type Picker = (options: SaveOptions) => Promise<Picked>;

export interface FileKind {
  readonly name: string;
  readonly mime: string;
  /** In words, for the list of the picker. */
  readonly description: string;
}

const FOLDER = 'exports';
/** What was made for download is kept so long: a slow disk may still be copying it. */
const KEEP_MS = 60 * 60 * 1000;

interface Place {
  /** What the page has to offer, null where it is already where it belongs. */
  finish(): Promise<Blob | null>;
  /** Takes away what an export that came to nothing has left. @param isWritten the whole file is there already */
  remove(isWritten: boolean): Promise<void>;
}

function sinkOf(stream: FileSystemWritableFileStream, place: Place): ByteSink {
  let at = 0;
  let isWritten = false;
  return {
    async write(bytes) {
      // By its place, since writing elsewhere moves the end that bytes would be added to.
      await stream.write({ type: 'write', position: at, data: bytes });
      at += bytes.length;
    },
    async writeAt(position, bytes) {
      await stream.write({ type: 'write', position, data: bytes });
    },
    async close() {
      await stream.close();
      isWritten = true;
      return place.finish();
    },
    async abort() {
      await stream.abort().catch(() => undefined); // it may have failed by itself
      await place.remove(isWritten);
    },
  };
}

/** Takes a chosen file away again. One that was not written stays if it was there before: choosing makes an empty one. */
async function removePicked(handle: Picked, isWritten: boolean): Promise<void> {
  const { size } = await handle.getFile();
  if (isWritten || size === 0) await handle.remove?.();
}

/** A file that the person chooses. @throws DOMException `AbortError` when they do not */
async function pickedSink(pick: Picker, kind: FileKind): Promise<ByteSink> {
  const { name, mime, description } = kind;
  const extension = `.${name.split('.').at(-1)}`;
  const handle = await pick({
    suggestedName: name,
    types: [{ description, accept: { [mime]: [extension] } }],
  });
  const remove = (isWritten: boolean) => removePicked(handle, isWritten).catch(() => undefined); // gone, or not ours to touch
  try {
    return sinkOf(await handle.createWritable(), { finish: async () => null, remove });
  } catch (error) {
    await remove(false);
    throw error;
  }
}

/** Removes what earlier exports left for download, unless it may still be downloading. */
async function clearExports(folder: FileSystemDirectoryHandle): Promise<void> {
  const names: string[] = [];
  for await (const name of folder.keys()) names.push(name);
  const old = names.filter((name) => !(Date.now() - Number(name.split('-')[0]) < KEEP_MS));
  for (const name of old) {
    // Another tab may be writing it.
    await folder.removeEntry(name, { recursive: true }).catch(() => undefined);
  }
}

/** Browsers release a file a moment after its writing was cancelled. */
const LET_GO_MS = 50;
const LET_GO_TRIES = 40;

async function removeWhenFree(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await folder.removeEntry(name, { recursive: true });
    } catch (cause) {
      const isHeld = (cause as DOMException).name === 'NoModificationAllowedError';
      if (!isHeld || tries === LET_GO_TRIES) throw cause;
    }
    await new Promise((resolve) => setTimeout(resolve, LET_GO_MS));
  }
}

async function originSink({ name, mime }: FileKind): Promise<ByteSink> {
  const root = await navigator.storage.getDirectory();
  const all = await root.getDirectoryHandle(FOLDER, { create: true });
  await clearExports(all);
  const own = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const folder = await all.getDirectoryHandle(own, { create: true });
  const remove = () => removeWhenFree(all, own);
  try {
    const handle = await folder.getFileHandle(name, { create: true });
    const finish = async () => new Blob([await handle.getFile()], { type: mime });
    return sinkOf(await handle.createWritable(), { finish, remove });
  } catch (error) {
    await remove().catch(() => undefined);
    throw error;
  }
}

/** Pieces are joined into a blob at this size: what a browser holds of a blob may lie on its disk. */
const JOIN_BYTES = 1024 * 1024;

/** Bytes that come one after the other, held outside the memory of the script as far as the browser can. */
class BlobParts {
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

/** The browser's blobs. Only the pieces that are written over must be small: they come last. */
export function blobSink(mime: string): ByteSink {
  let parts = new BlobParts();
  const patches: { position: number; bytes: Uint8Array<ArrayBuffer> }[] = [];
  return {
    async write(bytes) {
      parts.push(bytes);
    },
    async writeAt(position, bytes) {
      patches.push({ position, bytes });
    },
    async close() {
      let blob = parts.toBlob(mime);
      for (const { position, bytes } of patches) {
        const after = blob.slice(position + bytes.length);
        blob = new Blob([blob.slice(0, position), bytes, after], { type: mime });
      }
      return blob;
    },
    async abort() {
      parts = new BlobParts();
      patches.length = 0;
    },
  };
}

/**
 * Opens the best place that this browser has. Call it inside a gesture: it may ask the person where.
 * @throws DOMException `AbortError` when the person chose no place
 */
export async function openSink(kind: FileKind): Promise<ByteSink> {
  const pick = (window as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  if (pick) return pickedSink(pick.bind(window), kind);
  try {
    return await originSink(kind);
  } catch (error) {
    console.info('No file of this page can be written; the export is held as a blob', error);
    return blobSink(kind.mime);
  }
}
