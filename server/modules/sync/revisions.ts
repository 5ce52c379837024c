/**
 * Rules of revisions: a document is a tree, of which its leaves with their paths are kept. As CouchDB has it:
 * https://docs.couchdb.org/en/stable/replication/conflicts.html
 */

/** A revision that nothing grew from. */
export interface Leaf {
  /** `generation-id`. */
  readonly rev: string;
  readonly isDeleted: boolean;
  /** Ids of the revision and its ancestors, newest first; as many as are remembered. */
  readonly path: readonly string[];
}

/**
 * Leaves that a document may have: those that are not deleted first, then the marks of deleted ones that were changed most
 * often. What a device deleted and the server forgot is told again by that device.
 */
export const MOST_LEAVES = 100;

/** Ancestors that a document remembers where its database says nothing else. */
export const REVS_LIMIT = 1000;

const REV = /^([1-9]\d{0,8})-([\w.~]{0,64})$/;

/** How often a document was changed up to this revision, and what the revision is called; null for no revision. */
export function parseRev(rev: unknown): { generation: number; id: string } | null {
  const [, generation, id] = (typeof rev === 'string' && REV.exec(rev)) || [];
  return id === undefined ? null : { generation: Number(generation), id };
}

/** Of a revision that is known to be one. */
export const generationOf = (rev: string): number => Number.parseInt(rev, 10);

/** The winner first: not deleted, then changed most often, then the greater one; the same on every device. */
export function byRank(a: Leaf, b: Leaf): number {
  if (a.isDeleted !== b.isDeleted) return a.isDeleted ? 1 : -1;
  const older = generationOf(b.rev) - generationOf(a.rev);
  return older || (a.rev < b.rev ? 1 : a.rev > b.rev ? -1 : 0);
}

/** A revision that was read once, to be looked for in many paths. */
export interface ReadRev {
  readonly generation: number;
  readonly id: string;
}

const idOf = (rev: string): string => rev.slice(rev.indexOf('-') + 1);

/** Reads what is known to be a revision. */
export const readRev = (rev: string): ReadRev => ({ generation: generationOf(rev), id: idOf(rev) });

/** Where a revision stands in the path of a leaf, 0 for the leaf itself; -1 where it does not. */
export function placeIn(leaf: Leaf, { generation, id }: ReadRev): number {
  const place = generationOf(leaf.rev) - generation;
  return place >= 0 && leaf.path[place] === id ? place : -1;
}

/**
 * Those of these revisions that are leaves or ancestors of leaves. Every path is gone through once, however many
 * revisions are asked for.
 */
export function knownAmong(leaves: readonly Leaf[], revs: readonly string[]): Set<string> {
  const asked = new Map<number, Set<string>>();
  for (const rev of revs) {
    const { generation, id } = readRev(rev);
    const ids = asked.get(generation);
    if (ids) ids.add(id);
    else asked.set(generation, new Set([id]));
  }
  const found = new Set<string>();
  for (const { rev, path } of leaves) {
    let generation = generationOf(rev);
    for (const id of path) {
      if (asked.get(generation)?.has(id)) found.add(`${generation}-${id}`);
      generation -= 1;
    }
  }
  return found;
}

/**
 * Puts a revision into the tree: it takes the place of the leaf that it grew from, or becomes one more.
 * @param limit revisions that a path may have
 * @returns null when it is known already
 */
export function graft(
  leaves: readonly Leaf[],
  added: Leaf,
  limit: number,
): { leaf: Leaf; gone: readonly string[] } | null {
  const own = readRev(added.rev);
  if (leaves.some((leaf) => placeIn(leaf, own) >= 0)) return null;
  const gone = leaves.filter(({ rev }) => placeIn(added, readRev(rev)) >= 0).map(({ rev }) => rev);
  // What came knows less of its past than what is here.
  const oldest = {
    generation: generationOf(added.rev) - added.path.length + 1,
    id: added.path.at(-1)!,
  };
  const longer = leaves.find((leaf) => placeIn(leaf, oldest) >= 0);
  const past = longer ? longer.path.slice(placeIn(longer, oldest) + 1) : [];
  return { leaf: { ...added, path: [...added.path, ...past].slice(0, limit) }, gone };
}

/** The leaf that an edit goes on from: undefined for the first revision, null where it conflicts. */
export function parentOf<L extends Leaf>(
  leaves: readonly L[],
  rev: string | undefined,
  isDeletion: boolean,
): L | undefined | null {
  if (rev !== undefined) return leaves.find((leaf) => leaf.rev === rev) ?? null;
  const [winner] = [...leaves].sort(byRank);
  if (!winner) return undefined;
  return winner.isDeleted && !isDeletion ? winner : null;
}
