/** Files of what was dropped or chosen, folders with everything below them. */
import type { SourceFile } from '../../audio/imports/JamSource.ts';

/** Folders below folders; deeper ones are left out. */
const MAX_DEPTH = 16;

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** One page of a folder; browsers give a hundred at a time, and nothing at its end. */
const pageOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

async function* walk(entry: FileSystemEntry, depth: number): AsyncGenerator<SourceFile, void> {
  // An unreadable file is left out, and the others are still read.
  if (entry.isFile) {
    const blob = await fileOf(entry as FileSystemFileEntry).catch(() => null);
    if (blob) yield { path: entry.fullPath.replace(/^\/+/, ''), blob };
    return;
  }
  if (depth >= MAX_DEPTH) return;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const page = await pageOf(reader).catch(() => []);
    if (page.length === 0) return;
    for (const one of page) yield* walk(one, depth + 1);
  }
}

/** What was dropped. The list of a drop is gone after its event, so call this within it. */
export function droppedFiles(data: DataTransfer): AsyncIterable<SourceFile> {
  // A file dragged from another page has no entry in a file system, but can be read too.
  const entries = [...data.items].flatMap(
    (item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? [],
  );
  return (async function* files() {
    for (const entry of entries) {
      if (entry instanceof File) yield { path: entry.name, blob: entry };
      else yield* walk(entry, 0);
    }
  })();
}

/** What was chosen; of a folder with the paths in it. */
export function chosenFiles(files: FileList): SourceFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, blob: file }));
}
