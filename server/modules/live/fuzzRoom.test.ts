import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalHub } from '../../ports/fanOut/local.ts';
import { openRedisFanOut } from '../../ports/fanOut/redis.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { fuzzRoom } from '../../testing/fuzzRoom.ts';
import { hasRedis, startRedis, type TestRedis } from '../../testing/redis.ts';
import { type LiveWorld, startLiveWorld } from '../../testing/sockets.ts';

const isLong = process.env.RONDO_LONG === '1';
const STEPS = isLong ? 300 : 60;
/** Each is a room, a crowd and an order of its own. In the long run others than in the short one, too. */
const SEEDS = Array.from({ length: isLong ? 60 : 4 }, (_, at) => at + 1);

describeDatabases('a room whatever people do', (openEmpty) => {
  let world: LiveWorld;
  beforeAll(async () => {
    const hub = createLocalHub();
    const database = await openEmpty();
    world = await startLiveWorld(
      async () => hub.join(),
      async () => database,
    );
  });
  afterAll(() => world?.close());

  it.each(SEEDS)('loses nothing and tells nobody who is out (seed %i)', async (seed) => {
    const done = await fuzzRoom(world, seed, STEPS);
    expect(done.commit).toBeGreaterThan(0);
  });
});

describe.skipIf(!hasRedis())('a room whatever people do, on Redis', () => {
  let redis: TestRedis;
  let world: LiveWorld;
  beforeAll(async () => {
    redis = await startRedis();
    world = await startLiveWorld(() => openRedisFanOut(redis.url));
  });
  afterAll(async () => {
    await world?.close();
    await redis?.stop();
  });

  it.each(SEEDS)('loses nothing and tells nobody who is out (seed %i)', async (seed) => {
    await fuzzRoom(world, 1000 + seed, STEPS);
  });
});
