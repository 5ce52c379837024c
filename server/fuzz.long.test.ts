import { expect, it } from 'vitest';
import { describeDatabases } from './testing/databases.ts';
import { fuzzEveryCall } from './testing/fuzz/fuzz.ts';
import { makeWorld } from './testing/fuzz/world.ts';

describeDatabases('every call as the server describes it, for long', (open) => {
  it('fails for nothing, tells nobody too much, stores nothing by half', async () => {
    const world = await makeWorld({ openDatabase: open });
    try {
      // Another row of requests each time; a failure prints the seed.
      const options = { seed: Date.now() % 2 ** 31, rounds: 400, limitMs: 240_000, hasForms: true };
      const { statuses } = await fuzzEveryCall(world, options);
      console.info(`seed ${options.seed}: ${JSON.stringify([...statuses])}`);
      expect(statuses.get(200)).toBeGreaterThan(100);
    } finally {
      await world.server.close();
    }
  }, 600_000);
});
