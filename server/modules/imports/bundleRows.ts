import { expressionBuilder } from 'kysely';
import type { ImportedMessage, ImportedPerson } from '../../../src/data/contract/imports.ts';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { ROOM_ID } from '../../../src/data/contract/reservedNames.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { mayBeTaken } from '../../../src/data/rules/sharing/credits.ts';
import { inPages } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, listRows, valuesOf } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { findProducts } from '../grants/grants.ts';
import { findReadableKeys } from '../jams/access.ts';
import { keyText } from '../jams/repo.ts';
import { loopTombstone, slotLoopIds } from '../library/present.ts';

/** Rows of a bundle that are held at a time. */
const PAGES = { loops: 64, rifffs: 100, messages: 200 };

/** One file of a loop, where the store has it. */
export interface SoundFile {
  readonly hash: string;
  readonly mime: string;
  readonly size: number;
}

export interface BundledLoop {
  /** What it is called elsewhere: its server's own keys are left out. */
  readonly doc: Loop;
  readonly files: readonly SoundFile[];
  /** Why its sound is not in the bundle; null where it is. */
  readonly without: string | null;
  /** Account, or name from elsewhere, that made it. */
  readonly creatorId: string;
}

/** Who takes a bundle along. */
export interface Taker {
  readonly userId: string;
  /** May they take sound of others along whose licence does not allow it? */
  readonly takesAll: boolean;
}

async function filesOf(queries: Queries, ids: readonly string[]) {
  const columns = ['loopId', 'hash', 'mime', 'size'] as const;
  const rows = await listRows(queries, 'media', { loopId: ids }, ['mime'], { columns });
  return Map.groupBy(rows, ({ loopId }) => loopId);
}

/** A loop without what its server alone says of it: its files, and what it is to the library there. */
function bareLoop(doc: Loop): Loop {
  const { cdn_attachments: _files, url: _url, isLibraryLoop: _, isRandom: __, ...rest } = doc;
  return rest as Loop;
}

const KEPT = 'Its maker keeps all rights, and only those who keep order in the club take it along';

/** Loops that were brought into the jam or are in its rifffs, a page at a time, each once. */
export async function* bundledLoops(
  queries: Queries,
  jamId: string,
  { userId, takesAll }: Taker,
): AsyncGenerator<BundledLoop[]> {
  const ids = queries
    .selectFrom('jamLoops')
    .select('loopId')
    .where('jamId', '=', jamId)
    .union(queries.selectFrom('rifffLoops').select('loopId').where('jamId', '=', jamId));
  const loops = queries
    .selectFrom('loops')
    .select(['id', 'creatorId', 'isRemoved', 'product', 'doc'])
    .where('id', 'in', ids);
  const held = await findProducts(queries, userId, Date.now());
  for await (const page of inPages(loops, ['id'], PAGES.loops)) {
    const files = await filesOf(queries, valuesOf(page, 'id'));
    yield page.map(({ id, creatorId, isRemoved, product, doc }): BundledLoop => {
      if (isRemoved) {
        const without = 'It was removed';
        return { doc: loopTombstone(doc as Loop), files: [], without, creatorId: '' };
      }
      const loop = bareLoop(doc as Loop);
      const sounds = files.get(id) ?? [];
      const isLocked = product != null && !held.has(product);
      if (isLocked) {
        const without = 'It is of a collection that this account does not have';
        return { doc: loop, files: [], without, creatorId };
      }
      if (!takesAll && creatorId !== userId && !mayBeTaken(doc as Loop)) {
        return { doc: loop, files: [], without: KEPT, creatorId };
      }
      const without = sounds.length > 0 ? null : 'It has no file';
      return { doc: loop, files: sounds, without, creatorId };
    });
  }
}

/** What the server derives of a rifff anew wherever it is stored. */
const DERIVED = new Set(['layerColours', 'magnitude', 'brightness', 'peakData', 'saleInfo']);

/** Loops of these rifffs whose sound is not in the bundle, as they are shown: of how they sounded only the length. */
async function findSilent(
  queries: Queries,
  rifffs: readonly Rifff[],
  silent: ReadonlySet<string>,
): Promise<Map<string, Loop>> {
  const ids = [...new Set(rifffs.flatMap(slotLoopIds))].filter((id) => silent.has(id));
  const rows = await findRows(queries, 'loops', { id: ids }, ['id', 'doc']);
  return new Map(rows.map(({ id, doc }) => [id, loopTombstone(doc as Loop)]));
}

