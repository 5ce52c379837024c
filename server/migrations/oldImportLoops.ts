import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';

/** The tables as the migration of old imports finds and leaves them. */
export interface Then {
  imports: {
    id: string;
    userId: string;
    jamId: string;
    kind: string;
    bundle: string | null;
    updated: number;
  };
  importedPeople: { id: string; importId: string; sourceId: string; displayName: string };
  importedLoops: { importId: string; sourceId: string; loopId: string };
  loops: {
    id: string;
    creatorId: string;
    created: number;
    category: string;
    packId: string | null;
    nameFolded: string;
    isLibrary: boolean;
    origin: string;
    approval: string;
    isRemoved: boolean;
    doc: unknown;
    digest: string | null;
  };
  media: {
    key: string;
    hash: string;
    mime: string;
    size: number;
    loopId: string;
    userId: string | null;
  };
  jamLoops: { jamId: string; loopId: string; userId: string; created: number };
  rifffLoops: { jamId: string; rifffId: string; loopId: string };
  rifffs: {
    jamId: string;
    id: string;
    userId: string;
    digest: string;
    access: string;
    license: string;
    doc: unknown;
    isImported: boolean;
  };
  jams: {
    id: string;
    kind: string;
    ownerId: string;
    access: string;
    clubId: string | null;
    channelAccess: string | null;
  };
  members: { jamId: string; userId: string; isRemoved: boolean };
  clubMembers: { clubId: string; userId: string };
  accounts: { id: string; displayName: string; access: string };
  shares: {
    id: string;
    jamId: string;
    rifffId: string;
    userId: string;
    isPrivate: boolean;
    isRemoved: boolean;
  };
  audit: {
    id: string;
    moderatorId: string;
    action: string;
    shareId: string;
    userId: string | null;
    reason: string;
    created: number;
  };
  notes: { name: string; value: string };
}

export type Db = Kysely<Then>;
export type Import = Then['imports'];
type Loop = Then['loops'];
type Doc = Record<string, unknown>;

/** Rows that are read at a time. */
export const BATCH = 100;
/** What its maker allowed where nothing is proven. */
export const KEPT = { access: 'none', license: 'all-rights-reserved' } as const;
/** Kinds of files whose sounds may come without names of makers: they are the account's own. */
export const OWN_KINDS: readonly string[] = ['stems', 'dawproject'];
/** Ids of imported people sort from here to there. */
const [FROM, TO] = ['imported_', 'imported`'] as const;
/** Is it a name that came with an import? */
export const isName = (userId: string) => userId >= FROM && userId < TO;

const derivedId = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** A person of an import, by what its source calls them; its row is made where it is missing. */
export async function person(db: Db, { id: importId }: Import, sourceId: string): Promise<string> {
  const id = `${FROM}${derivedId('person', importId, sourceId).slice(0, 20)}`;
  const account = await db
    .selectFrom('accounts')
    .select('displayName')
    .where('id', '=', sourceId)
    .executeTakeFirst();
  const displayName = account?.displayName || sourceId || 'unknown';
  await db
    .insertInto('importedPeople')
    .values({ id, importId, sourceId, displayName })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return id;
}

