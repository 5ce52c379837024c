import { expect, it } from 'vitest';
import { ENDPOINTS } from '../src/data/contract/endpoints.ts';
import { describeDatabases } from './testing/databases.ts';
import { fuzzEveryCall } from './testing/fuzz/fuzz.ts';
import { libraryChecksums } from './testing/fuzz/snapshot.ts';
import { makeWorld } from './testing/fuzz/world.ts';
import { hasPostgres } from './testing/postgres.ts';

/** Thousands of calls: a bound for what hangs. */
const BOUND_MS = 3_600_000;

const isLong = process.env.RONDO_LONG === '1';

describeDatabases('every call as the server describes it', (open, { isThorough }) => {
  // The stricter of the two where the machine has it, and both in the long run.
  const isHere = isLong || !isThorough || !hasPostgres();
  it.runIf(isHere)(
    'fails for nothing, tells nobody too much, stores nothing by half',
    async () => {
      const world = await makeWorld({ openDatabase: open });
      try {
        const library = await libraryChecksums(world.server.database.queries);
        const options = { seed: 20_260, rounds: isLong ? 2 : 1, limitMs: 12_000, hasForms: true };
        const report = await fuzzEveryCall(world, options);
        expect(report.operations.map(({ name }) => name).sort()).toEqual(
          Object.keys(ENDPOINTS).sort(),
        );
        const log = world.logged();
        expect(log).toContain('/api/marketplace/mint');
        for (const key of world.keys) expect(log).not.toContain(key);
        expect(await libraryChecksums(world.server.database.queries)).toEqual(library);
      } finally {
        await world.server.close();
      }
    },
    BOUND_MS,
  );
});
