/** Keeps the list of files on the device as it changes, and takes it up again. */
import { snapshot, subscribe } from 'valtio/vanilla';
import {
  dropFile,
  type KeptFile,
  type KeptImport,
  type KeptSurvey,
  listImports,
  putFile,
  putItems,
  putSurvey,
} from '../../loading/importStore.ts';
import { type ImportItem, imports, patchImportItem } from '../../state/files.ts';

/** A drag changes a setting many times a second. */
const REST_MS = 300;
/** Name of what one window at a time holds: two would add the same files twice. */
const LOCK = 'rondo/imports';

/** Does this window restore the kept list? Until it closes. */
function isFirstWindow(): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(LOCK, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise<void>(() => {});
      })
      .catch(() => resolve(true));
  });
}

/** A restored file of the list: unfinished work on it starts anew. */
export function restoredItem(item: ImportItem, isSurveyed: boolean): ImportItem {
  const status = isSurveyed && item.status !== 'reading' ? 'ready' : 'waiting';
  return { ...item, status, note: status === 'ready' ? item.note : '', isUnkept: false };
}

/** Writes the list when it has rested for a moment; bytes are written once, when they come. */
export class ImportKeeper {
  /** Ids of files whose bytes this device has. */
  private readonly ids = new Set<string>();
  private readonly written = new Map<string, string>();
  /** One after the other: each looks how much room there is. */
  private last: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    subscribe(imports, () => {
      this.timer ??= setTimeout(this.write, REST_MS);
    });
  }

  /** What an earlier page left, for this window; nothing when another window has taken it up. */
  async restore(): Promise<KeptImport[]> {
    if (!(await isFirstWindow())) return [];
    const kept = await listImports();
    for (const { id } of kept) this.ids.add(id);
    return kept;
  }

  /** Keeps the bytes of a file; when there is no room its line says so. */
  add(file: KeptFile): void {
    this.last = this.last.then(async () => {
      if (!imports.items.some(({ id }) => id === file.id)) return;
      const isKept = await putFile(file);
      const isListed = imports.items.some(({ id }) => id === file.id);
      if (isKept && !isListed) return dropFile(file.id);
      if (isKept) this.ids.add(file.id);
      else patchImportItem(file.id, { isUnkept: true });
      this.timer ??= setTimeout(this.write, REST_MS);
    });
  }

  /** Keeps what was heard in a file, once its bytes are kept. */
  survey(heard: KeptSurvey): void {
    this.last = this.last.then(async () => {
      if (this.ids.has(heard.id)) await putSurvey(heard);
    });
  }

  private readonly write = (): void => {
    this.timer = undefined;
    // Neither what became a loop nor what is no sound is wanted again.
    const wanted = imports.items.filter(({ status }) => status !== 'added' && status !== 'refused');
    const listed = new Set(wanted.map(({ id }) => id));
    for (const id of this.ids) {
      if (listed.has(id)) continue;
      this.ids.delete(id);
      this.written.delete(id);
      void dropFile(id);
    }
    const changed = wanted
      .map((item, at) => ({ id: item.id, at, item: snapshot(item) as ImportItem }))
      .filter(({ id }) => this.ids.has(id))
      .filter((kept) => {
        const text = JSON.stringify(kept);
        if (this.written.get(kept.id) === text) return false;
        this.written.set(kept.id, text);
        return true;
      });
    if (changed.length > 0) void putItems(changed);
  };
}