/** Was a loop uploaded here, so that the import only found it? It is in the jam that it was uploaded to then. */
async function isUploaded(db: Db, { id, created }: Loop): Promise<boolean> {
  const row = await db
    .selectFrom('jamLoops')
    .select('jamId')
    .where('loopId', '=', id)
    .where('created', '=', created)
    .where('jamId', 'not in', db.selectFrom('imports').select('jamId'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Was the sound of a loop here, in one that another account uploaded? */
async function isOfOthers(db: Db, { userId, updated }: Import, { id }: Loop): Promise<boolean> {
  const hashes = db.selectFrom('media').select('hash').where('loopId', '=', id);
  const row = await db
    .selectFrom('media')
    .innerJoin('loops', 'loops.id', 'media.loopId')
    .select('loops.id')
    .where('media.hash', 'in', hashes)
    .where('loops.creatorId', 'not in', ['', userId])
    .where((where) => where.or([where('creatorId', '<', FROM), where('creatorId', '>=', TO)]))
    .where('loops.created', '<=', updated)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Could the account hear a loop of another account without the import, in a jam that is not its own? */
async function isHeard(db: Db, { userId }: Import, loopId: string): Promise<boolean> {
  const mine = db.selectFrom('members').select('jamId').where('userId', '=', userId);
  const clubs = db.selectFrom('clubMembers').select('clubId').where('userId', '=', userId);
  const row = await db
    .selectFrom('rifffLoops')
    .innerJoin('jams', 'jams.id', 'rifffLoops.jamId')
    .leftJoin('shares', (join) =>
      join
        .onRef('shares.jamId', '=', 'rifffLoops.jamId')
        .onRef('shares.rifffId', '=', 'rifffLoops.rifffId')
        .on('shares.isRemoved', '=', false)
        .on('shares.isPrivate', '=', false),
    )
    .select('jams.id')
    .where('rifffLoops.loopId', '=', loopId)
    .where('jams.ownerId', '!=', userId)
    .where((where) =>
      where.or([
        where('jams.access', '=', 'public'),
        where('jams.id', 'in', mine.where('isRemoved', '=', false)),
        where('jams.clubId', 'in', clubs),
        where('shares.id', 'is not', null),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a loop that an import brought to a maker, with all rights kept. */
async function give(db: Db, loop: Loop, creatorId: string): Promise<void> {
  const doc = { ...(loop.doc as Doc), ...KEPT, creatorUserName: creatorId };
  await db
    .updateTable('loops')
    .set({ creatorId, doc: JSON.stringify(doc) })
    .where('id', '=', loop.id)
    .execute();
}

/** What an import calls a loop whose id is taken; another where that is the place of one that never came. */
async function freeId(db: Db, source: Import, sourceId: string): Promise<string> {
  const id = derivedId('loop', source.id, sourceId).slice(0, 32);
  const taken = await db.selectFrom('loops').select('id').where('id', '=', id).executeTakeFirst();
  return taken ? derivedId('copy', source.id, sourceId).slice(0, 32) : id;
}

/** Puts a copy of another account's loop, by an imported name, into the jam of the import in its place. */
async function replace(db: Db, source: Import, sourceId: string, loop: Loop): Promise<void> {
  const { jamId, userId } = source;
  const id = await freeId(db, source, sourceId);
  const creatorId = await person(db, source, loop.creatorId);
  const files = await db.selectFrom('media').selectAll().where('loopId', '=', loop.id).execute();
  const keys = new Map(files.map(({ key }) => [key, randomBytes(16).toString('hex')]));
  const { cdn_attachments: named, ...rest } = loop.doc as Doc;
  const attachments = Object.entries((named ?? {}) as Record<string, { key?: string }>).map(
    ([name, one]) => [name, { ...one, key: keys.get(one.key ?? '') }],
  );
  const doc = {
    ...rest,
    ...KEPT,
    _id: id,
    creatorUserName: creatorId,
    cdn_attachments: Object.fromEntries(attachments),
  };
  const copy = { ...loop, id, creatorId, doc: JSON.stringify(doc) };
  await db.insertInto('loops').values(copy).execute();
  if (files.length > 0) {
    const copies = files.map((file) => ({ ...file, key: keys.get(file.key)!, loopId: id, userId }));
    await db.insertInto('media').values(copies).execute();
  }
  await db
    .updateTable('importedLoops')
    .set({ loopId: id })
    .where('importId', '=', source.id)
    .where('loopId', '=', loop.id)
    .execute();
  for (const table of ['jamLoops', 'rifffLoops'] as const) {
    const here = db.updateTable(table).set({ loopId: id }).where('jamId', '=', jamId);
    await here.where('loopId', '=', loop.id).execute();
  }
  const holders = await db
    .selectFrom('rifffs')
    .innerJoin('rifffLoops', (join) =>
      join
        .onRef('rifffLoops.jamId', '=', 'rifffs.jamId')
        .onRef('rifffLoops.rifffId', '=', 'rifffs.id'),
    )
    .select(['rifffs.id', 'rifffs.doc'])
    .where('rifffs.jamId', '=', jamId)
    .where('rifffLoops.loopId', '=', id)
    .execute();
  for (const holder of holders) {
    const renamed = JSON.stringify(holder.doc, (key, value) =>
      key === 'currentLoop' && value === loop.id ? id : value,
    );
    await db
      .updateTable('rifffs')
      .set({ doc: renamed })
      .where('jamId', '=', jamId)
      .where('id', '=', holder.id)
      .execute();
  }
}

/** Judges one loop of an import as imports do now. */
async function judgeLoop(db: Db, source: Import, sourceId: string, loop: Loop): Promise<void> {
  const { creatorId } = loop;
  if (isName(creatorId)) {
    const { importId } = await db
      .selectFrom('importedPeople')
      .select('importId')
      .where('id', '=', creatorId)
      .executeTakeFirstOrThrow();
    if (importId === source.id) await give(db, loop, creatorId);
  } else if (creatorId !== '' && creatorId !== source.userId) {
    if (!(await isHeard(db, source, loop.id))) await replace(db, source, sourceId, loop);
  } else if (!(await isUploaded(db, loop))) {
    const isOwn = OWN_KINDS.includes(source.kind) && !(await isOfOthers(db, source, loop));
    await give(db, loop, isOwn ? source.userId : await person(db, source, creatorId));
  }
}

/** Gives loops that an import brought or found to whom an import of now would give them, with all rights kept. */
export async function judgeLoops(db: Db, source: Import): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('importedLoops')
      .innerJoin('loops', 'loops.id', 'importedLoops.loopId')
      .selectAll('loops')
      .select('importedLoops.sourceId')
      .where('importedLoops.importId', '=', source.id)
      .where('importedLoops.sourceId', '>', after)
      .where('loops.isLibrary', '=', false)
      .where('loops.isRemoved', '=', false)
      .orderBy('importedLoops.sourceId')
      .limit(BATCH)
      .execute();
    for (const { sourceId, ...loop } of rows) await judgeLoop(db, source, sourceId, loop);
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.sourceId;
  }
}
