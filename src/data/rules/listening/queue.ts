/** What is heard, what comes next and what was heard: a row that fills itself from a source and that the listener orders. */

/** One place in the row. */
export interface Queued {
  /** Names what is played: equal keys are the same. */
  readonly key: string;
  /** The listener put it there: another source leaves it. */
  readonly isOwn?: boolean;
}

export interface Row<T extends Queued> {
  readonly now: T | null;
  /** In the order of play. No key stands in `now` and here, or here twice. */
  readonly next: readonly T[];
  /** The last of them last, each key once. */
  readonly heard: readonly T[];
}

/** Nothing comes again by itself while this many others have not been heard since, as far as there are as many. */
export const NOT_AGAIN = 24;
/** So many are kept ready. */
export const READY = 8;
/** Most that the row holds. */
export const QUEUE_MAX = 100;

export const EMPTY_ROW: Row<never> = { now: null, next: [], heard: [] };

const without = <T extends Queued>(list: readonly T[], key: string): T[] =>
  list.filter((one) => one.key !== key);

/** What was heard, with one more behind it. */
const andHeard = <T extends Queued>(heard: readonly T[], one: T | null): readonly T[] =>
  one ? [...without(heard, one.key), one].slice(-NOT_AGAIN) : heard;

/**
 * Fills the row from a source until `READY` are ready. It goes on behind what came from there last and begins again at
 * the top; what was heard lately waits, unless nothing else is left: then what was heard longest ago comes first.
 * The same row comes back where there is nothing to add.
 */
export function fillRow<T extends Queued>(row: Row<T>, source: readonly T[]): Row<T> {
  let filled = row;
  const [first, ...rest] = row.next;
  if (row.now === null && first) filled = { ...row, now: first, next: rest };
  while (filled.now === null || filled.next.length < READY) {
    const one = following(filled, source);
    if (!one) break;
    filled =
      filled.now === null ? { ...filled, now: one } : { ...filled, next: [...filled.next, one] };
  }
  return filled;
}

function following<T extends Queued>(row: Row<T>, source: readonly T[]): T | null {
  const { now, next, heard } = row;
  const here = new Set([now?.key, ...next.map(({ key }) => key)]);
  const placeOf = new Map(source.map(({ key }, at) => [key, at]));
  const before = [...heard, ...(now ? [now] : []), ...next].findLast(
    ({ key, isOwn }) => isOwn !== true && placeOf.has(key),
  );
  const from = before ? placeOf.get(before.key)! + 1 : 0;
  const ordered = [...source.slice(from), ...source.slice(0, from)];
  const free = ordered.filter(({ key }) => !here.has(key));
  const ageOf = new Map(heard.map(({ key }, at) => [key, at]));
  const fresh = free.find(({ key }) => !ageOf.has(key));
  if (fresh) return fresh;
  return free.sort((a, b) => ageOf.get(a.key)! - ageOf.get(b.key)!)[0] ?? null;
}

/** Something else of the row plays: what comes next, what was heard, or what stands further down. */
export function playOf<T extends Queued>(row: Row<T>, key: string): Row<T> {
  const { now, next, heard } = row;
  if (now?.key === key) return row;
  const coming = next.find((one) => one.key === key);
  if (coming) {
    return { now: coming, next: without(next, key), heard: without(andHeard(heard, now), key) };
  }
  const before = heard.find((one) => one.key === key);
  if (!before) return row;
  // Going back: what was heard comes again after it.
  return { now: before, next: now ? [now, ...next] : next, heard: without(heard, key) };
}

/** Puts one at the front, so that it comes after what is heard. What is heard already stays. */
export function playNext<T extends Queued>(row: Row<T>, one: T): Row<T> {
  return putIn(row, { ...one, isOwn: true }, 0);
}

/** Puts one behind those that the listener chose before, ahead of what came by itself. */
export function addToRow<T extends Queued>(row: Row<T>, one: T): Row<T> {
  const others = without(row.next, one.key);
  return putIn(row, { ...one, isOwn: true }, others.findLastIndex(({ isOwn }) => isOwn) + 1);
}

function putIn<T extends Queued>(row: Row<T>, one: T, at: number): Row<T> {
  if (row.now?.key === one.key) return row;
  const others = without(row.next, one.key);
  const next = [...others.slice(0, at), one, ...others.slice(at)].slice(0, QUEUE_MAX);
  return { ...row, next, heard: without(row.heard, one.key) };
}

/** Moves one to another place of what comes, held to what there is. Its listener chose its place: it stays. */
export function moveInRow<T extends Queued>(row: Row<T>, key: string, to: number): Row<T> {
  const one = row.next.find((each) => each.key === key);
  if (!one) return row;
  const others = without(row.next, key);
  const at = Math.min(others.length, Math.max(0, to));
  if (row.next[at] === one) return row;
  return { ...row, next: [...others.slice(0, at), { ...one, isOwn: true }, ...others.slice(at)] };
}

/** Takes one out of what comes. It counts as heard, so that it does not come again at once. */
export function removeFromRow<T extends Queued>(row: Row<T>, key: string): Row<T> {
  const one = row.next.find((each) => each.key === key);
  if (!one) return row;
  const heard = [one, ...without(row.heard, key)].slice(-NOT_AGAIN);
  return { ...row, next: without(row.next, key), heard };
}

/** Takes one out that cannot be played any more, wherever it stands. */
export function forgetInRow<T extends Queued>(row: Row<T>, key: string): Row<T> {
  const { now, next, heard } = row;
  const rest = { next: without(next, key), heard: without(heard, key) };
  if (now?.key !== key) return { now, ...rest };
  return { ...rest, now: rest.next[0] ?? null, next: rest.next.slice(1) };
}

/**
 * Another source: what came by itself goes, what the listener chose stays. What is heard and was heard is no part of the
 * new one, which begins at its top.
 *
 * @param keepsNow what is heard goes on
 */
export function otherSource<T extends Queued>(row: Row<T>, keepsNow: boolean): Row<T> {
  const own = (one: T): T => ({ ...one, isOwn: true });
  const next = row.next.filter(({ isOwn }) => isOwn);
  const heard = keepsNow ? row.heard : andHeard(row.heard, row.now);
  return { now: keepsNow && row.now ? own(row.now) : null, next, heard: heard.map(own) };
}
