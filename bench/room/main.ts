/**
 * What it costs to sum up what an account occupies, by how many files it has, beside as many of others. Prints the
 * median of a sum in milliseconds. Each upload asks once or twice.
 */
import { usedBytes } from '../../server/modules/uploads/usage.ts';
import type { Database } from '../../server/ports/database/database.ts';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import { temporaryFolder } from '../../server/testing/folders.ts';
import { hasPostgres, startPostgres } from '../../server/testing/postgres.ts';

const ROUNDS = 21;
const AT_ONCE = 500;
/** About what peaks and bands take in the document of a loop. */
const DOCUMENT = JSON.stringify({ peaks: 'x'.repeat(9000) });

/** Loops with two files each, each with content of its own. */
async function fill({ queries }: Database, userId: string, files: number): Promise<void> {
  for (let from = 0; from < files / 2; from += AT_ONCE) {
    const ids = Array.from(
      { length: Math.min(AT_ONCE, files / 2 - from) },
      (_, at) => `${userId}-${from + at}`,
    );
    const loops = ids.map((id) => ({
      id,
      creatorId: userId,
      created: 0,
      category: 'fx',
      packId: null,
      nameFolded: '',
      isLibrary: false,
      origin: 'upload' as const,
      approval: 'approved' as const,
      isRemoved: false,
      doc: DOCUMENT,
      digest: '',
    }));
    const media = ids.flatMap((id) =>
      ['ogg', 'flac'].map((kind) => ({
        key: `${id}-${kind}`,
        hash: `${id}-${kind}`.padStart(64, '0'),
        mime: kind,
        size: 1000,
        loopId: id,
        userId,
      })),
    );
    await queries.transaction().execute(async (transaction) => {
      for (const row of loops) await transaction.insertInto('loops').values(row).execute();
      await transaction.insertInto('media').values(media).execute();
    });
  }
}

async function measure(name: string, database: Database): Promise<void> {
  await database.migrate();
  for (const files of [1000, 10_000, 100_000]) {
    const userId = `has${files}`;
    await fill(database, userId, files);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      await usedBytes(database.queries, userId);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    console.log(`${name}: ${files} files, ${times[ROUNDS >> 1]!.toFixed(1)} ms`);
  }
  await database.close();
}

const folder = await temporaryFolder();
await measure('SQLite', await openDatabase({ dataFolder: folder.path, databaseUrl: undefined }));
await folder.remove();
if (hasPostgres()) {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  await measure('PostgreSQL', await openDatabase({ dataFolder: '', databaseUrl }));
  await postgres.stop();
}
