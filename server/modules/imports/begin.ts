import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { BeginImportBodySchema, Import } from '../../../src/data/contract/imports.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { refuseOfficial } from '../../plugins/officialNames.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { EMPTY_JAM } from '../jams/personalJam.ts';
import { derivedId, type ImportsContext, presentImport } from './context.ts';

const BEGINS = { max: 300, windowMs: 3_600_000 };
/** Rooms of one account, as many as it may make by itself. */
const MOST_ROOMS = 200;
/** What a room is called by: see `JamSchema`. */
const ROOM_ID = /^band[0-9a-f]{10}$/;

type Begin = z.output<typeof BeginImportBodySchema>;

const findImport = (queries: Queries, userId: string, sourceKey: string) =>
  queries
    .selectFrom('imports')
    .selectAll()
    .where('userId', '=', userId)
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirst();

async function isFree(queries: Queries, jamId: string): Promise<boolean> {
  const taken = await queries
    .selectFrom('jams')
    .select('id')
    .where('id', '=', jamId)
    .executeTakeFirst();
  return !taken;
}

/** The id that the jam had where that is a room's and free here; else one that the import itself gives. */
async function chooseId(queries: Queries, asked: string, importId: string): Promise<string> {
  if (ROOM_ID.test(asked) && (await isFree(queries, asked))) return asked;
  for (let turn = 0; ; turn += 1) {
    const id = `band${derivedId('jam', importId, String(turn)).slice(0, 10)}`;
    if (await isFree(queries, id)) return id;
  }
}

async function refuseTooMany(queries: Queries, userId: string): Promise<void> {
  const { total } = await queries
    .selectFrom('jams')
    .select((build) => build.fn.countAll<number>().as('total'))
    .where('ownerId', '=', userId)
    .where('kind', '=', 'room')
    .where('clubId', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(total) < MOST_ROOMS) return;
  throw new ApiError('forbidden', `You have ${MOST_ROOMS} rooms: that is the most`);
}

/** Who of its people the account is can be said until something of them is stored. */
async function saySelf(queries: Queries, row: ImportRow, self: string | null): Promise<ImportRow> {
  if (self === null || self === row.self) return row;
  if (row.self !== null || row.rifffs + row.loops + row.messages > 0) {
    const who = row.self === null ? 'nobody' : `"${row.self}"`;
    const said = `This import began with you as ${who} of its people, and goes on so`;
    throw new ApiError('conflict', said);
  }
  await queries.updateTable('imports').set({ self }).where('id', '=', row.id).execute();
  return { ...row, self };
}

/**
 * Begins an import: its jam is a private room of the caller. The same jam from the same place goes on with the import
 * that it has; its name and description stay as they are here.
 * @throws ApiError `conflict` where the account was somebody else of its people, `forbidden` past 200 rooms
 */
export async function beginImport(
  { database }: Pick<ImportsContext, 'database'>,
  identity: Identity,
  { kind, origin, jam, self }: Begin,
): Promise<Import> {
  const { userId } = identity;
  refuseOfficial(identity, jam.name);
  await limit(database.queries, `import:${userId}`, { ...BEGINS, nowMs: Date.now() });
  const sourceKey = sha256(JSON.stringify([kind, origin, jam.id]));
  return writeFor(database, userId, async (transaction) => {
    const known = await findImport(transaction, userId, sourceKey);
    if (known) return presentImport(await saySelf(transaction, known, self));
    await refuseTooMany(transaction, userId);
    const nowMs = Date.now();
    const id = derivedId('import', userId, sourceKey).slice(0, 32);
    // Others may be choosing the same id.
    await database.lock(transaction, `import-jam:${jam.id}`);
    const jamId = await chooseId(transaction, jam.id, id);
    await transaction
      .insertInto('jams')
      .values({
        ...EMPTY_JAM,
        id: jamId,
        longId: randomBytes(32).toString('hex'),
        kind: 'room',
        ownerId: userId,
        name: jam.name,
        access: 'private',
        description: jam.description,
        barLength: jam.barLength,
        created: Math.min(jam.created, nowMs),
        isDemo: false,
      })
      .execute();
    const row: ImportRow = {
      ...{ id, userId, jamId, sourceKey, sourceJam: jam.id, kind, origin, name: jam.name },
      ...{ self, state: 'open' },
      ...{ created: nowMs, updated: nowMs, rifffs: 0, loops: 0, messages: 0 },
    };
    await transaction.insertInto('imports').values(row).execute();
    return presentImport(row);
  });
}
