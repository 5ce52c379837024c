import type * as z from 'zod';
import { cleanName } from '../../../src/data/contract/cleanText.ts';
import { skeletonsOf } from '../../../src/data/contract/confusables.ts';
import type { BeginImportBodySchema, Import } from '../../../src/data/contract/imports.ts';
import { isOfficialName } from '../../../src/data/contract/reservedNames.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { type Identity, sha256 } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { refuseOfficial } from '../../plugins/officialNames.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, hasRow, insertRows, updateRows } from '../../ports/database/rows.ts';
import type { ImportRow } from '../../ports/database/schemaAlways.ts';
import { insertRoom, requireFewRooms } from '../jams/newRoom.ts';
import { derivedId, type ImportsContext, presentImport, toldTime } from './context.ts';
import { provenHead } from './proof.ts';

const BEGINS = { max: 300, windowMs: 3_600_000 };
/** What a room is called by: see `JamSchema`. */
const ROOM_ID = /^band[0-9a-f]{10}$/;

type Begin = z.output<typeof BeginImportBodySchema>;

const findImport = (queries: Queries, userId: string, sourceKey: string) =>
  findRow(queries, 'imports', { userId, sourceKey });

const isTaken = (queries: Queries, jamId: string) => hasRow(queries, 'jams', { id: jamId });

/** The id that the jam had where that is a room's and free here; else one that the import itself gives. */
async function chooseId(queries: Queries, asked: string, importId: string): Promise<string> {
  if (ROOM_ID.test(asked) && !(await isTaken(queries, asked))) return asked;
  for (let turn = 0; ; turn += 1) {
    const id = `band${derivedId('jam', importId, String(turn)).slice(0, 10)}`;
    if (!(await isTaken(queries, id))) return id;
  }
}

/** What stands for a place that says it is this server, or an office of it, and cannot prove it. */
const SOME_FILE = 'a file';

/** Where people of an import are said to come from: never this server or its staff, where no signature says so. */
function originOf(said: string, own: string): string {
  const here = skeletonsOf(URL.parse(own)?.hostname ?? own);
  const isHere = skeletonsOf(said).some((text) =>
    here.some((host) =>
      text.split(/[^\p{L}\p{N}-]+/u).some((part) => `-${part}-`.includes(`-${host}-`)),
    ),
  );
  return isHere || isOfficialName(said) ? SOME_FILE : cleanName(said).slice(0, 120) || SOME_FILE;
}

/**
 * Begins an import: its jam is a private room of the caller. The same jam from the same place goes on with the import
 * that it has; its name and description stay as they are here.
 * @throws ApiError `forbidden` past 200 rooms
 */
export async function beginImport(
  { database, trust }: Pick<ImportsContext, 'database' | 'trust'>,
  identity: Identity,
  { kind, head, ...said }: Begin,
): Promise<Import> {
  const { userId } = identity;
  const proven = kind === 'rondo' ? provenHead(trust, head, identity) : null;
  const jam = proven?.head.jam ?? said.jam;
  const origin = proven
    ? cleanName(proven.head.origin).slice(0, 120) || SOME_FILE
    : originOf(said.origin, trust.origin());
  const signed = {
    bundle: proven?.proof.bundle ?? null,
    bundleKey: proven?.proof.key ?? null,
    account: proven?.account ?? null,
    self: proven?.self ?? null,
  };
  refuseOfficial(identity, jam.name);
  await limit(database.queries, `import:${userId}`, { ...BEGINS, nowMs: Date.now() });
  // What is proven never goes on with what is not.
  const proof = proven ? [signed.bundleKey, signed.account] : [];
  const sourceKey = sha256(JSON.stringify([kind, origin, jam.id, ...proof]));
  return writeFor(database, userId, async (transaction) => {
    const known = await findImport(transaction, userId, sourceKey);
    if (known) {
      await updateRows(transaction, 'imports', { id: known.id }, signed);
      return presentImport({ ...known, ...signed });
    }
    await requireFewRooms(transaction, userId);
    const nowMs = Date.now();
    const id = derivedId('import', userId, sourceKey).slice(0, 32);
    // Others may be choosing the same id.
    await database.lock(transaction, `import-jam:${jam.id}`);
    const jamId = await chooseId(transaction, jam.id, id);
    await insertRoom(transaction, {
      id: jamId,
      ownerId: userId,
      name: jam.name,
      access: 'private',
      description: jam.description,
      barLength: jam.barLength,
      created: toldTime(jam.created),
    });
    const row: ImportRow = {
      id,
      userId,
      jamId,
      sourceKey,
      sourceJam: jam.id,
      kind,
      origin,
      name: jam.name,
      ...signed,
      state: 'open',
      created: nowMs,
      updated: nowMs,
      rifffs: 0,
      loops: 0,
      messages: 0,
    };
    await insertRows(transaction, 'imports', row);
    return presentImport(row);
  });
}
