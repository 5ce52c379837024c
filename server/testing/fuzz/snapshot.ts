import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PostgresAdapter, sql } from 'kysely';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { findBrokenLooks } from '../brokenLooks.ts';
import { findBrokenPlaylists } from '../brokenPlaylists.ts';
import type { TestServer } from '../testApp.ts';

type Table = keyof Schema;

/** What calls write. Counts of limits are left out: a refused call is counted too, and uses a challenge up. */
const WRITTEN = [
  'accounts',
  'announcements',
  'appeals',
  'arcadeBest',
  'arcadeRuns',
  'avatars',
  'audit',
  'barred',
  'blocks',
  'chart',
  'chartVoices',
  'classes',
  'clubImages',
  'clubMembers',
  'clubs',
  'codes',
  'comments',
  'follows',
  'hides',
  'jamEvents',
  'jamFiles',
  'jamLoops',
  'jamReports',
  'jams',
  'likes',
  'lookMakers',
  'looks',
  'loops',
  'media',
  'messages',
  'mints',
  'notes',
  'noticeSettings',
  'notices',
  'offices',
  'newcomers',
  'passkeys',
  'playlistItems',
  'playlistReactions',
  'playlists',
  'profileReports',
  'providerLinks',
  'pupils',
  'pushSubscriptions',
  'reactions',
  'recoveryCodes',
  'remoteLogins',
  'reports',
  'rifffLoops',
  'rifffs',
  'roomLooks',
  'sessions',
  'shareLooks',
  'shares',
  'storedSettings',
  'suspensions',
  'tickets',
  'timeCodes',
  'tokenEvents',
  'tokenFiles',
  'tokenMakers',
  'tokens',
  'tracks',
  'waitingMails',
  'walletAccounts',
  'weekWinners',
] as const satisfies readonly Table[];

export type Checksums = Readonly<Record<string, string>>;

/** A checksum of every row of each table, whatever their order. */
export async function checksums(
  queries: Queries,
  tables: readonly Table[] = WRITTEN,
): Promise<Checksums> {
  const sums: Record<string, string> = {};
  for (const table of tables) {
    const rows = await queries.selectFrom(table).selectAll().execute();
    const lines = rows.map((row) => JSON.stringify(row)).sort();
    sums[table] = createHash('sha256').update(lines.join('\n')).digest('hex');
  }
  return sums;
}

/**
 * What tells whether one database was written to: on PostgreSQL how many rows each table has and which transactions wrote them
 * (`xmin`), without reading their values; a row that is written again with the same values counts as a change there.
 */
