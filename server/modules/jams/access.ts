import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { JamRow } from '../../ports/database/schema.ts';
import * as repo from './repo.ts';

export type { StoredRifff } from './repo.ts';

/** Who reads: what access needs to know of an identity. */
export type Reader = Pick<Identity, 'userId'> | null;

/** True when everything in the jam may be read: it is open, or the reader's own. */
export function canReadJam(reader: Reader, jam: Pick<JamRow, 'access' | 'ownerId'>): boolean {
  return jam.access === 'public' || jam.ownerId === reader?.userId;
}

/** True when the account may add to the jam. Only its owner may. */
export function canCommit(
  identity: Pick<Identity, 'userId'>,
  jam: Pick<JamRow, 'ownerId'>,
): boolean {
  return jam.ownerId === identity.userId;
}

/** What may not be read does not exist, as far as the reader can tell. */
const noJam = () => new ApiError('not_found', 'There is no such jam');
const noRifff = () => new ApiError('not_found', 'There is no such rifff');

/** A jam by its id or long id. Throws `not_found` when it is not there or may not be read. */
export async function findReadableJam(
  queries: Queries,
  reader: Reader,
  jamId: string,
): Promise<JamRow> {
  const jam = await repo.findJam(queries, jamId);
  if (!jam || !canReadJam(reader, jam)) throw noJam();
  return jam;
}

/** A jam that the account may add to. Throws `not_found` as reading does, `forbidden` when it may only read. */
export async function findCommittableJam(
  queries: Queries,
  identity: Pick<Identity, 'userId'>,
  jamId: string,
): Promise<JamRow> {
  const jam = await findReadableJam(queries, identity, jamId);
  if (!canCommit(identity, jam)) {
    throw new ApiError('forbidden', 'Only its owner may add to this jam');
  }
  return jam;
}

/**
 * Those of the asked rifffs that may be read, by `keyText` of the key as it was asked for. A rifff may be
 * read when its jam is open or the reader's own, or when a share of it is public and not removed.
 *
 * @param keys at most a few hundred; the jam of a key may be the long id
 */
export async function findReadableRifffs(
  queries: Queries,
  reader: Reader,
  keys: readonly repo.RifffKey[],
): Promise<Map<string, repo.StoredRifff>> {
  const jams = await repo.findJams(queries, [...new Set(keys.map(({ jamId }) => jamId))]);
  const asked = keys.flatMap((key) => {
    const jam = jams.get(key.jamId);
    return jam ? [{ key, jam, stored: { jamId: jam.id, rifffId: key.rifffId } }] : [];
  });
  const closed = asked.filter(({ jam }) => !canReadJam(reader, jam));
  const [rows, shares] = await Promise.all([
    repo.findRifffs(
      queries,
      asked.map(({ stored }) => stored),
    ),
    repo.findPublicShares(
      queries,
      closed.map(({ stored }) => stored),
    ),
  ]);
  const byKey = new Map(rows.map((row) => [repo.keyText({ ...row, rifffId: row.id }), row]));
  const readable = new Map<string, repo.StoredRifff>();
  for (const { key, jam, stored } of asked) {
    const row = byKey.get(repo.keyText(stored));
    const isReadable = canReadJam(reader, jam) || shares.has(repo.keyText(stored));
    if (row && isReadable) readable.set(repo.keyText(key), row);
  }
  return readable;
}

/**
 * One rifff that may be read; `jamId` may be the long id. Throws `not_found` otherwise, never `forbidden`.
 */
export async function findReadableRifff(
  queries: Queries,
  reader: Reader,
  jamId: string,
  rifffId: string,
): Promise<repo.StoredRifff> {
  const key = { jamId, rifffId };
  const found = (await findReadableRifffs(queries, reader, [key])).get(repo.keyText(key));
  if (!found) throw noRifff();
  return found;
}
