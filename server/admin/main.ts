/** `npm run admin -- COMMAND`, with the settings of the server, which may run meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../src/data/contract/errors.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { SQLITE_FILE } from '../ports/database/sqlite.ts';
import { readSettings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { readStored } from '../storedSettings.ts';
import { runAdmin } from './commands.ts';

const noDatabase = () =>
  new StartError('There is no database yet: start the server once, and mind RONDO_DATA.');

async function run(args: readonly string[]): Promise<void> {
  const given = readSettings(process.env);
  // Opening it would make one.
  const file = join(given.dataFolder, SQLITE_FILE);
  if (!given.databaseUrl && !existsSync(file)) throw noDatabase();
  const database = await openDatabase(given);
  try {
    if (await database.isNew()) throw noDatabase();
    const settings = await readStored(database, given, (sentence) => console.warn(sentence));
    const context = { database, settings, nowMs: Date.now() };
    for (const line of await runAdmin(context, args)) console.info(line);
  } finally {
    await database.close();
  }
}

process.umask(0o077);
try {
  await run(process.argv.slice(2));
} catch (error) {
  const isKnown = error instanceof StartError || error instanceof ApiError;
  console.error(isKnown ? error.message : `This failed (${reasonOf(error)}).`);
  process.exitCode = 1;
}
