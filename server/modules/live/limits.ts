import { MAX_PUPILS } from '../../../src/data/contract/classes.ts';

/** A bucket of tokens: `perSec` flow in, up to `burst`. On the clock of the process. */
export class Bucket {
  readonly #perSec: number;
  readonly #burst: number;
  #tokens: number;
  #filledMs = performance.now();

  constructor(perSec: number, burst: number) {
    this.#perSec = perSec;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** True while there is one left to take. */
  take(nowMs = performance.now()): boolean {
    const flowed = ((nowMs - this.#filledMs) / 1000) * this.#perSec;
    this.#tokens = Math.min(this.#burst, this.#tokens + Math.max(0, flowed));
    this.#filledMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** What one socket may send in a second, and at once. */
const RATES = {
  any: [60, 120],
  enter: [2, 10],
  leave: [2, 10],
  activity: [2, 10],
  touch: [30, 60],
  knock: [0.2, 2],
  transport: [5, 10],
  probe: [10, 40],
  order: [5, 20],
} as const satisfies Record<string, readonly [number, number]>;

type Limits<K extends keyof typeof RATES> = Readonly<Record<K, Bucket>>;

function makeLimits<K extends keyof typeof RATES>(names: readonly K[]): Limits<K> {
  const made = names.map((name) => {
    const [perSec, burst] = RATES[name];
    return [name, new Bucket(perSec, burst)];
  });
  return Object.fromEntries(made) as Limits<K>;
}

/** The buckets of one socket. */
export const createLimits = (): Limits<keyof typeof RATES> =>
  makeLimits(Object.keys(RATES) as (keyof typeof RATES)[]);

/** What everyone else is told of: more windows are no more of it. */
const OF_PERSON = ['touch', 'knock', 'transport', 'order'] as const;
type OfPerson = Limits<(typeof OF_PERSON)[number]>;

/** Buckets that all windows of a person on this node share, for as long as there is one. */
export class PeopleLimits {
  readonly #held = new Map<string, { readonly limits: OfPerson; windows: number }>();

  /** @returns the buckets of a person, and what says that this window is closed */
  hold(userId: string): { readonly limits: OfPerson; release(): void } {
    const held = this.#held.get(userId) ?? { limits: makeLimits(OF_PERSON), windows: 0 };
    this.#held.set(userId, held);
    held.windows += 1;
    const release = () => {
      held.windows -= 1;
      if (held.windows === 0) this.#held.delete(userId);
    };
    return { limits: held.limits, release };
  }
}

/** Sockets that one address may hold at once: a company behind one. Those of pupils count for their class instead. */
export const MOST_OF_ADDRESS = 256;
/** Sockets of one class at once: two for each page, and a second page for every other pupil. */
export const MOST_OF_CLASS = 3 * MAX_PUPILS;
/** Sockets of a node at once. */
export const MOST_SOCKETS = 20_000;
/** Rooms that a socket may be in. */
export const MOST_ROOMS = 4;
/** A socket that is in no room is closed after this. */
export const IDLE_MS = 60_000;
/** Packets that wait for one socket; a client that takes them no faster is cut off, comes back and catches up. */
export const MOST_WAITING = 256;
/** Largest packet that a client may send, in bytes. */
export const MOST_BYTES = 8 * 1024;
