import { beforeAll, expect, it } from 'vitest';
import { LIBRARY_CATEGORIES } from '../../../src/data/contract/categories.ts';
import { seededChance } from '../../../src/data/rules/draft/loopChoice.ts';
import { type Rankable, ranked } from '../../../src/data/rules/search/ranking.ts';
import { nameOf, typedWords, wordsOf } from '../../../src/data/rules/search/words.ts';
import type { Database } from '../../ports/database/database.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { describeDatabases, migrateUpTo, rowsOf } from '../../testing/databases.ts';
import { shareStored } from '../../testing/rifffs.ts';
import { fillSome } from '../searchIndex/fill.ts';
import { type Asked, findCandidates } from './candidates.ts';

const WORDS = ['tide', 'Tides', 'low', 'lów', 'loop', 'a', '7', 'Ärger', 'i\u{10ffff}', '海'];
const COUNT = 90;

/** What one share is, as going through all of them would see it. */
interface Known extends Rankable {
  readonly tempo: number;
  readonly root: number;
  readonly scale: number;
  readonly category: string;
  readonly loopId: string;
}

describeDatabases('what the index has', (_, { openEmpty: open }) => {
  let database: Database;
  const known: Known[] = [];
  const chance = seededChance(5);
  const among = <T>(some: readonly T[]): T => some[Math.floor(chance() * some.length)]!;

  beforeAll(async () => {
    database = await open();
    // Everything is there before the index is: the server fills it.
    await migrateUpTo(database, '0015-search');
    await makeAccount(database, 'Ada', { isProven: false });
    const { queries } = database;
    for (const [at, category] of LIBRARY_CATEGORIES.entries()) {
      const row = { id: `loop_${at}`, creatorId: 'house', created: 1, category, packId: null };
      const state = { isLibrary: true, origin: 'starter', approval: 'approved' } as const;
      const doc = JSON.stringify({ _id: row.id, bps: 2, category });
      const rest = { nameFolded: '', isRemoved: false, doc, digest: null };
      await queries
        .insertInto('loops')
        .values({ ...row, ...state, ...rest })
        .execute();
    }
    for (let at = 0; at < COUNT; at++) {
      const title = Array.from({ length: 1 + (at % 4) }, () => among(WORDS)).join(' ');
      const [root, scale] = [Math.floor(chance() * 3), Math.floor(chance() * 3)];
      const [tempo, loop] = [80 + Math.floor(chance() * 6), at % LIBRARY_CATEGORIES.length];
      const loopId = `loop_${loop}`;
      const made = { userId: 'Ada', title, loopIds: [loopId], extra: { root, scale } };
      const id = await shareStored(queries, made);
      const [created, likes] = [1000 + (at % 5), at % 3];
      await queries
        .updateTable('shares')
        .set({ created, likeCount: likes })
        .where('id', '=', id)
        .execute();
      const share = queries.selectFrom('shares').select('rifffId').where('id', '=', id);
      const rifff = queries.updateTable('rifffs').where('id', '=', share);
      const playback = [{ slot: { current: { currentLoop: loopId } } }];
      const state = { barLength: 16, bps: tempo / 60, playback };
      await rifff.set({ doc: JSON.stringify({ state, root, scale }) }).execute();
      const names = { names: [nameOf(title)], words: [...wordsOf(title), 'ada'] };
      const category = LIBRARY_CATEGORIES[loop]!;
      known.push({ id, ...names, created, likes, tempo, root, scale, category, loopId });
    }
    await database.migrate();
    while (await fillSome(database));
  });

  const fits = (asked: Asked, one: Known) =>
    asked.words.every((typed) => one.words.some((word) => word.startsWith(typed))) &&
    one.tempo >= (asked.tempoMin ?? 0) &&
    one.tempo <= (asked.tempoMax ?? 999) &&
    one.root === (asked.root ?? one.root) &&
    one.scale === (asked.scale ?? one.scale) &&
    one.category === (asked.category ?? one.category) &&
    one.loopId === (asked.loopId ?? one.loopId);

  const some = <T>(value: () => T) => (chance() < 0.3 ? value() : undefined);
  const random = (): Asked => ({
    words: typedWords(
      [some(() => among(WORDS)), some(() => among(WORDS).slice(0, 2)), some(() => 'a')].join(' '),
    ),
    tempoMin: some(() => 80 + Math.floor(chance() * 6)),
    tempoMax: some(() => 80 + Math.floor(chance() * 6)),
    root: some(() => Math.floor(chance() * 3)),
    scale: some(() => Math.floor(chance() * 3)),
    category: some(() => among(LIBRARY_CATEGORIES)),
    loopId: some(() => `loop_${Math.floor(chance() * LIBRARY_CATEGORIES.length)}`),
  });

  it('is the same as going through everything, in the same order', async () => {
    const looking = { kind: 'rifffs', readerId: undefined, nowMs: 0 } as const;
    let total = 0;
    for (let at = 0; at < 120; at++) {
      const asked = random();
      const { words, ...sound } = asked;
      if (words.length === 0 && Object.values(sound).every((one) => one === undefined)) continue;
      const { found, isCut } = await findCandidates(database.queries, asked, looking);
      const expected = known.filter((one) => fits(asked, one));
      const ids = ranked(words, found).map(({ id }) => id);
      expect(ids, JSON.stringify(asked)).toEqual(ranked(words, expected).map(({ id }) => id));
      expect(isCut).toBe(false);
      total += ids.length;
    }
    expect(total).toBeGreaterThan(100);
  });

  it('has everything of before its migration, and no jam of one account alone', async () => {
    // More than once, as after a server that stopped in between.
    const note = { name: 'search-fill', value: 'shares ' };
    await database.queries.insertInto('notes').values(note).execute();
    expect(await fillSome(database)).toBe(true);
    expect(await fillSome(database)).toBe(false);
    expect(await fillSome(database)).toBe(false);
    expect(await rowsOf(database, 'notes', 'name', 'search-fill')).toEqual([]);

    const rows = await database.queries
      .selectFrom('searchDocs')
      .select((build) => ['kind', build.fn.countAll<number>().as('total')])
      .groupBy('kind')
      .execute();
    const totals = Object.fromEntries(rows.map(({ kind, total }) => [kind, Number(total)]));
    expect(totals).toEqual({ rifffs: COUNT, people: 1, loops: LIBRARY_CATEGORIES.length });
  });
});
