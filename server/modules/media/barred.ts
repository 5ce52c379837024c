import { type ExpressionWrapper, expressionBuilder, type SqlBool } from 'kysely';
import { sha256 } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, hasRow, insertOnce, removeRows } from '../../ports/database/rows.ts';
import type { BarredRow, Schema } from '../../ports/database/schema.ts';

/** A loop of a rifff by what tells it again. */
export interface LoopIdentity {
  readonly id: string;
  readonly creatorId: string;
  /** Who brought its files: its maker, or an account that imported it under another name. Null where they are gone. */
  readonly broughtBy: string | null;
  /** Milliseconds since the epoch: stamped by the server, or for an imported loop what its source says. */
  readonly created: number;
  /** It came with a jam that its account imported: `created` is no proof of who was first. */
  readonly isImported: boolean;
  /** A person brought it; not the library's. */
  readonly isUpload: boolean;
  /** SHA-256 of its files, the Ogg before the FLAC; a loop without files has none. */
  readonly hashes: readonly string[];
}

/** Loops of a rifff with their files, in no order; those that are not there are left out. */
export async function findLoopIdentities(
  queries: Queries,
  ids: readonly string[],
): Promise<LoopIdentity[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .selectFrom('loops')
    .leftJoin('media', 'media.loopId', 'loops.id')
    .select(['loops.id', 'loops.creatorId', 'loops.created', 'loops.origin', 'loops.isLibrary'])
    .select(['media.hash', 'media.userId as broughtBy'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('importedLoops')
          .innerJoin('imports', 'imports.id', 'importedLoops.importId')
          .select('imports.id')
          .whereRef('importedLoops.loopId', '=', 'loops.id')
          .whereRef('imports.userId', '=', 'media.userId'),
      ).as('isImported'),
    )
    .where('loops.id', 'in', ids)
    .orderBy('media.mime', 'desc')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((files) => {
    const { id, creatorId, created, origin, isLibrary, broughtBy = null, isImported } = files[0]!;
    const hashes = files.flatMap(({ hash }) => hash ?? []);
    const isUpload = origin === 'upload' && !isLibrary;
    const came = { broughtBy, isImported: Boolean(isImported) };
    return { id, creatorId, created, isUpload, hashes, ...came };
  });
}

/** Is it this account's, by its name or by its bytes? */
const isOf = ({ creatorId, broughtBy }: LoopIdentity, userId: string) =>
  creatorId === userId || broughtBy === userId;

/**
 * What tells the loops of a rifff as a combination: library loops by their ids, uploaded ones by their sound, so that
 * the same sound under a new id makes the same combination. Undefined where the library's loops stand alone.
 * @returns SHA-256 in hex
 */
export function combinationOf(loops: readonly LoopIdentity[]): string | undefined {
  if (!loops.some(({ isUpload }) => isUpload)) return undefined;
  const identities = loops.map(({ id, isUpload, hashes }) => (isUpload && hashes[0]) || id).sort();
  return sha256(JSON.stringify(identities));
}

async function insertBarred(queries: Queries, rows: readonly BarredRow[]): Promise<void> {
  if (rows.length === 0) return;
  await insertOnce(queries, 'barred', [...rows]);
}

/**
 * Remembers what a removed share held: the files of those of its loops that its account made or brought, which are barred
 * for everyone who comes later, and its loops together, which are barred for that account. When an imported loop was made
 * its source alone says, so an account that has that sound now counts as before it.
 */
export async function barShare(
  queries: Queries,
  share: { readonly id: string; readonly userId: string },
  loops: readonly LoopIdentity[],
): Promise<void> {
  const { id: origin, userId } = share;
  const now = Date.now();
  const own = loops.filter((loop) => loop.isUpload && isOf(loop, userId));
  const sounds = own.flatMap(({ hashes, created, isImported }) => {
    const since = isImported ? now : created;
    return hashes.map((value) => ({ kind: 'sound', value, userId, since, origin }) as const);
  });
  const set = combinationOf(loops);
  const sets = set ? [{ kind: 'set', value: set, userId, since: now, origin } as const] : [];
  await insertBarred(queries, [...sounds, ...sets]);
}

/** Remembers a picture or a track that was taken off a profile: that account cannot put it there again. */
export function barFile(
  queries: Queries,
  file: Pick<BarredRow, 'value' | 'userId' | 'origin'> & { readonly kind: 'track' | 'picture' },
): Promise<void> {
  return insertBarred(queries, [{ ...file, since: Date.now() }]);
}

/** Forgets what was barred with a share that is brought back. */
export async function unbar(queries: Queries, origin: string): Promise<void> {
  await removeRows(queries, 'barred', { origin });
}

/** May a rifff of these loops not be shared by this account, because a moderator took them out? */
export async function isShareBarred(
  queries: Queries,
  userId: string,
  loops: readonly LoopIdentity[],
): Promise<boolean> {
  const set = combinationOf(loops);
  const uploads = loops.filter(({ isUpload }) => isUpload);
  const values = [...uploads.flatMap(({ hashes }) => hashes), ...(set ? [set] : [])];
  if (values.length === 0) return false;
  const rows = await findRows(queries, 'barred', { kind: ['sound', 'set'], value: values });
  return rows.some((row) => {
    if (row.kind === 'set') return row.value === set && row.userId === userId;
    return uploads.some(
      (loop) =>
        loop.hashes.includes(row.value) && (isOf(loop, row.userId) || loop.created >= row.since),
    );
  });
}

/** Condition on rows of `loops` and `media`: a moderator took the sound out. */
export function isSoundBarred(): ExpressionWrapper<Schema, 'loops' | 'media', SqlBool> {
  const build = expressionBuilder<Schema, 'loops' | 'media'>();
  return build.exists(
    build
      .selectFrom('barred')
      .select('barred.origin')
      .where('barred.kind', '=', 'sound')
      .whereRef('barred.value', '=', 'media.hash')
      .where((where) =>
        where.or([
          where('barred.userId', '=', where.ref('loops.creatorId')),
          where('barred.userId', '=', where.ref('media.userId')),
          where('barred.since', '<=', where.ref('loops.created')),
        ]),
      ),
  );
}

/** Did a moderator take one of these sounds out, whosever it was? @param hashes SHA-256 of contents in hex */
export async function isAnySoundBarred(
  queries: Queries,
  hashes: readonly string[],
): Promise<boolean> {
  return hasRow(queries, 'barred', { kind: 'sound', value: hashes });
}

/**
 * May this account not put a file on its profile or into its jam? It was taken off its profile, or it is a sound
 * that a moderator took out and that the account did not have before.
 * @param hash SHA-256 of the content in hex
 */
export async function isFileBarred(
  queries: Queries,
  { kind, hash, userId }: { kind: 'track' | 'picture'; hash: string; userId: string },
): Promise<boolean> {
  const rows = await findRows(queries, 'barred', {
    kind: kind === 'track' ? ['track', 'sound'] : ['picture'],
    value: hash,
  });
  if (rows.some((row) => row.userId === userId)) return true;
  const sounds = rows.filter((row) => row.kind === 'sound');
  if (sounds.length === 0) return false;
  const older = await queries
    .selectFrom('media')
    .innerJoin('loops', 'loops.id', 'media.loopId')
    .select('loops.created')
    .where('media.hash', '=', hash)
    .where('loops.creatorId', '=', userId)
    .orderBy('loops.created')
    .limit(1)
    .executeTakeFirst();
  return !older || sounds.some(({ since }) => since <= older.created);
}
