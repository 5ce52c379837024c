import type { JamEvent } from '../../contract/live.ts';

/**
 * What a client knows of the events of a jam. Events come announced, which may fail, come late or come twice, and from
 * pages that are asked for; each is passed on once, in the order of its number.
 */
export interface CatchUp {
  /** Everything up to this number was passed on. */
  readonly last: number;
  /** Number of the newest event that was heard of. */
  readonly goal: number;
  /** Heard of, with something missing before them; by number, ascending. */
  readonly held: readonly JamEvent[];
  /** A page is under way. */
  readonly isAsking: boolean;
}

/** What follows from an input. */
export interface CaughtUp {
  readonly state: CatchUp;
  /** To be passed on now, in this order. */
  readonly deliver: readonly JamEvent[];
  /** A page of events after this number has to be asked for; null for none. */
  readonly ask: number | null;
  /** The jam knows less than was passed on (its server was restored): what is shown has to be read anew. */
  readonly isReset: boolean;
}

/** Events that are held at most: more come again with their pages. */
const MOST_HELD = 500;

/** @param last number of the newest event that is in what was read already */
export const startCatchUp = (last: number): CatchUp => ({
  last,
  goal: last,
  held: [],
  isAsking: false,
});

/** Passes on what follows without a gap, and asks where there is one. */
function settle(state: CatchUp, more: readonly JamEvent[], isReset = false): CaughtUp {
  const byNumber = new Map(state.held.map((event) => [event.number, event]));
  for (const event of more) if (event.number > state.last) byNumber.set(event.number, event);
  const deliver: JamEvent[] = [];
  let { last } = state;
  for (let next = byNumber.get(last + 1); next; next = byNumber.get(last + 1)) {
    deliver.push(next);
    last = next.number;
  }
  const beyond = [...byNumber.values()].filter(({ number }) => number > last);
  const held = beyond.sort((a, b) => a.number - b.number).slice(0, MOST_HELD);
  const goal = Math.max(state.goal, last, ...beyond.map(({ number }) => number));
  const ask = goal > last && !state.isAsking ? last : null;
  const next = { last, goal, held, isAsking: state.isAsking || ask !== null };
  return { state: next, deliver, ask, isReset };
}

/** The room was entered. @param sentSince `last` as it was when entering was asked for; `newest` of the answer */
export function onEntered(state: CatchUp, sentSince: number, newest: number): CaughtUp {
  if (newest < sentSince) return settle(startCatchUp(newest), [], true);
  return settle({ ...state, goal: Math.max(state.goal, newest) }, []);
}

/** Events were announced. */
export function onAnnounced(state: CatchUp, events: readonly JamEvent[]): CaughtUp {
  return settle(state, events);
}

/**
 * A page came. @param asked the number that it was asked after; `newest` the number of the newest event there is. A
 * page of before a reset is passed over.
 */
export function onPage(
  state: CatchUp,
  asked: number,
  page: { readonly events: readonly JamEvent[]; readonly last: number },
): CaughtUp {
  if (page.last < asked) return settle(startCatchUp(page.last), [], true);
  const answered = { ...state, isAsking: false };
  const isEmpty = page.events.every(({ number }) => number <= state.last);
  if (isEmpty && asked === state.last) {
    // Nothing after what is known: whatever was heard of beyond it is not there (any more).
    const goal = Math.max(state.last, page.last);
    if (goal <= state.last) return settle({ ...answered, goal, held: [] }, []);
  }
  return settle({ ...answered, goal: Math.max(state.goal, page.last) }, page.events);
}

/** A page did not come. The caller asks again after a while by `onRetry`. */
export function onFailed(state: CatchUp): CatchUp {
  return { ...state, isAsking: false };
}

/** Time has passed since a page failed: what is still missing is asked for again. */
export function onRetry(state: CatchUp): CaughtUp {
  return settle(state, []);
}
