/** Commands about the whole server: how it stands, backups, mail, and what it takes. It may run meanwhile. */
import { AnnounceBodySchema, type Mode } from '../../src/data/contract/operations.ts';
import { backUp } from '../backup/backup.ts';
import { listBackups } from '../backup/manifest.ts';
import { VERSION } from '../kernel/version.ts';
import { COMMAND_LINE, decisionsService, mailsText } from '../modules/operations/decisions.ts';
import { diskRoom, newestMigration } from '../modules/operations/serverFigures.ts';
import { readMode } from '../modules/operations/state.ts';
import { countOf, countRows } from '../ports/database/rows.ts';
import { makeDue } from '../ports/mail/waiting.ts';
import { StartError } from '../startError.ts';
import type { AdminCommand, AdminContext } from './command.ts';

const HOUR_MS = 3_600_000;
const FOLLOWING = 'A server that runs follows within seconds.';

async function status({ database, settings }: AdminContext): Promise<string[]> {
  const { queries } = database;
  const { folder } = settings.backup;
  const [copy] = folder === undefined ? [] : await listBackups(folder);
  const disk = await diskRoom(settings.dataFolder);
  const failed = await countRows(queries, 'waitingMails', { due: null });
  const all = await countOf(queries.selectFrom('waitingMails'));
  return [
    `Version: ${VERSION}, last migration ${await newestMigration(queries)}`,
    `It takes: ${await readMode(queries)}`,
    `Disk: ${disk ? `${Math.round(disk.freeBytes / 1e6)} of ${Math.round(disk.totalBytes / 1e6)} MB free` : 'not known'}`,
    `Mail: ${all - failed} waiting, ${failed} given up`,
    `Last backup: ${folder === undefined ? 'BACKUP_FOLDER is not set' : (copy?.made ?? 'none yet')}`,
  ];
}

async function backup({ database, settings }: AdminContext): Promise<string[]> {
  const { folder, keep } = settings.backup;
  if (folder === undefined) {
    throw new StartError('Set BACKUP_FOLDER, or say the folder: npm run backup -- FOLDER');
  }
  const { files } = await backUp(settings, folder, { keep });
  await decisionsService(database).noteWork(COMMAND_LINE, 'back-up', 'by hand');
  if (files.missing.length > 0) {
    throw new StartError(
      `Backed up into ${folder}, but ${files.missing.length} files are missing or damaged on the server itself.`,
    );
  }
  return [`Backed up into ${folder}, verified.`];
}

const takes =
  (mode: Mode) =>
  async ({ database }: AdminContext, [word, ...more]: readonly string[]) => {
    if ((word !== 'on' && word !== 'off') || more.length > 0) return undefined;
    const wanted = word === 'on' ? mode : 'open';
    // Off is no answer to the other mode.
    const present = await readMode(database.queries);
    if (word === 'off' && present !== mode) return [`It is not ${mode}, but ${present}.`];
    await decisionsService(database).setMode(COMMAND_LINE, wanted);
    return [`It takes: ${wanted}. ${FOLLOWING}`];
  };

async function announce(
  { database, nowMs }: AdminContext,
  [text = '', hours, ...more]: readonly string[],
) {
  const isHours = hours === undefined || /^[1-9]\d{0,3}$/.test(hours);
  if (!isHours || more.length > 0) return undefined;
  const ends = hours === undefined ? null : nowMs + Number(hours) * HOUR_MS;
  const body = AnnounceBodySchema.safeParse({ text, ends });
  if (!body.success) return undefined;
  const { id } = await decisionsService(database).announce(COMMAND_LINE, body.data);
  return [`Announced as ${id}. ${FOLLOWING}`];
}

async function mail({ database, nowMs }: AdminContext, [word, ...more]: readonly string[]) {
  if (word !== 'again' || more.length > 0) return undefined;
  const count = await makeDue(database.queries, undefined, nowMs);
  if (count > 0) {
    await decisionsService(database).noteWork(COMMAND_LINE, 'send-mail', mailsText(count));
  }
  return [`${count} mails are tried again within a minute, while a server runs.`];
}

const alone =
  (work: (context: AdminContext) => Promise<string[]>) =>
  async (context: AdminContext, args: readonly string[]) =>
    args.length > 0 ? undefined : work(context);

/** How the server stands, and what is decided about all of it. Throw the ApiError of a decision that is refused. */
export const OPERATION_COMMANDS: readonly AdminCommand[] = [
  { name: 'status', usage: '  says how the server stands', run: alone(status) },
  { name: 'backup', usage: '  makes a backup in BACKUP_FOLDER', run: alone(backup) },
  {
    name: 'announce',
    usage: '"TEXT" [HOURS]  puts a line on every page, for so many hours',
    run: announce,
  },
  {
    name: 'read-only',
    usage: 'on|off  lets the server only be read, or opens it again',
    run: takes('read-only'),
  },
  {
    name: 'maintenance',
    usage: 'on|off  closes the server to all but administrators, or opens it again',
    run: takes('maintenance'),
  },
  { name: 'mail', usage: 'again  tries every mail again that was given up', run: mail },
];
