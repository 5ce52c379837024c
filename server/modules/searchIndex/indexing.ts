/**
 * Keeps what can be found in step with what is there. Code that changes something calls the function of its kind in the
 * same transaction, behind the change; it looks at what is stored and does not ask what happened. Called without need,
 * it changes nothing.
 */
import { sql } from 'kysely';
import { OPEN_ACCESS } from '../../../src/data/contract/accountOptions.ts';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import { categoryOf } from '../../../src/data/contract/categories.ts';
import type { RifffState } from '../../../src/data/contract/rifff.ts';
import { timbreBytes } from '../../../src/data/rules/search/timbre.ts';
import { nameOf, wordsOf } from '../../../src/data/rules/search/words.ts';
import type { Queries } from '../../ports/database/database.ts';
import { mapFound } from '../../ports/database/mapRows.ts';
import { findRows } from '../../ports/database/rows.ts';
import { apart, forTurns, replaceDocs, type SearchDoc } from './docs.ts';
import { markedLoops, slugsOf, tempoOf } from './marks.ts';

/** Ids in one statement. */
const BATCH = 100;

/** Does the same for some ids at a time, each once. */
const inBatches =
  (work: (queries: Queries, ids: readonly string[]) => Promise<void>) =>
  async (queries: Queries, ids: readonly string[]): Promise<void> => {
    // In one order, so that no two transactions wait for each other.
    const each = [...new Set(ids)].sort();
    for (let from = 0; from < each.length; from += BATCH) {
      await work(queries, each.slice(from, from + BATCH));
    }
  };

/** Accounts changed: they came, went, got another name, or a guest or pupil became a member. By user id. */
export const indexPeople = inBatches(async (queries, ids) => {
  const rows = await queries
    .selectFrom('accounts')
    .select(['id', 'displayName', 'created'])
    .where('id', 'in', ids)
    .where('isDeleted', '=', false)
    .where('guestOf', 'is', null)
    .where('classId', 'is', null)
    // A program is no person to be found.
    .where('id', '!=', HOUSE_BAND_ID)
    .execute();
  const docs = rows.map(
    ({ id, displayName, created }): SearchDoc => ({
      kind: 'people',
      id,
      created,
      name: nameOf(displayName),
      alias: nameOf(id),
      words: [...wordsOf(displayName), ...wordsOf(id)],
    }),
  );
  await replaceDocs(queries, 'people', ids, docs);
});

/** Jams changed: name, description, access, or what the owner of a personal one opened. By short id. */
export const indexJams = inBatches(async (queries, ids) => {
  const rows = await queries
    .selectFrom('jams')
    .leftJoin('accounts', 'accounts.id', 'jams.ownerId')
    .select(['jams.id', 'jams.kind', 'jams.name', 'jams.description', 'jams.created'])
    .select(['jams.access', 'accounts.access as opened', 'accounts.isDeleted', 'accounts.classId'])
    .where('jams.id', 'in', ids)
    .execute();
  const open: readonly string[] = OPEN_ACCESS;
  const docs = rows.flatMap(({ id, kind, name, description, created, ...row }): SearchDoc[] => {
    const isOfPerson = kind === 'personal' && !row.isDeleted && !row.classId;
    const isOpened = isOfPerson && open.includes(row.opened ?? '');
    if (row.access !== 'public' && !isOpened) return [];
    const words = [...wordsOf(name), ...wordsOf(description)];
    return [{ kind: 'jams', id, created, name: nameOf(name), words }];
  });
  await replaceDocs(queries, 'jams', ids, docs);
});

/** A column of JSON that was read by a path: text on one engine, a value on the other. */
const jsonOf = <T>(value: unknown): T =>
  (typeof value === 'string' ? JSON.parse(value) : value) as T;

/** Reads numbers of a stored document the same way on both engines. */
const numberAt = (table: 'rifffs' | 'loops', name: string) =>
  sql<number | null>`cast(${sql.ref(`${table}.doc`)} ->> ${sql.lit(name)} as double precision)`;

/** Used slots of a rifff. */
const slotsOf = ({ playback }: Pick<RifffState, 'playback'>) =>
  playback.flatMap(({ slot }) => slot.current ?? []);

const findCategories = (queries: Queries, loopIds: readonly string[]) =>
  mapFound(findRows(queries, 'loops', { id: loopIds }, ['id', 'category']), ({ id, category }) => [
    id,
    category,
  ]);

function findSharedRifffs(queries: Queries, ids: readonly string[]) {
  return queries
    .selectFrom('shares')
    .innerJoin('rifffs', (join) =>
      join.onRef('rifffs.jamId', '=', 'shares.jamId').onRef('rifffs.id', '=', 'shares.rifffId'),
    )
    .select(['shares.id', 'shares.userId', 'shares.title', 'shares.isPrivate', 'shares.created'])
    .select([
      sql<unknown>`${sql.ref('rifffs.doc')} -> 'state'`.as('state'),
      numberAt('rifffs', 'root').as('root'),
      numberAt('rifffs', 'scale').as('scale'),
    ])
    .where('shares.id', 'in', ids)
    .where('shares.isRemoved', '=', false)
    .where('rifffs.digest', '!=', '')
    .execute();
}

