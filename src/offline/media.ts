/**
 * Sounds and pictures of `/media` that were asked for: kept whole, each under the one key of its content, within a
 * budget of bytes; what was heard longest ago makes room. After a day the server is asked again, as by any cache, so
 * that what was removed or closed goes here too.
 */
import { type Ledger, openLedger } from './ledger.ts';
import { deleteOwn, OPEN, placeOf } from './places.ts';
import type { Keeping } from './scope.ts';
import { isGatewayDown } from './waiting.ts';

const CACHE = 'rondo/media/';
/** Bytes that are kept at most. */
export const MEDIA_BYTES = 256 * 1024 * 1024;
/** One file that is larger would push out too much else. */
const MAX_FILE_BYTES = MEDIA_BYTES / 8;
const DAY_MS = 86_400_000;
/** What was just heard is not written down again before this. */
const TOUCH_MS = 10 * 60_000;

/** Headers that a kept file keeps: it acts as little as a page as the server's own answer. */
const HEADERS = ['content-type', 'content-disposition', 'content-security-policy', 'etag'];

/** Does the server say that it is public? */
const isOpen = (answer: Response) => /\bpublic\b/.test(answer.headers.get('cache-control') ?? '');

/** What is kept is kept until there is room, or for good; the same file of two places counts twice. */
export class MediaShelf {
  readonly #keeping: Keeping;
  readonly #maxBytes: number;
  #ledger: Promise<Ledger> | null = null;

  constructor(keeping: Keeping, maxBytes = MEDIA_BYTES) {
    this.#keeping = keeping;
    this.#maxBytes = maxBytes;
  }

  #open(): Promise<Ledger> {
    this.#ledger ??= openLedger(this.#keeping, async () => {
      const { caches, now } = this.#keeping;
      const entries = [];
      for (const name of await caches.keys()) {
        if (!name.startsWith(CACHE)) continue;
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
          const bytes = (await (await cache.match(url))?.blob())?.size ?? 0;
          const path = new URL(url).pathname;
          entries.push({ place: name.slice(CACHE.length), path, bytes, used: now(), asked: 0 });
        }
      }
      return entries;
    });
    return this.#ledger;
  }

  /**
   * Answers a request for a whole file: what is here and less than a day old at once, else what the server has.
   * @throws what the network threw where the file is not here
   */
  async answer(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
    const place = await placeOf(this.#keeping, request.headers.get('authorization'));
    const path = new URL(request.url).pathname;
    const kept = await this.#find(path, place);
    if (kept && this.#keeping.now() - kept.asked < DAY_MS) {
      later(this.#touch(kept.place, path));
      return kept.answer;
    }
    try {
      const answer = await this.#keeping.fetch(request);
      if (kept && isGatewayDown(answer.status)) return kept.answer;
      later(this.#take(place, path, answer.clone()));
      return answer;
    } catch (cause) {
      if (!kept) throw cause;
      later(this.#touch(kept.place, path));
      return kept.answer;
    }
  }

  /** Which of the files this caller has here. */
  async here(paths: readonly string[], place: string): Promise<Set<string>> {
    const ledger = await this.#open();
    return new Set(paths.filter((path) => ledger.find(place, path) ?? ledger.find(OPEN, path)));
  }

  /** From now on these files make room for nothing. @returns how many of them are here */
  async hold(paths: readonly string[], place: string): Promise<number> {
    const ledger = await this.#open();
    const held = paths.filter((path) => ledger.hold(place, path) || ledger.hold(OPEN, path));
    await ledger.write();
    return held.length;
  }

  /** Deletes what is not public. */
  async forgetOwn(): Promise<void> {
    const ledger = await this.#open();
    await deleteOwn(this.#keeping, CACHE);
    ledger.forgetExcept(OPEN);
    await ledger.write();
  }

  async #find(path: string, place: string) {
    const ledger = await this.#open();
    for (const one of new Set([place, OPEN])) {
      const entry = ledger.find(one, path);
      const answer = entry && (await (await this.#keeping.caches.open(CACHE + one)).match(path));
      if (answer) return { answer, place: one, asked: entry.asked };
    }
    return undefined;
  }

  async #touch(place: string, path: string): Promise<void> {
    const ledger = await this.#open();
    if (ledger.use(place, path, this.#keeping.now(), TOUCH_MS)) await ledger.write();
  }

  async #drop(place: string, path: string): Promise<void> {
    await (await this.#keeping.caches.open(CACHE + place)).delete(path);
    (await this.#open()).forget(place, path);
  }

  /** Keeps what the server answered, or forgets what it refuses. */
  async #take(asker: string, path: string, answer: Response): Promise<void> {
    const ledger = await this.#open();
    if (answer.status !== 200) {
      if ([401, 403, 404, 410].includes(answer.status)) {
        for (const place of new Set([asker, OPEN])) await this.#drop(place, path);
        await ledger.write();
      }
      return;
    }
    const place = isOpen(answer) ? OPEN : asker;
    // Files that are not public are not kept for visitors.
    if (place === OPEN && !isOpen(answer)) return;
    const body = await answer.blob();
    const declared = answer.headers.get('content-length');
    const isWhole = declared === null || Number(declared) === body.size;
    if (!isWhole || body.size > Math.min(MAX_FILE_BYTES, this.#maxBytes)) return;
    const headers = HEADERS.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    for (const old of ledger.surplus(this.#maxBytes - body.size, path)) {
      await this.#drop(old.place, old.path);
    }
    const cache = await this.#keeping.caches.open(CACHE + place);
    await cache.put(path, new Response(body, { headers }));
    const now = this.#keeping.now();
    ledger.put({ place, path, bytes: body.size, used: now, asked: now });
    await ledger.write();
  }
}
