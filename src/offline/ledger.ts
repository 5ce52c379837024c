/** What is kept of `/media`, how large it is and when it was last heard. One document, written as a whole. */
import { readNote, writeNote } from './notes.ts';
import type { Keeping } from './scope.ts';

const NOTE = 'media';

export interface LedgerEntry {
  readonly place: string;
  readonly path: string;
  readonly bytes: number;
  /** When it was last heard, in ms since the epoch. */
  readonly used: number;
  /** When the server last answered it. */
  readonly asked: number;
  /** A person wants to keep it here. */
  readonly isHeld?: true;
}

const keyOf = (place: string, path: string) => `${place} ${path}`;

export class Ledger {
  readonly #keeping: Keeping;
  readonly #entries: Map<string, LedgerEntry>;
  #writing: Promise<void> | null = null;
  #isDirty = false;

  constructor(keeping: Keeping, entries: readonly LedgerEntry[]) {
    this.#keeping = keeping;
    this.#entries = new Map(entries.map((one) => [keyOf(one.place, one.path), one]));
  }

  find(place: string, path: string): LedgerEntry | undefined {
    return this.#entries.get(keyOf(place, path));
  }

  put(entry: LedgerEntry): void {
    const key = keyOf(entry.place, entry.path);
    const isHeld = this.#entries.get(key)?.isHeld;
    this.#entries.set(key, { ...entry, ...(isHeld && { isHeld }) });
  }

  /** @returns whether that is worth writing down */
  use(place: string, path: string, now: number, leastMs: number): boolean {
    const entry = this.find(place, path);
    if (!entry || now - entry.used < leastMs) return false;
    this.#entries.set(keyOf(place, path), { ...entry, used: now });
    return true;
  }

  /** @returns whether it is here */
  hold(place: string, path: string): boolean {
    const entry = this.find(place, path);
    if (entry) this.#entries.set(keyOf(place, path), { ...entry, isHeld: true });
    return entry !== undefined;
  }

  forget(place: string, path: string): void {
    this.#entries.delete(keyOf(place, path));
  }

  forgetExcept(place: string): void {
    for (const [key, entry] of this.#entries) if (entry.place !== place) this.#entries.delete(key);
  }

  /**
   * What has to go so that no more than `maxBytes` stay: what was heard longest ago, and what a person wanted to have
   * here only where nothing else is left.
   * @param except path of the file that room is made for
   */
  surplus(maxBytes: number, except: string): LedgerEntry[] {
    const others = [...this.#entries.values()].filter(({ path }) => path !== except);
    let bytes = others.reduce((sum, one) => sum + one.bytes, 0);
    const rank = (one: LedgerEntry) => (one.isHeld ? 1 : 0);
    others.sort((a, b) => rank(a) - rank(b) || a.used - b.used);
    const gone: LedgerEntry[] = [];
    for (const one of others) {
      if (bytes <= maxBytes) break;
      gone.push(one);
      bytes -= one.bytes;
    }
    return gone;
  }

  /** Writes it down. Asked again meanwhile it is written once more, not twice at a time. */
  async write(): Promise<void> {
    this.#isDirty = true;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#isDirty) {
      this.#isDirty = false;
      await writeNote(this.#keeping, NOTE, [...this.#entries.values()]);
    }
  }
}

/** @param recount what the caches themselves hold, where nothing is written down that can be read */
export async function openLedger(
  keeping: Keeping,
  recount: () => Promise<LedgerEntry[]>,
): Promise<Ledger> {
  const entries = await readNote<LedgerEntry[]>(keeping, NOTE);
  return new Ledger(keeping, Array.isArray(entries) ? entries : await recount());
}
