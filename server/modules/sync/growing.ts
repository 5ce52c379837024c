/** How a document grows by one revision. */
import { createHash } from 'node:crypto';
import type { Place, Received } from './context.ts';
import { CouchError, conflict, forbidden } from './couchError.ts';
import type { Edit, Stub } from './documents.ts';
import type * as repo from './repo.ts';
import {
  byRank,
  generationOf,
  graft,
  type Leaf,
  MOST_LEAVES,
  parentOf,
  placeIn,
  readRev,
} from './revisions.ts';

/** What became of one document. */
export type Outcome =
  | { readonly ok: true; readonly id: string; readonly rev: string }
  | { readonly id: string; readonly error: string; readonly reason: string };

type Growing = repo.StoredLeaf & { readonly body?: string };

/** A document while a call changes it. */
export interface Tree {
  leaves: Growing[];
  /** Stored leaves that something grew from. */
  readonly gone: Set<string>;
  isChanged: boolean;
}

export interface Work {
  readonly place: Place;
  readonly trees: Map<string, Tree>;
  /** Content that came with these edits. */
  readonly contents: readonly Received[];
  /** Attachments that the database has, by digest. */
  readonly known: ReadonlyMap<string, { bytes: number }>;
  readonly revsLimit: number;
}

const missingStub = (id: string, name: string) =>
  new CouchError(412, 'missing_stub', `Invalid attachment stub in ${id} for ${name}`);

/** Stubs of the attachments of a revision: of what came, and of what its ancestor or the database has already. */
function stubsOf(
  { known }: Work,
  edit: Edit,
  { generation, parent }: { generation: number; parent: repo.StoredLeaf | undefined },
): Record<string, Stub> {
  const stubs: [string, Stub][] = [];
  for (const [name, given] of edit.attachments) {
    const { content } = given;
    const before =
      parent && Object.hasOwn(parent.attachments, name) ? parent.attachments[name] : undefined;
    const revpos = Math.min(given.revpos ?? generation, generation);
    const { content_type } = given;
    if (content) {
      const { digest, bytes } = content;
      const at = edit.path ? revpos : before?.digest === digest ? before.revpos : generation;
      stubs.push([name, { content_type, revpos: at, digest, length: bytes }]);
      continue;
    }
    const { digest } = given;
    const found = digest === undefined ? undefined : known.get(digest);
    if (before && (digest === undefined || digest === before.digest)) stubs.push([name, before]);
    else if (digest !== undefined && found)
      stubs.push([name, { content_type, revpos, digest, length: found.bytes }]);
    else throw missingStub(edit.id, name);
  }
  return Object.fromEntries(stubs);
}

/** The next revision: the same edit of the same revision is the same one on every server. */
function nextRev(edit: Edit, parent: Leaf | undefined, stubs: Record<string, Stub>): string {
  const attachments = Object.entries(stubs).map(([name, { digest, content_type }]) => [
    ...[name, digest, content_type],
  ]);
  const content = JSON.stringify([edit.isDeleted, parent?.rev ?? null, edit.body, attachments]);
  const generation = parent ? generationOf(parent.rev) + 1 : 1;
  return `${generation}-${createHash('md5').update(content).digest('hex')}`;
}

const tooManyLeaves = () =>
  forbidden(
    `A document has at most ${MOST_LEAVES} versions that conflict: choose among them first`,
  );

/** Grows a tree by one revision. Throws a `CouchError` where that cannot be. */
function grow(work: Work, tree: Tree, edit: Edit): string {
  const { path, rev, isDeleted, body } = edit;
  let added: Leaf;
  let stubs: Record<string, Stub>;
  if (path) {
    const own: Leaf = { rev: rev!, isDeleted, path };
    const ownRev = readRev(own.rev);
    if (tree.leaves.some((leaf) => placeIn(leaf, ownRev) >= 0)) return own.rev;
    const parent = tree.leaves.find((leaf) => placeIn(own, readRev(leaf.rev)) >= 0);
    stubs = stubsOf(work, edit, { generation: generationOf(own.rev), parent });
    added = own;
  } else {
    const parent = parentOf(tree.leaves, rev, isDeleted);
    if (parent === null) throw conflict();
    const generation = parent ? generationOf(parent.rev) + 1 : 1;
    stubs = stubsOf(work, edit, { generation, parent });
    const next = nextRev(edit, parent, stubs);
    const id = next.slice(next.indexOf('-') + 1);
    added = { rev: next, isDeleted, path: [id, ...(parent?.path ?? [])] };
  }
  const grafted = graft(tree.leaves, added, work.revsLimit);
  if (!grafted) return added.rev;
  const sized = [body, JSON.stringify(stubs), JSON.stringify(grafted.leaf.path)];
  const bytes = sized.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const gone = new Set(grafted.gone);
  const leaf: Growing = { ...grafted.leaf, attachments: stubs, bytes, body };
  const left = [...tree.leaves.filter(({ rev: old }) => !gone.has(old)), leaf].sort(byRank);
  const present = (leaves: readonly Leaf[]) => leaves.filter((one) => !one.isDeleted).length;
  if (present(left) > Math.max(MOST_LEAVES, present(tree.leaves))) throw tooManyLeaves();
  const kept = new Set(left.filter((one, at) => at < MOST_LEAVES || !one.isDeleted));
  // A mark of something deleted that is forgotten at once.
  if (!kept.has(leaf) && gone.size === 0) return added.rev;
  for (const old of tree.leaves) {
    if (old.body === undefined && !kept.has(old)) tree.gone.add(old.rev);
  }
  tree.leaves = [...kept];
  tree.isChanged = true;
  return added.rev;
}

/** Changes a document, or says why not. */
export function applyOne(work: Work, edit: Edit): Outcome {
  const tree = work.trees.get(edit.id)!;
  try {
    return { ok: true, id: edit.id, rev: grow(work, tree, edit) };
  } catch (error) {
    if (!(error instanceof CouchError)) throw error;
    const { code, message } = error;
    return { id: edit.id, error: code, reason: message };
  }
}
