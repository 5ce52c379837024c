import { beforeAll, beforeEach, expect, it } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import type { Database } from './database.ts';
import { countEach, rowsById } from './mapRows.ts';
import { newestOf } from './newest.ts';
import {
  countRows,
  findRow,
  findRows,
  findsRow,
  getRow,
  hasRow,
  insertRows,
  listRows,
  removeRows,
  removeSome,
  takeRows,
  updateRows,
  valuesOf,
} from './rows.ts';

const block = (userId: string, blockedId: string, created: number) => ({
  userId,
  blockedId,
  created,
});

describeDatabases('rows by their values', (open) => {
  let database: Database;

  beforeAll(async () => {
    database = await open();
  });

  beforeEach(async () => {
    await removeRows(database.queries, 'blocks', { userId: ['ann', 'ben'] });
    const rows = [block('ann', 'cy', 2), block('ann', 'di', 1), block('ben', 'cy', 3)];
    await insertRows(database.queries, 'blocks', rows);
  });

  it('are all that have each of the values, one of a list among them', async () => {
    const { queries } = database;
    const found = await findRows(queries, 'blocks', { userId: ['ann', 'ben'], blockedId: 'cy' });
    expect(valuesOf(found, 'userId').sort()).toEqual(['ann', 'ben']);
    expect(await findRow(queries, 'blocks', { userId: 'ann', blockedId: 'no' })).toBeUndefined();
    expect(await getRow(queries, 'blocks', { created: 1 }, ['blockedId'])).toEqual({
      blockedId: 'di',
    });
    await expect(getRow(queries, 'blocks', { created: 9 })).rejects.toThrow('blocks');
  });

  it('are none of an empty list, whatever is done with them', async () => {
    const { queries } = database;
    const none = { userId: 'ann', blockedId: [] };
    expect(await findRows(queries, 'blocks', none)).toEqual([]);
    expect(await hasRow(queries, 'blocks', none)).toBe(false);
    expect(await countRows(queries, 'blocks', none)).toBe(0);
    expect(await updateRows(queries, 'blocks', none, { created: 9 })).toBe(0);
    expect(await removeRows(queries, 'blocks', none)).toBe(0);
    expect(await takeRows(queries, 'blocks', none, ['created'])).toEqual([]);
    expect(await countRows(queries, 'blocks', { userId: 'ann' })).toBe(2);
  });

  it('come in the order of their columns, and no more than are asked for', async () => {
    const { queries } = database;
    const both = { userId: ['ann', 'ben'] };
    const list = async (...by: Parameters<typeof listRows<'blocks'>>[3]) =>
      valuesOf(await listRows(queries, 'blocks', both, by), 'created');
    expect(await list('created')).toEqual([1, 2, 3]);
    expect(await list('blockedId', 'created desc')).toEqual([3, 2, 1]);
    const first = { columns: ['blockedId'], most: 1 } as const;
    expect(await listRows(queries, 'blocks', both, ['created'], first)).toEqual([
      { blockedId: 'di' },
    ]);
  });

  it('are taken with what stands in them, some of them if that is said', async () => {
    const { queries } = database;
    const one = { column: 'blockedId', size: 1 } as const;
    const taken = await takeRows(queries, 'blocks', { userId: 'ann' }, ['created'], one);
    expect(taken).toHaveLength(1);
    expect(await countRows(queries, 'blocks', { userId: 'ann' })).toBe(1);
    await insertRows(queries, 'blocks', [block('ann', 'ed', 4), block('ann', 'flo', 5)]);
    const two = { column: 'blockedId', size: 2 } as const;
    expect(await removeSome(queries, 'blocks', { userId: 'ann' }, two)).toBe(true);
    expect(await removeSome(queries, 'blocks', { userId: 'ann' }, two)).toBe(false);
    expect(await countRows(queries, 'blocks', { userId: 'ann' })).toBe(0);
    expect(await takeRows(queries, 'blocks', { userId: 'ben' }, ['created'])).toEqual([
      { created: 3 },
    ]);
  });

  it('are counted for each value, and found by a query that selects nothing', async () => {
    const { queries } = database;
    const counts = await countEach(queries, 'blocks', 'userId', ['ann', 'ben', 'eve']);
    expect([...counts].sort()).toEqual([
      ['ann', 2],
      ['ben', 1],
    ]);
    expect(await countEach(queries, 'blocks', 'userId', ['ann'], { blockedId: 'di' })).toEqual(
      new Map([['ann', 1]]),
    );
    const after = (created: number) =>
      findsRow(queries.selectFrom('blocks').where('created', '>', created));
    expect([await after(2), await after(3)]).toEqual([true, false]);
    expect(await rowsById(queries, 'tracks', ['none'])).toEqual(new Map());
    expect(await newestOf(queries, 'comments', { shareId: 'none' })).toBe(0);
  });
});
