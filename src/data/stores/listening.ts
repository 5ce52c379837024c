/**
 * The listener's own mix: copies of rifffs whose rings were touched outside the editor. They live as long
 * as the page; taking one into the editor makes it a draft.
 */
import { proxy, ref } from 'valtio/vanilla';
import type { StarterRifff } from '../contract/library.ts';
import type { Rifff } from '../contract/rifff.ts';
import { matchedRifff, type RifffMatch } from '../rules/listening/match.ts';

interface ListeningState {
  /** Own copies by `musicKey`; a rifff that was not changed has none. */
  mixes: Record<string, Rifff>;
  /** What sounds: the list of the page, or the draft. Where the page has both, it chooses. */
  hears: 'list' | 'draft';
  /** Item of a list that was chosen to be heard, or null for the first one. */
  chosenId: string | null;
  /** Item of a list that was asked to play and is not heard yet, or null. */
  askedId: string | null;
  /** The item that each rifff was asked for as last, by the rifff's id: two shares may be of one rifff. */
  askedAs: Record<string, string>;
  /** Has anybody touched a ring or played since the page opened? */
  isTouched: boolean;
  /** Where rifffs are moved to go with what they came in after, by `musicKey`; most stay where they are. */
  matches: Record<string, RifffMatch>;
}

/** No mixes at all. Ids are what strangers wrote: `constructor` and `__proto__` are keys like others here. */
export const noMixes = (): ListeningState['mixes'] => Object.create(null);
const noMatches = (): ListeningState['matches'] => Object.create(null);

/** Names the music of a rifff: ids are unique only within their jam. */
export function musicKey({ jamId, _id }: Pick<Rifff, 'jamId' | '_id'>): string {
  return `${jamId ?? ''} ${_id}`;
}

export const listening = proxy<ListeningState>({
  mixes: noMixes(),
  hears: 'list',
  chosenId: null,
  askedId: null,
  askedAs: Object.create(null),
  isTouched: false,
  matches: noMatches(),
});

/** Do two versions of a rifff sound the same? Compares its slots, not its loops. */
function isSameMix(a: Rifff, b: Rifff): boolean {
  return JSON.stringify(a.state) === JSON.stringify(b.state);
}

/** The listener's version of a rifff: their own mix, or the rifff itself. */
export function mixOf(rifff: Rifff): Rifff {
  return listening.mixes[musicKey(rifff)] ?? rifff;
}

/** What sounds of a rifff: the listener's version, moved in tempo and key where it is matched. */
export function heardOf(rifff: Rifff): Rifff {
  return matchedRifff(mixOf(rifff), listening.matches[musicKey(rifff)]);
}

/** Says where a rifff is moved to from its next start on; null leaves it where its maker had it. */
export function matchRifff(rifff: Rifff, match: RifffMatch | null): void {
  const key = musicKey(rifff);
  if (match) listening.matches[key] = match;
  else delete listening.matches[key];
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
  listening.mixes[musicKey(rifff)] = ref(next);
  return next;
}

/** Lets the listener's mix go. @returns the rifff as its maker left it */
export function resetMix(rifff: Rifff): Rifff {
  delete listening.mixes[musicKey(rifff)];
  return rifff;
}

/** Chooses the item to be heard. @param id of the item in its list; in a jam that of the rifff */
export function chooseRifff(id: string): void {
  listening.chosenId = id;
}

/** Has the list of the page sound, or the draft. */
export function hear(what: ListeningState['hears']): void {
  listening.hears = what;
}

/** An item of a list was asked to play. */
export function askFor({ id, rifff }: StarterRifff): void {
  listening.askedId = id;
  listening.askedAs[rifff._id] = id;
}

/**
 * The item of a list that a rifff of the engine is; of two with the same rifff the one that was asked for.
 *
 * @param rifffId as the transport names it, or null for none
 */
export function itemOfRifff(
  items: readonly StarterRifff[],
  rifffId: string | null,
  askedAs: ListeningState['askedAs'],
): StarterRifff | undefined {
  const same = items.filter(({ rifff }) => rifff._id === rifffId);
  return same.find(({ id }) => rifffId !== null && id === askedAs[rifffId]) ?? same[0];
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

/** Is playing asked for, and not begun yet? */
export function isPlayWished(): boolean {
  return performance.now() - wishedAtMs < WISH_MS;
}

/** Was playing asked for? Not shared state: the answer is taken once, by the code that plays first. */
export function takePlayWish(): boolean {
  const isFresh = isPlayWished();
  wishedAtMs = Number.NEGATIVE_INFINITY;
  return isFresh;
}