/** Shares changed: they came, were taken back, taken out or brought back. By id; their loops follow. */
export const indexShares = inBatches(async (queries, ids) => {
  const rows = (await findSharedRifffs(queries, ids)).map((row) => ({
    ...row,
    state: jsonOf<RifffState>(row.state),
  }));
  const held = rows.flatMap(({ state }) => slotsOf(state).map(({ currentLoop }) => currentLoop));
  const categories = await findCategories(queries, [...new Set(held)]);
  const docs = rows.map(({ id, userId, title, isPrivate, created, state, ...key }): SearchDoc => {
    const slots = slotsOf(state);
    return {
      kind: 'rifffs',
      id,
      created,
      ownerId: isPrivate ? userId : undefined,
      name: nameOf(title),
      words: [...wordsOf(title), ...wordsOf(userId)],
      sound: {
        tempo: tempoOf(state.bps),
        // A rifff that says nothing of its key is in the first one: `RifffSchema`.
        root: key.root ?? 0,
        scale: key.scale ?? 0,
        categories: slugsOf(
          slots.map(({ category, currentLoop }) => category ?? categories.get(currentLoop)),
        ),
        loopIds: [...new Set(slots.map(({ currentLoop }) => currentLoop))],
      },
    };
  });
  const before = await replaceDocs(queries, 'rifffs', ids, docs);
  const loopsBefore = before.flatMap(({ marks }) => markedLoops(apart(marks)));
  await indexLoops(queries, [...held, ...loopsBefore]);
});

/** What everybody finds in the library. */
const isInLibrary = () =>
  sql<boolean>`${sql.ref('loops.isLibrary')} and ${sql.ref('loops.approval')} = 'approved'`;

/**
 * Loops by id with whether everybody may find them: the library has them, or a public share. No other code makes
 * documents of them meanwhile.
 */
async function findLoopsInTurn(queries: Queries, ids: readonly string[]) {
  await queries
    .selectFrom('loops')
    .select('id')
    .where('id', 'in', ids)
    .where('isLibrary', '=', false)
    .orderBy('id')
    .modifyEnd(forTurns(queries))
    .execute();
  return queries
    .selectFrom('loops')
    .leftJoin('packs', 'packs.id', 'loops.packId')
    .select(['loops.id', 'loops.creatorId', 'loops.created', 'loops.category', 'loops.origin'])
    .select('packs.name as pack')
    .select([
      sql<string | null>`${sql.ref('loops.doc')} ->> 'name'`.as('name'),
      sql<string | null>`${sql.ref('loops.doc')} ->> 'timbre'`.as('timbre'),
      numberAt('loops', 'bps').as('bps'),
      numberAt('loops', 'root').as('root'),
      numberAt('loops', 'scale').as('scale'),
    ])
    .select(({ selectFrom }) =>
      // One row is enough; asked by `exists`, PostgreSQL goes through every loop of every share.
      sql<boolean>`case when ${isInLibrary()} then true else (${selectFrom('rifffLoops')
        .innerJoin('shares', (join) =>
          join
            .onRef('shares.jamId', '=', 'rifffLoops.jamId')
            .onRef('shares.rifffId', '=', 'rifffLoops.rifffId'),
        )
        .select('shares.id')
        .whereRef('rifffLoops.loopId', '=', 'loops.id')
        .where('shares.isPrivate', '=', false)
        .where('shares.isRemoved', '=', false)
        .limit(1)}) is not null end`.as('isOpen'),
    )
    .where('loops.id', 'in', ids)
    .where('loops.isRemoved', '=', false)
    .execute();
}

/** Loops changed: they came, went, were measured, or a rifff that holds them was shared or taken back. By id. */
export const indexLoops = inBatches(async (queries, ids) => {
  const rows = await findLoopsInTurn(queries, ids);
  const docs = rows.flatMap(({ id, creatorId, created, name, pack, ...row }): SearchDoc[] => {
    const isOpen = Boolean(row.isOpen);
    if (!isOpen && row.origin !== 'upload') return [];
    const { slug, title } = categoryOf(row.category);
    return [
      {
        kind: 'loops',
        id,
        created,
        ownerId: isOpen ? undefined : creatorId,
        name: nameOf(name ?? ''),
        words: [name ?? '', pack ?? '', title, creatorId].flatMap(wordsOf),
        sound: {
          tempo: tempoOf(row.bps ?? 0),
          root: row.root,
          scale: row.scale,
          categories: [slug],
          loopIds: [],
        },
        ...(row.timbre !== null && timbreBytes(row.timbre) && { timbre: row.timbre }),
      },
    ];
  });
  await replaceDocs(queries, 'loops', ids, docs);
});
