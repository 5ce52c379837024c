import { ApiError } from '../../../src/data/contract/errors.ts';
import type { Import } from '../../../src/data/contract/imports.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import type { Announcer } from '../../ports/fanOut/announcer.ts';
import type { LoopContext } from '../uploads/loops.ts';
import type { Trust } from './proof.ts';

/** What the calls of imports share. */
export interface ImportsContext extends LoopContext {
  readonly announcer: Announcer;
  /** Whose signatures of bundles count. */
  readonly trust: Trust;
}

/** Nothing that can be brought in is older (ms): what is told of a time before it is told of this one. */
const EARLIEST_MS = Date.UTC(1990, 0, 1);

/** A time that a source tells of something, as it is stored: in whole ms, not ahead of now, not before 1990. */
export const toldTime = (ms: number): number =>
  Math.floor(Math.max(EARLIEST_MS, Math.min(ms, Date.now())));

/** Ids that belong to one thing of an import and to nothing else, the same whenever they are asked for. */
export const derivedId = (...parts: readonly string[]): string => sha256(JSON.stringify(parts));

/**
 * An import of the caller, whose jam is still theirs. Throws `not_found` for anybody else's, `forbidden` where the jam
 * was passed on.
 */
export async function findOwnImport(
  queries: Queries,
  { userId }: Pick<Identity, 'userId'>,
  id: string,
): Promise<ImportRow> {
  const found = await queries
    .selectFrom('imports')
    .innerJoin('jams', 'jams.id', 'imports.jamId')
    .selectAll('imports')
    .select(['jams.ownerId', 'jams.clubId'])
    .where('imports.id', '=', id)
    .where('imports.userId', '=', userId)
    .executeTakeFirst();
  if (!found) throw new ApiError('not_found', 'There is no such import');
  const { ownerId, clubId, ...row } = found;
  if (ownerId !== userId || clubId != null) {
    throw new ApiError('forbidden', 'The jam of this import is not yours any more');
  }
  return row;
}

/** Counts what an import brought. */
export async function countBrought(
  queries: Queries,
  { id }: Pick<ImportRow, 'id'>,
  kind: 'loops' | 'messages' | 'rifffs',
  brought: number,
): Promise<void> {
  await queries
    .updateTable('imports')
    .set(kind, (build) => build(kind, '+', brought))
    .set({ updated: Date.now() })
    .where('id', '=', id)
    .execute();
}

/** An import as its account sees it. */
export const presentImport = ({ id, jamId, name, ...row }: ImportRow): Import => ({
  id,
  jamId,
  name,
  origin: row.origin,
  state: row.state,
  created: row.created,
  kind: row.kind as Import['kind'],
  isProven: row.bundle !== null,
  hasOwn: row.account !== null,
  rifffs: row.rifffs,
  loops: row.loops,
  messages: row.messages,
});
