/** `npm run codes -- make|list|end`, with the settings of the server, which may run meanwhile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError } from '../../src/data/contract/errors.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { SQLITE_FILE } from '../ports/database/sqlite.ts';
import { readSettings } from '../settings.ts';
import { reasonOf, StartError } from '../startError.ts';
import { runCodes } from './commands.ts';

const noDatabase = () =>
  new StartError('There is no database yet: start the server once, and mind RONDO_DATA.');

async function run(args: readonly string[]): Promise<void> {
  const settings = readSettings(process.env);
  if (!settings.plans.isOn) throw new StartError('Plans are switched off here (RONDO_PLANS=off).');
  // Opening it would make one.
  const file = join(settings.dataFolder, SQLITE_FILE);
  if (!settings.databaseUrl && !existsSync(file)) throw noDatabase();
  const database = await openDatabase(settings);
  try {
    if (await database.isNew()) throw noDatabase();
    for (const line of await runCodes(database, args, Date.now())) console.info(line);
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
