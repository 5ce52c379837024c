/** Where the bytes of an export go: a file that the person chose, a file of this page, or the browser's blobs. */
import { BlobParts } from './blobParts.ts';

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

/** Not yet in TypeScript's DOM library. */
type Picker = (options: SaveOptions) => Promise<FileSystemFileHandle>;

export interface FileKind {
  readonly name: string;
  readonly mime: string;
  /** In words, for the list of the picker. */
  readonly description: string;
}

const FOLDER = 'exports';

function sinkOf(stream: FileSystemWritableFileStream, file: () => Promise<Blob | null>): ByteSink {
  let at = 0;
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
      return file();
    },
    abort: () => stream.abort(),
  };
}

/** A file that the person chooses. @throws DOMException `AbortError` when they do not */
async function pickedSink(pick: Picker, kind: FileKind): Promise<ByteSink> {
  const { name, mime, description } = kind;
  const extension = `.${name.split('.').at(-1)}`;
  const handle = await pick({
    suggestedName: name,
    types: [{ description, accept: { [mime]: [extension] } }],
  });
  return sinkOf(await handle.createWritable(), async () => null);
}

async function exportFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** Empties what earlier exports left for download. */
async function clearExports(): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry(FOLDER, { recursive: true });
  } catch {
    // Nothing was there, or the browser has no such place.
  }
}

async function originSink({ name, mime }: FileKind): Promise<ByteSink> {
  await clearExports();
  const folder = await exportFolder();
  const handle = await folder.getFileHandle(name, { create: true });
  const stream = await handle.createWritable();
  return sinkOf(stream, async () => new Blob([await handle.getFile()], { type: mime }));
}

/** The browser's blobs. Only the pieces that are written over must be small: they come last. */
export function blobSink(mime: string): ByteSink {
  const parts = new BlobParts();
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
