import type { LineageEntry, RifffLineage } from '../../../src/data/contract/jams.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findReadableRifff, findReadableRifffs, type Reader } from './access.ts';
import { findImportedNames } from './importedNames.ts';
import { findAncestorKeys, findChildKeys, findNames } from './lineageRepo.ts';
import { keysWithoutDeleted } from './present.ts';
import { findPublicShares, findRifffs, keyText, type RifffKey } from './repo.ts';

const MAX_ENTRIES = 20;

/** A place in the line of which the reader may know no more than that it is there. */
const nameless = (hasLeft = false): LineageEntry => ({
  jamId: null,
  rifffId: null,
  isReadable: false,
  hasLeft,
  user_id: '',
  displayName: '',
  created: 0,
  shareId: null,
  title: '',
});

async function describeKeys(
  queries: Queries,
  reader: Reader,
  keys: readonly RifffKey[],
): Promise<Map<string, LineageEntry>> {
  const readable = await findReadableRifffs(queries, reader, keys);
  const unreadable = keys.filter((key) => !readable.has(keyText(key)));
  const [shares, hidden] = await Promise.all([
    findPublicShares(queries, keys),
    findRifffs(queries, unreadable),
  ]);
  const userIds = new Set([...readable.values(), ...hidden].map(({ userId }) => userId));
  const [accounts, imported] = await Promise.all([
    findNames(queries, [...userIds]),
    findImportedNames(queries, userIds),
  ]);
  const isKnown = (userId: string) => accounts.has(userId) || imported.has(userId);
  // Also before the rifffs of a closed account are tombstones.
  const hasLeft = hidden.filter(({ doc, userId }) => doc.isRemoved === true || !isKnown(userId));
  const left = new Set(hasLeft.map((row) => keyText({ jamId: row.jamId, rifffId: row.id })));
  const shownKeys = await keysWithoutDeleted(queries, keys);
  const entries = keys.map((key, at) => {
    const row = readable.get(keyText(key));
    if (!row) return [keyText(key), nameless(left.has(keyText(key)))] as const;
    const from = imported.get(row.userId);
    const displayName = from?.name ?? accounts.get(row.userId);
    const share = shares.get(keyText(key));
    const entry: LineageEntry = {
      ...shownKeys[at]!,
      isReadable: true,
      hasLeft: row.doc.isRemoved === true,
      user_id: displayName === undefined ? '' : row.userId,
      displayName: displayName ?? '',
      ...(from && { importedFrom: from.from }),
      created: row.created,
      shareId: share?.shareId ?? null,
      title: share?.title ?? '',
    };
    return [keyText(key), entry] as const;
  });
  return new Map(entries);
}

/** What a readable rifff came from, its parent first, and what came from it, newest first. */
export async function findLineage(
  queries: Queries,
  reader: Reader,
  jamId: string,
  rifffId: string,
): Promise<RifffLineage> {
  const rifff = await findReadableRifff(queries, reader, jamId, rifffId);
  const key = { jamId: rifff.jamId, rifffId: rifff.id };
  const [ancestors, children] = await Promise.all([
    findAncestorKeys(queries, key, MAX_ENTRIES),
    findChildKeys(queries, key, MAX_ENTRIES),
  ]);
  const entries = await describeKeys(queries, reader, [...ancestors, ...children]);
  const entryOf = (one: RifffKey) => entries.get(keyText(one)) ?? nameless();
  return {
    ancestors: ancestors.map(entryOf),
    // How many build on it in rooms that are closed to the reader is theirs.
    children: children.map(entryOf).filter(({ isReadable }) => isReadable),
  };
}
