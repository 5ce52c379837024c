/** What this page works on: which revision of a draft it goes on from, and who is told when that became another draft. */

const standing = new Map<string, string>();

/** Revision of the synced database that the draft of this page goes on from, if it is known. */
export const standingOn = (id: string): string | undefined => standing.get(id);

/** Says which revision that is; undefined when this page works on it no more, or it is not there yet. */
export function standOn(id: string, rev: string | undefined): void {
  if (rev === undefined) standing.delete(id);
  else standing.set(id, rev);
}

/** Ids of the drafts that this page works on. */
export const standingIds = (): string[] => [...standing.keys()];

/** Is a draft open in another page of this browser? */
export async function isHeldElsewhere(id: string): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === `rondo/${id}`);
}

type MoveListener = (from: string, to: string) => void;
let onMove: MoveListener = () => {};

/**
 * Says who hears that the draft which this page works on was changed on another device too, and is a draft of its own
 * from now on. The last one counts.
 */
export function onDraftMoved(listener: MoveListener): void {
  onMove = listener;
}

/** The draft of one id goes on under another. */
export function movedTo(from: string, to: string): void {
  onMove(from, to);
}
