import { DIST_FOLDER } from '../places.ts';
import type { Database } from '../ports/database/database.ts';
import { withSecretFiles } from '../secretFiles.ts';
import { readSettings, SECRETS, type Settings } from '../settings.ts';
import { type Finding, findingsOf, fine, hiderOf } from './finding.ts';
import { checkMemory, checkNode, checkPages, checkRoom } from './machine.ts';
import { checkDatabaseClock, checkMail, checkRedis } from './services.ts';
import { checkFiles, checkFolder, examineDatabase } from './stores.ts';
import { checkProxies, checkRunning } from './way.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Takes every secret of these variables, and of the files that they name, out of a text. */
function hiderFor(environment: Environment): (text: string) => string {
  let variables = environment;
  try {
    variables = withSecretFiles(environment, SECRETS);
  } catch {
    // Files that cannot be read are a finding of the settings, and their content stands nowhere.
  }
  return hiderOf([...SECRETS].map((name) => variables[name]));
}

/** Everything that needs settings, in the order in which one thing stands on another. */
async function* around(settings: Settings, mailTo?: string): AsyncGenerator<readonly Finding[]> {
  const { dataFolder } = settings;
  yield findingsOf('Free room', async () => [await checkRoom(dataFolder)]);
  const folder = await findingsOf('The data folder', async () => [await checkFolder(settings)]);
  yield folder;
  const isUsable = folder.every(({ isFine }) => isFine);
  let database: Database | undefined;
  try {
    // As another account it would leave files that the server's own cannot open.
    if (isUsable || settings.databaseUrl) {
      yield await findingsOf('The database', async () => {
        const examined = await examineDatabase(settings);
        database = examined.database;
        return [examined.finding];
      });
    }
    const opened = database;
    // A database that does not answer is no new one.
    const isKnown = opened !== undefined || !settings.databaseUrl;
    if (isUsable && isKnown) {
      yield findingsOf('Files', async () => [await checkFiles(settings, opened)]);
    }
    if (opened) {
      yield findingsOf('The clock of the database', async () => {
        const finding = await checkDatabaseClock(opened);
        return finding ? [finding] : [];
      });
    }
    yield findingsOf('Mail', async () => [await checkMail(settings, mailTo)]);
    yield findingsOf('Redis', () => checkRedis(settings));
    let isRunning = false;
    yield await findingsOf('The server', async () => {
      const found = await checkRunning(settings);
      isRunning = found.isRunning;
      return [found.finding];
    });
    yield findingsOf('The way to the server', () => checkProxies(settings, opened, isRunning));
  } finally {
    await database?.close();
  }
}

/**
 * Looks at the settings of a server, at what it stores in and speaks with, at its machine and at the proxies in front of it,
 * while it runs or not. Changes nothing, but for what it writes and deletes again to try whether that goes.
 *
 * @param environment the variables that the server gets
 * @param options.mailTo who gets a mail; without one none is sent
 * @param options.pages folder of the built pages
 * @returns each finding as soon as it is there, without secrets
 */
export async function* examine(
  environment: Environment,
  { mailTo, pages = DIST_FOLDER }: { readonly mailTo?: string; readonly pages?: string } = {},
): AsyncGenerator<Finding> {
  const hide = hiderFor(environment);
  const shown = function* (findings: readonly Finding[]) {
    for (const { isFine, says } of findings) yield { isFine, says: hide(says) };
  };
  let settings: Settings | undefined;
  const ofSettings = findingsOf('The settings', async () => {
    settings = readSettings(environment);
    return [fine('The settings can be read, and fit together.')];
  });
  yield* shown([checkNode(), checkMemory(), checkPages(pages)]);
  yield* shown(await ofSettings);
  if (!settings) return;
  for await (const findings of around(settings, mailTo)) yield* shown(findings);
}
