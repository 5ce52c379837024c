import type { Transaction } from 'kysely';
import * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { plainName } from '../../../src/data/contract/fields.ts';
import { type LookDocument, readLook } from '../../../src/data/contract/looks.ts';
import {
  type LookAccess,
  MAX_LOOK_MAKERS,
  MAX_LOOKS,
} from '../../../src/data/contract/savedLooks.ts';
import { STAGE_LOOK_IDS, STAGE_LOOKS } from '../../../src/data/contract/stageLooks.ts';
import type { Server } from '../../kernel/module.ts';
import { isTaken } from '../../plugins/clientIds.ts';
import type { Identity, Reader } from '../../plugins/identity.ts';
import { limitPace, type Pace } from '../../plugins/limits.ts';
import { refuseOfficial } from '../../plugins/officialNames.ts';
import { ValidationFailure, validateWith } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countRows, findRow, hasRow, insertRows, listRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { LookMakerRow } from '../../ports/database/schemaLooks.ts';
import { findVisible, isHouseKey, lockLooks, noLook, type ShownLook } from '../feed/lookCopies.ts';
import type { ShownLooks } from '../feed/shownLooks.ts';

/** What the calls of looks share. */
export interface LooksContext extends Pick<Server, 'database' | 'announcer'> {
  readonly shownLooks: ShownLooks;
}

/** Calls of one account. */
const PACES = {
  look: { atOnce: 30, perHour: 600 },
  'room-looks': { atOnce: 30, perHour: 600 },
} as const satisfies Record<string, Pace>;

/** Counts a call. Throws `too_many_requests`. */
export const countCall = (queries: Queries, kind: keyof typeof PACES, { userId }: Identity) =>
  limitPace(queries, kind, userId, PACES[kind]);

/** A look that the reader may see: a public one or their own. Throws `not_found`. */
export async function findVisibleLook(
  queries: Queries,
  reader: Reader,
  id: string,
): Promise<ShownLook> {
  const look = (await findVisible(queries, reader, [id])).get(id);
  if (!look) throw noLook();
  return look;
}

/** A look of the account. Throws `not_found` for one that it may not see, `forbidden` for one of another account. */
export async function requireOwn(
  queries: Queries,
  identity: Identity,
  id: string,
): Promise<ShownLook> {
  const look = await findVisibleLook(queries, identity, id);
  if (look.ownerId === identity.userId) return look;
  throw new ApiError('forbidden', 'Only its owner may change this look');
}

const NameSchema = plainName(60).pipe(z.string().min(1, 'Required'));

/** A look as it is kept: its name as people read it. Throws a `ValidationFailure`. */
export function keptDocument(identity: Identity, document: LookDocument): LookDocument {
  const name = validateWith(NameSchema, document.name, 'document.name');
  refuseOfficial(identity, name);
  const { look, reason } = readLook(JSON.stringify({ ...document, name }));
  if (!look) throw new ValidationFailure({ document: reason });
  return look;
}

/** Ids that no kept look has: looks of the house, and words of addresses. */
const KEPT_IDS: ReadonlySet<string> = new Set([...STAGE_LOOK_IDS, 'mine', 'new']);

/** Throws a `ValidationFailure` for an id that no kept look may have. */
export function refuseKeptId(id: string): void {
  if (KEPT_IDS.has(id)) throw new ValidationFailure({ id: 'is kept for the server' });
}

/** Is an id still named after its look is gone, by a jam, a share or a credit? What comes later may not pass for it. */
const isNamed = async (queries: Queries, id: string): Promise<boolean> =>
  (await hasRow(queries, 'roomLooks', { lookKey: id })) ||
  (await hasRow(queries, 'shareLooks', { lookKey: id })) ||
  (await hasRow(queries, 'lookMakers', { madeFromKey: id }));

type Credit = Pick<LookMakerRow, 'madeFromKey' | 'name' | 'userId'>;

/**
 * What a look that is made from another says of where it comes from: that one, then what that one was made from. Where
 * looks of one account follow each other, only the nearest of them is named. Throws `not_found`.
 */
async function creditsOf(
  transaction: Transaction<Schema>,
  identity: Identity,
  key: string,
): Promise<Credit[]> {
  if (isHouseKey(key)) return [{ madeFromKey: key, name: STAGE_LOOKS[key].title, userId: '' }];
  await lockLooks(transaction, [key]);
  const { document, ownerId } = await findVisibleLook(transaction, identity, key);
  const columns = ['madeFromKey', 'name', 'userId'] as const;
  const before = await listRows(transaction, 'lookMakers', { lookId: key }, ['position'], {
    columns,
  });
  const all: Credit[] = [{ madeFromKey: key, name: document.name, userId: ownerId }, ...before];
  const isFirst = ({ userId }: Credit, at: number) =>
    userId === '' || userId !== all[at - 1]?.userId;
  return all.filter(isFirst).slice(0, MAX_LOOK_MAKERS);
}

/** A look to be stored. */
interface NewLook {
  readonly id: string;
  readonly document: LookDocument;
  readonly access: LookAccess;
  /** Key of the look that it was made from. */
  readonly madeFrom?: string | undefined;
}

/**
 * Stores a look of an account with its credits, inside a transaction that writes for the account; one that the account has
 * under that id already stays as it is.
 * @throws ApiError `conflict`, `forbidden` where the account has as many as it may, `not_found` for what it was made from
 */
export async function storeLook(
  transaction: Transaction<Schema>,
  identity: Identity,
  { id, document, access, madeFrom }: NewLook,
): Promise<void> {
  const { userId } = identity;
  const known = await findRow(transaction, 'looks', { id }, ['ownerId']);
  if (known?.ownerId === userId) return;
  if (known || (await isNamed(transaction, id))) throw isTaken('look');
  if ((await countRows(transaction, 'looks', { ownerId: userId })) >= MAX_LOOKS) {
    throw new ApiError('forbidden', `You have ${MAX_LOOKS} looks: that is the most`);
  }
  const credits = madeFrom === undefined ? [] : await creditsOf(transaction, identity, madeFrom);
  const created = Date.now();
  await insertRows(transaction, 'looks', {
    id,
    ownerId: userId,
    document: JSON.stringify(document),
    access,
    created,
    changed: created,
    jamCount: 0,
  });
  if (credits.length === 0) return;
  const rows = credits.map((credit, position) => ({ lookId: id, position, ...credit }));
  await insertRows(transaction, 'lookMakers', rows);
}
