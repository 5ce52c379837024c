/** Pure rules of the outbox: what is posted, what an answer means, when to try again. */
import {
  MAX_LOOPS_PER_RIFFF,
  SYNC_RETRY_BASE_MS,
  SYNC_RETRY_FACTOR,
  SYNC_RETRY_MAX_MS,
} from '../contract/constants.ts';
import type { Rifff } from '../contract/rifff.ts';

/**
 * Stands in a parent for the jam of whoever signs in later: a commit made before that has no jam yet. Longer
 * than any name, other than any room and no long id, so that no jam is called this.
 */
export const OWN_JAM = 'own-jam-of-the-account';

type Parent = Rifff['parent'];

/** Answers that the same body would get again. */
const REFUSALS: readonly number[] = [400, 403, 404, 409, 413];

/** Would sending the same again be answered the same? Everything else is tried again. */
export function isRefusal(status: number): boolean {
  return REFUSALS.includes(status);
}

/** Pause before the next try: 1000 ms, then three times the one before, at most a minute. 0 means none yet. */
export function nextPauseMs(beforeMs: number): number {
  if (beforeMs <= 0) return SYNC_RETRY_BASE_MS;
  return Math.min(beforeMs * SYNC_RETRY_FACTOR, SYNC_RETRY_MAX_MS);
}

/** Longest that a server may put the next try off. */
const MAX_WAIT_SEC = 600;

/**
 * The pause that is kept: a server that says when to come again is not asked before.
 * @param retryAfterSec as the server said, undefined where it did not
 */
export function keptPauseMs(pauseMs: number, retryAfterSec: number | undefined): number {
  return Math.max(pauseMs, 1000 * Math.min(MAX_WAIT_SEC, retryAfterSec ?? 0));
}

const REASONS: Readonly<Record<number, string>> = {
  403: 'This account may not put rifffs there',
  404: 'A loop of it, or what it was made from, is no longer there',
  409: 'Another rifff has its place already',
  413: 'It is larger than this server takes',
};

/** Why a commit was refused, as a sentence without its full stop. */
export function refusalText(status: number, message: string): string {
  return REASONS[status] ?? (message || 'The server could not read it');
}

/**
 * The parent that the server can know: one that was itself refused is passed over for its own parent.
 * @param refused parents of refused commits, by the id of their rifff
 */
export function knownParent(parent: Parent, refused: ReadonlyMap<string, Parent>): Parent {
  const seen = new Set<string>();
  let known = parent ?? null;
  while (known && refused.has(known.rifffId)) {
    if (seen.has(known.rifffId)) return null;
    seen.add(known.rifffId);
    known = refused.get(known.rifffId) ?? null;
  }
  return known;
}

/** Ids of loops that must be brought into the jam before a rifff with them is posted. */
export function loopsToImport(rifff: Rifff): string[] {
  const used = new Set(rifff.state.playback.map(({ slot }) => slot.current?.currentLoop));
  return rifff.loops
    .filter((loop) => used.has(loop._id) && (loop.isLibraryLoop || loop.isRandom))
    .map((loop) => loop._id)
    .slice(0, MAX_LOOPS_PER_RIFFF);
}

/**
 * The document as it is posted by `account`: in its personal jam, with a parent that the server can know and
 * without what the server derives.
 * @param loopIds ids that loops got when they were imported, by their ids in the rifff
 */
export function postedRifff(
  rifff: Rifff,
  account: string,
  refused: ReadonlyMap<string, Parent> = new Map(),
  loopIds: ReadonlyMap<string, string> = new Map(),
): Rifff {
  const { layerColours: _l, magnitude: _m, brightness: _b, peakData: _p, ...rest } = rifff;
  const idOf = (id: string) => loopIds.get(id) ?? id;
  const parent = knownParent(rifff.parent, refused);
  const isPlaceholder = parent?.jamId === OWN_JAM;
  const playback = rifff.state.playback.map((entry) => {
    const { current } = entry.slot;
    if (!current) return entry;
    const currentLoop = idOf(current.currentLoop);
    return { ...entry, slot: { ...entry.slot, current: { ...current, currentLoop } } };
  });
  return {
    ...rest,
    jamId: account,
    userName: account,
    parent: isPlaceholder ? { ...parent, jamId: account } : parent,
    loops: rifff.loops.map((loop) => ({ ...loop, _id: idOf(loop._id) })),
    state: { ...rifff.state, playback },
  };
}

/** Was `a` put into the outbox after `b`? Ties by id. */
export function isNewer(
  a: { queued: number; _id: string },
  b: { queued: number; _id: string },
): boolean {
  return a.queued === b.queued ? a._id > b._id : a.queued > b.queued;
}
