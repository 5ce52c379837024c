import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/data/contract/errors.ts';
import { describeDatabases } from '../testing/databases.ts';
import { addressKey, forgive, limit } from './limits.ts';

describeDatabases('limits', (open) => {
  it('let so many calls pass in a window, say how long to wait, and start over', async () => {
    const database = await open();
    await database.migrate();
    const call = (nowMs: number, key = 'a') =>
      limit(database.queries, key, { max: 3, windowMs: 10_000, nowMs });
    for (const nowMs of [0, 10, 20]) await call(nowMs);
    const refused = await call(4000).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many requests: try again in 6 seconds',
    });
    await expect(call(9999)).rejects.toThrow('try again in 1 second');
    await call(9999, 'b');
    await call(10_000);
    await call(10_001);
    await forgive(database.queries, 'a');
    for (const nowMs of [10_002, 10_003, 10_004]) await call(nowMs);
  });

  it('lock nobody out when the clock is set back by a day', async () => {
    const database = await open();
    await database.migrate();
    const dayMs = 86_400_000;
    const call = (nowMs: number) =>
      limit(database.queries, 'a', { max: 2, windowMs: 10_000, nowMs });
    for (const nowMs of [dayMs, dayMs + 1]) await call(nowMs);
    await expect(call(dayMs + 2)).rejects.toThrow('try again in 10 seconds');
    for (const nowMs of [0, 1]) await call(nowMs);
    await expect(call(2)).rejects.toThrow('try again in 10 seconds');
    await call(10_000);
  });

  it('ask the storage no more about a window that is full', async () => {
    const database = await open();
    await database.migrate();
    const { queries } = database;
    const call = (nowMs: number) => limit(queries, 'a', { max: 1, windowMs: 10_000, nowMs });
    await call(0);
    await expect(call(1)).rejects.toThrow('try again in 10 seconds');
    for (let at = 0; at < 5; at++) await expect(call(2000)).rejects.toThrow('in 8 seconds');
    const [row] = await queries.selectFrom('limits').selectAll().execute();
    expect(row?.count).toBe(2);
    await call(10_000);
  });

  it('count calls that come at the same time one by one', async () => {
    const database = await open();
    await database.migrate();
    const call = () => limit(database.queries, 'a', { max: 5, windowMs: 1000, nowMs: 0 });
    const results = await Promise.allSettled(Array.from({ length: 12 }, call));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('count calls that overtake each other on their way to the storage', async () => {
    const database = await open();
    await database.migrate();
    const call = (nowMs: number) => limit(database.queries, 'a', { max: 5, windowMs: 1000, nowMs });
    let passed = 0;
    for (let nowMs = 60; nowMs > 48; nowMs -= 1)
      passed += await call(nowMs).then(
        () => 1,
        () => 0,
      );
    expect(passed).toBe(5);
  });
});

describe('the name of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is %s', (address, key) => expect(addressKey(address)).toBe(key));

  it('is the same for a whole network', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const key = addressKey(address);
        expect(key).toMatch(/^(\d+\.){3}\d+$|^([0-9a-f]{1,4}:){4}:\/64$/);
        if (key.endsWith('::/64')) expect(addressKey(key.slice(0, -3))).toBe(key);
      }),
    );
  });
});