/** Condition: the account of this column was not deleted. */
function isOfNoneGone(column: 'messages.userId' | 'rifffs.userId') {
  const build = expressionBuilder<Schema, 'messages' | 'rifffs'>();
  const gone = build
    .selectFrom('accounts')
    .select('accounts.id')
    .whereRef('accounts.id', '=', column)
    .where('accounts.isDeleted', '=', true);
  return build.not(build.exists(gone));
}

/**
 * Rifffs of a jam, oldest first, without those that were removed and those of accounts that are gone.
 * @param silent ids of loops whose sound is not in the bundle: of those alone the rifff says what they were
 */
export async function* bundledRifffs(
  queries: Queries,
  jamId: string,
  silent: ReadonlySet<string>,
): AsyncGenerator<Rifff[]> {
  const rifffs = queries
    .selectFrom('rifffs')
    .select(['created', 'id', 'doc'])
    .where('jamId', '=', jamId)
    .where('digest', '!=', '')
    .where(isOfNoneGone('rifffs.userId'));
  for await (const page of inPages(rifffs, ['created', 'id'], PAGES.rifffs)) {
    const docs = page.map(({ doc }) => doc as Rifff);
    const shapes = await findSilent(queries, docs, silent);
    // A file goes from hand to hand: of other rooms it names what anybody may read. A jam of one's own becomes a name.
    const parents = docs.flatMap(({ parent }) =>
      parent && parent.jamId !== jamId && ROOM_ID.test(parent.jamId) ? [parent] : [],
    );
    const known = await findReadableKeys(queries, null, parents);
    yield docs.map((doc) => {
      const { parent } = doc;
      const isTold = !parent || !parents.includes(parent) || known.has(keyText(parent));
      const told = isTold ? doc : { ...doc, parent: null, originalId: undefined };
      const kept = Object.entries(told).filter(([key]) => !DERIVED.has(key));
      const loops = slotLoopIds(doc).flatMap((id) => shapes.get(id) ?? []);
      return { ...(Object.fromEntries(kept) as Rifff), loops };
    });
  }
}

/** What was said in a jam, oldest first, without what was removed and what people who are gone said. */
export async function* bundledMessages(
  queries: Queries,
  jamId: string,
): AsyncGenerator<ImportedMessage[]> {
  const messages = queries
    .selectFrom('messages')
    .select(['number', 'id', 'created', 'userId', 'text', 'rifffJamId', 'rifffId', 'replyTo'])
    .where('jamId', '=', jamId)
    .where('isRemoved', '=', false)
    .where(isOfNoneGone('messages.userId'));
  for await (const page of inPages(messages, ['number'], PAGES.messages)) {
    yield page
      .filter(({ text, rifffId }) => text !== '' || rifffId !== null)
      .map(({ id, created, userId, text, rifffJamId, rifffId, replyTo }) => ({
        id,
        created,
        user: userId,
        message: text,
        replyTo,
        rifffId: rifffJamId === jamId ? rifffId : null,
      }));
  }
}

/** Accounts by id, with what they go by; those that are gone have no name. */
export async function findPeople(
  queries: Queries,
  ids: readonly string[],
): Promise<ImportedPerson[]> {
  const columns = ['id', 'displayName'] as const;
  return listRows(queries, 'accounts', { id: ids, isDeleted: false }, ['id'], { columns });
}

/** Everyone who made something of a jam: rifffs, messages, or loops that came into it. */
export async function findParticipants(queries: Queries, jamId: string): Promise<Set<string>> {
  const rows = await queries
    .selectFrom('rifffs')
    .select('userId as id')
    .where('jamId', '=', jamId)
    .union(queries.selectFrom('messages').select('userId as id').where('jamId', '=', jamId))
    .union(
      queries
        .selectFrom('jamLoops')
        .innerJoin('loops', 'loops.id', 'jamLoops.loopId')
        .select('loops.creatorId as id')
        .where('jamLoops.jamId', '=', jamId),
    )
    .execute();
  return new Set(rows.map(({ id }) => id).filter(Boolean));
}
