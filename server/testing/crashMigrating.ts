import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type CrashPlace, environmentOf } from './crash.ts';

const MIGRATOR = join(import.meta.dirname, 'crashMigrator.ts');

/**
 * Migrates a database in a process of its own that is killed in the middle of a migration.
 * @param statements how many the migration makes
 * @returns the signal that ended the process
 */
export async function crashDuringMigration(
  place: CrashPlace,
  name: string,
  statements: number,
): Promise<NodeJS.Signals | null> {
  const at = Math.ceil(statements / 2) + 1;
  const child = spawn(process.execPath, [MIGRATOR, place.dataFolder, name, String(at)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...environmentOf(place),
    },
  });
  const [, signal] = await once(child, 'close');
  return signal;
}