export async function fingerprint(queries: Queries): Promise<Checksums> {
  if (!(queries.getExecutor().adapter instanceof PostgresAdapter)) return checksums(queries);
  const parts = WRITTEN.map(
    (table) => sql`select ${sql.lit(table)} as name,
      concat(count(*), ' ', sum(xmin::text::bigint)) as sum from ${sql.table(table)}`,
  );
  const whole = sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`;
  const { rows } = await whole.execute(queries);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** A checksum of what no call of a person changes: packs, loops and rifffs of the house. */
export async function libraryChecksums(queries: Queries): Promise<Checksums> {
  const loops = await queries
    .selectFrom('loops')
    .leftJoin('media', 'media.loopId', 'loops.id')
    .selectAll()
    .where('origin', '=', 'starter')
    .execute();
  const lines = loops.map((row) => JSON.stringify(row)).sort();
  return {
    ...(await checksums(queries, ['packs', 'starterRifffs'])),
    loops: createHash('sha256').update(lines.join('\n')).digest('hex'),
  };
}

/** Everything that an account has stored, as text; `isRemoved`, public playlists and public looks are the moderators' to change. */
export async function holdingsOf(queries: Queries, userId: string): Promise<string> {
  const hidden = queries
    .selectFrom('playlists')
    .select('id')
    .where('ownerId', '=', userId)
    .where('access', '=', 'private');
  const of = { accounts: 'id', jams: 'ownerId', rifffs: 'userId', sessions: 'userId' } as const;
  const parts = await Promise.all([
    queries.selectFrom('accounts').selectAll().where(of.accounts, '=', userId).execute(),
    queries.selectFrom('jams').selectAll().where(of.jams, '=', userId).execute(),
    queries.selectFrom('rifffs').selectAll().where(of.rifffs, '=', userId).orderBy('id').execute(),
    queries.selectFrom('sessions').selectAll().where(of.sessions, '=', userId).execute(),
    queries
      .selectFrom('shares')
      .select(['id', 'jamId', 'rifffId', 'title', 'isPrivate', 'likeCount'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute(),
    queries.selectFrom('playlists').selectAll().where('id', 'in', hidden).orderBy('id').execute(),
    queries
      .selectFrom('playlistItems')
      .selectAll()
      .where('playlistId', 'in', hidden)
      .orderBy('id')
      .execute(),
    queries
      .selectFrom('looks')
      .select(['id', 'document', 'access'])
      .where('ownerId', '=', userId)
      .where('access', '=', 'private')
      .orderBy('id')
      .execute(),
  ]);
  return JSON.stringify(parts);
}

interface SlotsDoc {
  state: { playback: { slot: { current: { currentLoop: string } | null } }[] };
}

/** Loops that a stored rifff names, each once, as text. */
function namedLoops(doc: unknown): string {
  const { playback } = (doc as SlotsDoc).state;
  const ids = playback.flatMap(({ slot }) => (slot.current ? [slot.current.currentLoop] : []));
  return [...new Set(ids)].sort().join();
}

/** Writes that were stored by half: counts that differ from what they count, rows that hang on nothing. */
export async function findHalfStored(queries: Queries): Promise<string[]> {
  const [accounts, jams, rifffs, held, shares, likes, hides, reports, sessions, pictures] =
    await Promise.all([
      queries.selectFrom('accounts').select(['id', 'isDeleted', 'avatarKey', 'guestOf']).execute(),
      queries.selectFrom('jams').select(['id', 'ownerId', 'rifffCount']).execute(),
      queries.selectFrom('rifffs').select(['jamId', 'id', 'digest', 'doc']).execute(),
      queries.selectFrom('rifffLoops').selectAll().execute(),
      queries
        .selectFrom('shares')
        .select(['id', 'jamId', 'rifffId', 'likeCount', 'commentCount'])
        .execute(),
      queries.selectFrom('likes').select('shareId').execute(),
      queries.selectFrom('hides').select('shareId').execute(),
      queries.selectFrom('reports').select('shareId').execute(),
      queries.selectFrom('sessions').select('userId').execute(),
      queries.selectFrom('avatars').select(['key', 'userId']).execute(),
    ]);
  const found: string[] = [];
  const expectThat = (holds: boolean, sentence: string) => {
    if (!holds) found.push(sentence);
  };
  const living = new Set(accounts.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id));
  const loopsOf = Map.groupBy(held, ({ jamId, rifffId }) => `${jamId} ${rifffId}`);
  const whole = rifffs.filter(({ digest }) => digest !== '');
  const keys = new Set(whole.map(({ jamId, id }) => `${jamId} ${id}`));
  const shareIds = new Set(shares.map(({ id }) => id));
  for (const { id, avatarKey, guestOf } of accounts) {
    const keys = pictures.filter(({ userId }) => userId === id).map(({ key }) => key);
    expectThat(keys.join() === (avatarKey ?? ''), `${id} shows a picture that is not theirs`);
    const hasNone = guestOf !== null || id === HOUSE_BAND_ID;
    expectThat(hasNone || jams.some(({ ownerId }) => ownerId === id), `${id} has no jam`);
  }
  for (const { id, rifffCount } of jams) {
    const count = rifffs.filter(({ jamId }) => jamId === id).length;
    expectThat(count === rifffCount, `jam ${id} counts ${rifffCount} and has ${count}`);
  }
  for (const { jamId, id, doc } of whole) {
    const stored = (loopsOf.get(`${jamId} ${id}`) ?? []).map(({ loopId }) => loopId).sort();
    expectThat(stored.join() === namedLoops(doc), `rifff ${id} lacks loops`);
  }
  const comments = await queries.selectFrom('comments').select('shareId').execute();
  const voices = await queries.selectFrom('chartVoices').selectAll().execute();
  const charted = await queries.selectFrom('chart').selectAll().execute();
  for (const { id, jamId, rifffId, likeCount, commentCount } of shares) {
    expectThat(keys.has(`${jamId} ${rifffId}`), `share ${id} is of nothing`);
    const count = likes.filter(({ shareId }) => shareId === id).length;
    expectThat(count === likeCount, `share ${id} counts ${likeCount} and has ${count} likes`);
    const said = comments.filter(({ shareId }) => shareId === id).length;
    expectThat(said === commentCount, `share ${id} counts ${commentCount} of ${said} comments`);
  }
  for (const { shareId, created, week, points, people } of charted) {
    // The row of its second week, which nothing froze yet.
    if (week < created) continue;
    const given = voices.filter((voice) => voice.shareId === shareId && voice.points > 0);
    const sum = given.reduce((total, voice) => total + voice.points, 0);
    const isRight = sum === points && given.length === people;
    expectThat(isRight, `the chart counts ${points} points of ${people} for ${shareId}`);
  }
  for (const { shareId } of [...likes, ...hides, ...reports, ...comments, ...charted]) {
    expectThat(shareIds.has(shareId), `something hangs on share ${shareId}, which is gone`);
  }
  found.push(...(await findBrokenPlaylists(queries)), ...(await findBrokenLooks(queries)));
  const events = await queries.selectFrom('jamEvents').select(['jamId', 'number']).execute();
  const heads = await queries.selectFrom('jams').select(['id', 'lastEvent']).execute();
  for (const { id, lastEvent } of heads) {
    const count = events.filter(({ jamId, number }) => jamId === id && number <= lastEvent).length;
    expectThat(count === lastEvent, `jam ${id} has ${count} events and counts ${lastEvent}`);
  }
  for (const { userId } of sessions)
    expectThat(living.has(userId), `${userId} is gone, not signed out`);
  return found;
}

/** Files of the blob store that no row names, rows whose file is not there, and what was written half. */
export async function findStrayBlobs({
  database: { queries },
  folder,
}: Pick<TestServer, 'database' | 'folder'>): Promise<string[]> {
  const entries = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
  // A blob lies in a folder of its first two digits, under the others.
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => basename(parentPath) + name);
  const rows = [
    ...(await queries.selectFrom('media').select('hash').execute()),
    ...(await queries.selectFrom('avatars').select('hash').execute()),
    ...(await queries.selectFrom('jamFiles').select('hash').execute()),
    ...(await queries.selectFrom('clubImages').select('hash').execute()),
    ...(await queries.selectFrom('tracks').select('hash').execute()),
    ...(await queries.selectFrom('tokenFiles').select('hash').execute()),
  ];
  const named = new Set(rows.map(({ hash }) => hash));
  const there = new Set(files);
  return [
    ...files.filter((name) => !named.has(name)).map((name) => `nothing names the file ${name}`),
    ...[...named].filter((hash) => !there.has(hash)).map((hash) => `${hash} has no file`),
  ];
}
