import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { readSettings } from '../../settings.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { hasRedis, startRedis, type TestRedis } from '../../testing/redis.ts';
import { installationId } from '../database/installation.ts';
import type { FanOut } from './fanOut.ts';
import { createLocalHub } from './local.ts';
import { openFanOut } from './openFanOut.ts';
import { openRedisFanOut } from './redis.ts';

/** What every fan-out keeps. @param open another node of the same server, empty at first */
function contract(open: () => Promise<FanOut>): void {
  let [one, two]: FanOut[] = [];
  beforeAll(async () => {
    [one, two] = [await open(), await open()];
  });
  afterAll(async () => {
    await one?.close();
    await two?.close();
  });
  const topic = () => `topic ${randomUUID()}`;

  it('tells every node that listens, in the order of the telling', async () => {
    const name = topic();
    const heard: [string, unknown][] = [];
    await one!.subscribe(name, (message) => heard.push(['one', message]));
    await two!.subscribe(name, (message) => heard.push(['two', message]));
    await two!.subscribe(topic(), () => heard.push(['other', null]));
    for (const number of [1, 2, 3]) one!.publish(name, { number });
    await expect.poll(() => heard).toHaveLength(6);
    for (const node of ['one', 'two']) {
      const numbers = heard.filter(([who]) => who === node).map(([, message]) => message);
      expect(numbers).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    }
  });

  it('tells nobody who has stopped listening', async () => {
    const name = topic();
    const heard: unknown[] = [];
    const stop = await two!.subscribe(name, () => heard.push('stopped'));
    await two!.subscribe(name, (message) => heard.push(message));
    stop();
    one!.publish(name, 'here');
    await expect.poll(() => heard).toEqual(['here']);
  });

  it('keeps notes by field for all nodes, until they pass', async () => {
    const key = topic();
    await one!.register.put(key, 'a', 'of a', 60_000);
    await two!.register.put(key, 'b', 'of b {"x": 1}', 60_000);
    await two!.register.put(key, 'brief', 'gone', 1);
    await expect.poll(async () => (await one!.register.all(key)).has('brief')).toBe(false);
    await one!.register.put(key, 'a', 'of a again', 60_000);
    expect(Object.fromEntries(await two!.register.all(key))).toEqual({
      a: 'of a again',
      b: 'of b {"x": 1}',
    });
    await two!.register.drop(key, 'a');
    expect([...(await one!.register.all(key)).keys()]).toEqual(['b']);
    expect((await one!.register.all(topic())).size).toBe(0);
  });

  it('lets one of several replace', async () => {
    const key = topic();
    expect(await one!.register.read(key)).toBeNull();
    const tries = await Promise.all(
      [one!, two!, one!, two!].map(({ register }, at) =>
        register.replace(key, null, `first ${at}`, 60_000),
      ),
    );
    expect(tries.filter(Boolean)).toHaveLength(1);
    const stands = await two!.register.read(key);
    expect(stands).toBe(`first ${tries.indexOf(true)}`);
    expect(await one!.register.replace(key, 'something else', 'no', 60_000)).toBe(false);
    expect(await one!.register.replace(key, stands, 'brief', 1)).toBe(true);
    await expect.poll(() => two!.register.read(key)).toBeNull();
  });

  it('has one clock and a name for each node', () => {
    expect(one!.node).not.toBe(two!.node);
    expect(Math.abs(one!.nowMs() - two!.nowMs())).toBeLessThan(100);
  });
}

describe('fan-out within a process', () => {
  const hub = createLocalHub();
  contract(async () => hub.join());
});

describe.skipIf(!hasRedis())('fan-out by Redis', () => {
  let redis: TestRedis;
  const prefix = `${randomUUID()}:`;
  const open = () => openRedisFanOut(redis.url, () => {}, prefix);
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis?.stop());
  contract(open);

  it('connects again by itself after a cut, says so, and hears as before', async () => {
    const [speaker, hearer] = [await open(), await open()];
    const heard: unknown[] = [];
    const gaps = vi.fn();
    hearer.onGap(gaps);
    await hearer.subscribe('after the cut', (message) => heard.push(message));
    await redis.cut();
    await expect.poll(() => gaps.mock.calls.length).toBeGreaterThan(0);
    await eventually(() => {
      speaker.publish('after the cut', 'again');
      expect(heard).toContain('again');
    });
    await speaker.close();
    await hearer.close();
  });
});

describeDatabases('an installation', (openEmpty) => {
  it('is named once, however many nodes ask at once, and each by another name', async () => {
    const [one, other] = [await openEmpty(), await openEmpty()];
    await one.migrate();
    await other.migrate();
    const names = await Promise.all(Array.from({ length: 8 }, () => installationId(one)));
    expect(new Set(names).size).toBe(1);
    expect(await installationId(one)).toBe(names[0]);
    expect(await installationId(other)).not.toBe(names[0]);
  });

  it.skipIf(!hasRedis())('hears its own nodes alone where several share one Redis', async () => {
    const redis = await startRedis();
    const [one, other] = [await openEmpty(), await openEmpty()];
    for (const database of [one, other]) await database.migrate();
    // Two nodes of the first installation, and one of the second, in another database of the same Redis.
    const join = (database: typeof one, path: string) =>
      openFanOut(readSettings({ REDIS_URL: `${redis.url}${path}` }), database);
    const nodes = [await join(one, '/0'), await join(one, '/0'), await join(other, '/1')];
    try {
      const [speaker, sister, stranger] = nodes as [FanOut, FanOut, FanOut];
      const heard: string[] = [];
      await sister.subscribe('room', () => heard.push('sister'));
      await stranger.subscribe('room', (message) => heard.push(`stranger ${String(message)}`));
      speaker.publish('room', 'ours');
      await expect.poll(() => heard).toEqual(['sister']);
      stranger.publish('room', 'theirs');
      await expect.poll(() => heard).toEqual(['sister', 'stranger theirs']);
      await speaker.register.put('here', 'a', 'ours', 60_000);
      expect((await sister.register.all('here')).size).toBe(1);
      expect((await stranger.register.all('here')).size).toBe(0);
    } finally {
      for (const node of nodes) await node.close();
      await redis.stop();
    }
  });
});

it('says plainly that a Redis cannot be reached', async () => {
  await expect(openRedisFanOut('redis://127.0.0.1:1')).rejects.toThrow(
    'The Redis of REDIS_URL cannot be reached',
  );
});
