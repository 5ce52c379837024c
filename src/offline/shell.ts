/**
 * The pages themselves. Files of a build are named by their content: one that is here is the right one, whatever asks for
 * it. The document that stands in while the network is gone is that of the worker's own build, whose files it keeps: no
 * document ever meets the scripts of another build.
 */
import type { Shell } from '../data/contract/offline.ts';
import { readNote, writeNote } from './notes.ts';
import type { Keeping } from './scope.ts';
import { freshOrKept, withinMs } from './waiting.ts';

const CACHE = 'rondo/shell';
/** Files that the build before this one was made of: pages of it may still be open. */
const NOTE = 'shell';
/** A page that is asked for waits no longer for the network than this, where it can be had from here. */
const PAGE_WAIT_MS = 4000;
const FETCHES_AT_ONCE = 3;
/** Servers and proxies that stand in front of nothing. */
const NOT_THERE = new Set([502, 503, 504]);

interface ShellNote {
  readonly files: readonly string[];
  readonly before: readonly string[];
}

export class ShellShelf {
  readonly #keeping: Keeping;
  readonly #page: string;
  /** Its files by their paths here. */
  readonly #shell: Shell;
  #filling: Promise<void> | null = null;
  #wasAsked = false;

  constructor(keeping: Keeping, shell: Shell) {
    this.#keeping = keeping;
    const { pathname: base } = new URL(keeping.home);
    const below = (files: readonly string[]) => files.map((file) => base + file.slice(1));
    const { version, first, soon, later, asked } = shell;
    this.#page = `${base}index.html`;
    this.#shell = {
      version,
      first: below(first),
      soon: below(soon),
      later: below(later),
      asked: below(asked),
    };
  }

  get #document(): string {
    return `${this.#page}?${this.#shell.version}`;
  }

  get #files(): string[] {
    const { first, soon, later } = this.#shell;
    return [...first, ...soon, ...later];
  }

  /**
   * Keeps the document of this build with what it needs at once.
   * @throws where it cannot be had whole, or the server has another build by now: then this worker is not installed
   */
  async install(): Promise<void> {
    const { first } = this.#shell;
    const cache = await this.#keeping.caches.open(CACHE);
    const answer = await this.#keeping.fetch(this.#page, { cache: 'no-cache' });
    const text = await answer.clone().text();
    if (!answer.ok || !first.every((file) => !file.endsWith('.js') || text.includes(`"${file}"`))) {
      throw new Error('The server has another build than this worker');
    }
    await this.#fetchAll(first);
    await cache.put(this.#document, answer);
  }

  /** Forgets what only builds before the last one needed. */
  async activate(): Promise<void> {
    const note = await readNote<ShellNote>(this.#keeping, NOTE);
    const files = this.#files;
    const isSame =
      note !== null &&
      note.files.length === files.length &&
      note.files.every((f, i) => f === files[i]);
    const before = isSame ? note.before : (note?.files ?? []);
    await writeNote(this.#keeping, NOTE, { files, before });
    const stay = new Set([...files, ...this.#shell.asked, ...before, this.#document]);
    const cache = await this.#keeping.caches.open(CACHE);
    for (const { url } of await cache.keys()) {
      const { pathname, search } = new URL(url);
      if (!stay.has(pathname + search)) await cache.delete(url);
    }
  }

  /** Fetches what of the build is missing, first what is wanted soon. Once at a time; a file that fails is left out. */
  fill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  async #fill(): Promise<void> {
    const { soon, later, asked } = this.#shell;
    const wanted = (await this.#isAsked()) ? [soon, later, asked] : [soon, later];
    for (const files of wanted) await this.#fetchAll(files).catch(() => {});
  }

  /** Was anything opened of what is kept only then? Here, or in a build that had the same of it. */
  async #isAsked(): Promise<boolean> {
    const cache = await this.#keeping.caches.open(CACHE);
    const { asked } = this.#shell;
    return (
      this.#wasAsked || (await Promise.all(asked.map((file) => cache.match(file)))).some(Boolean)
    );
  }

  /** @throws what the first file threw that cannot be had; the others are fetched all the same */
  async #fetchAll(files: readonly string[]): Promise<void> {
    const cache = await this.#keeping.caches.open(CACHE);
    const rest = [...files];
    const failures: unknown[] = [];
    const work = async () => {
      for (let file = rest.shift(); file !== undefined; file = rest.shift()) {
        if (await cache.match(file)) continue;
        try {
          const answer = await this.#keeping.fetch(file, { priority: 'low' } as RequestInit);
          if (!answer.ok) throw new Error(`${answer.status} for ${file}`);
          await cache.put(file, answer);
        } catch (cause) {
          failures.push(cause);
        }
      }
    };
    await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work));
    if (failures.length > 0) throw failures[0];
  }

  /** A file of a build: from here where it is here. @throws what the network threw */
  async asset(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
    const path = new URL(request.url).pathname;
    const cache = await this.#keeping.caches.open(CACHE);
    const kept = await cache.match(path);
    if (kept) return kept;
    const isAsked = this.#shell.asked.includes(path);
    this.#wasAsked ||= isAsked;
    const answer = await this.#keeping.fetch(request);
    // Others are of a build that this worker does not keep.
    if (answer.ok && (isAsked || this.#files.includes(path)))
      later(cache.put(path, answer.clone()));
    return answer;
  }

  /**
   * A document: the server's where it comes soon, else that of this build.
   * @param isPatient the server's is waited for as long as it may come
   * @throws what the network threw
   */
  async page(request: Request, isPatient = false): Promise<Response> {
    const asked = this.#keeping.fetch(request);
    const kept = async () => await (await this.#keeping.caches.open(CACHE)).match(this.#document);
    const soon = isPatient ? asked : withinMs(asked, PAGE_WAIT_MS);
    return freshOrKept(asked, soon, ({ status }) => !NOT_THERE.has(status), kept);
  }
}
