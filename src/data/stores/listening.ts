/**
 * The listener's own mix: copies of rifffs whose rings were touched outside the editor. They live as long
 * as the page; taking one into the editor makes it a draft.
 */
import { proxy, ref } from 'valtio/vanilla';
import type { Rifff } from '../contract/rifff.ts';
import { matchedRifff, type RifffMatch } from '../rules/listening/match.ts';

interface ListeningState {
  /** Own copies by the id of the rifff; a rifff that was not changed has none. */
  mixes: Record<string, Rifff>;
  /** Rifff chosen to be heard, or null for the first one. */
  chosenId: string | null;
  /** Rifff that was asked to play and is not heard yet, or null. */
  askedId: string | null;
  /** Has anybody touched a ring or played since the page opened? */
  isTouched: boolean;
  /** Where rifffs are moved to go with what they came in after, by id; most stay where they are. */
  matches: Record<string, RifffMatch>;
}

/** No mixes at all. Ids are what strangers wrote: `constructor` and `__proto__` are keys like others here. */
export const noMixes = (): ListeningState['mixes'] => Object.create(null);
const noMatches = (): ListeningState['matches'] => Object.create(null);

export const listening = proxy<ListeningState>({
  mixes: noMixes(),
  chosenId: null,
  askedId: null,
  isTouched: false,
  matches: noMatches(),
});

/** Do two versions of a rifff sound the same? Compares its slots, not its loops. */
function isSameMix(a: Rifff, b: Rifff): boolean {
  return JSON.stringify(a.state) === JSON.stringify(b.state);
}

/** The listener's version of a rifff: their own mix, or the rifff itself. */
export function mixOf(rifff: Rifff): Rifff {
  return listening.mixes[rifff._id] ?? rifff;
}

/** What sounds of a rifff: the listener's version, moved in tempo and key where it is matched. */
export function heardOf(rifff: Rifff): Rifff {
  return matchedRifff(mixOf(rifff), listening.matches[rifff._id]);
}

/** Says where a rifff is moved to from its next start on; null leaves it where its maker had it. */
export function matchRifff(id: string, match: RifffMatch | null): void {
  if (match) listening.matches[id] = match;
  else delete listening.matches[id];
}

/** Every rifff plays as its maker left it. */
export function forgetMatches(): void {
  listening.matches = noMatches();
}

/**
 * Changes the listener's mix of `rifff` by a rule of `rules/draft/draft.ts`. A mix that comes back to the
 * original is let go.
 * @returns the mix as it is now
 */
export function editMix(rifff: Rifff, edit: (mix: Rifff) => Rifff): Rifff {
  const before = mixOf(rifff);
  const next = edit(before);
  if (next === before) return before;
  if (isSameMix(next, rifff)) return resetMix(rifff);
  listening.mixes[rifff._id] = ref(next);
  return next;
}

/** Lets the listener's mix go. @returns the rifff as its maker left it */
export function resetMix(rifff: Rifff): Rifff {
  delete listening.mixes[rifff._id];
  return rifff;
}

/** Chooses the rifff to be heard. */
export function chooseRifff(id: string): void {
  listening.chosenId = id;
}

/** Remembers that the listener knows that things here can be touched. */
export function markTouched(): void {
  listening.isTouched = true;
}

/** A tap on one page asked the next one to play; longer ago than this the visitor no longer waits for it. */
const WISH_MS = 20_000;
let wishedAtMs = Number.NEGATIVE_INFINITY;

/** The next page that can play shall do so. */
export function wishToPlay(): void {
  wishedAtMs = performance.now();
}

/** Was playing asked for? Not shared state: the answer is taken once, by whoever plays first. */
export function takePlayWish(): boolean {
  const isFresh = performance.now() - wishedAtMs < WISH_MS;
  wishedAtMs = Number.NEGATIVE_INFINITY;
  return isFresh;
}
