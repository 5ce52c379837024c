import { randomBytes } from 'node:crypto';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';

/**
 * Writes blobs and rows for ever into the data folder of the first argument and says each hash on stdout
 * once both are acknowledged. Run by the crash test, which kills it.
 */
const at = { s3: undefined, databaseUrl: undefined, dataFolder: process.argv[2]! };
const database = await openDatabase(at);
await database.migrate();
const blobs = await openBlobs(at);

for (;;) {
  const { hash, size } = await blobs.put(randomBytes(20_000));
  const row = { key: randomBytes(16).toString('hex'), hash, size, mime: 'audio/ogg', loopId: 'x' };
  await database.queries.insertInto('media').values(row).execute();
  process.stdout.write(`${hash}\n`);
}
