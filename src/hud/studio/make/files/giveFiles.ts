/** From a picker or a drop to files with their folders. */
import type { Engine } from '../../../../audio/engine/Engine.ts';
import type { GivenFile } from '../../../../audio/studio/Studio.ts';
import { usedSlots } from '../../../../data/rules/draft/draft.ts';
import { notify, openMaker } from '../../../../data/stores/ui.ts';
import { currentRifff } from '../../actions/draftActions.ts';

/** Id of the panel's tab. */
const FILES_TAB = 'files';
/** Endings that the picker offers. */
export const ACCEPTED =
  '.wav,.wave,.aif,.aiff,.aifc,.ogg,.oga,.opus,.flac,.mp3,.m4a,.mp4,.aac,audio/*';
/** More files at once are not taken. */
const MAX_GIVEN = 200;

const isHidden = (path: string) => path.split('/').some((part) => part.startsWith('.'));

/** Files of a picker; one that picks folders says where in it each lies. */
export function pickedFiles(list: FileList | null): GivenFile[] {
  return [...(list ?? [])]
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .filter(({ path }) => !isHidden(path));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

interface Found {
  readonly files: GivenFile[];
  /** What the system does not let be read. */
  readonly closed: string[];
}

/** Files below an entry, folders looked through in order. One that cannot be read does not keep the others back. */
async function collect(entry: FileSystemEntry, found: Found): Promise<void> {
  if (found.files.length > MAX_GIVEN || entry.name.startsWith('.')) return;
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (entry.isFile) {
      found.files.push({ file: await fileOf(entry as FileSystemFileEntry), path });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A reader gives a hundred at a time, and none at the end.
    for (let entries = await entriesOf(reader); entries.length > 0; ) {
      for (const one of entries) await collect(one, found);
      entries = await entriesOf(reader);
    }
  } catch (cause) {
    console.warn(`${path} cannot be read`, cause);
    found.closed.push(path);
  }
}

/** Files of a drop, those in dropped folders too. Call it at once: a drop is empty a moment later. */
export async function droppedFiles(transfer: DataTransfer): Promise<GivenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return pickedFiles(transfer.files);
  const found: Found = { files: [], closed: [] };
  for (const entry of entries) await collect(entry, found);
  const [first] = found.closed;
  if (first) {
    const others = found.closed.length > 1 ? ` and ${found.closed.length - 1} more` : '';
    notify(`Your system does not let this page read ${first}${others}`);
  }
  return found.files;
}

/** Does a drag carry files? */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** Hands files to the studio and opens their panel. */
export async function giveFiles(engine: Engine, given: readonly GivenFile[]): Promise<void> {
  if (given.length === 0) return;
  openMaker(FILES_TAB);
  if (given.length > MAX_GIVEN) notify(`Only the first ${MAX_GIVEN} files are taken`);
  try {
    const { files } = await engine.studio();
    const { state } = currentRifff();
    const isEmpty = usedSlots(currentRifff()) === 0;
    files.add(given.slice(0, MAX_GIVEN), {
      rifffBps: isEmpty ? null : state.bps,
      barLength: state.barLength,
    });
  } catch (cause) {
    console.error('The studio did not come', cause);
    notify('The files could not be taken in: try once more');
  }
}
