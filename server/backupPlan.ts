import { join, resolve, sep } from 'node:path';
import { Cron } from 'croner';
import * as z from 'zod';
import { StartError } from './startError.ts';

const SCHEDULE = '30 3 * * *';
const KEEP = 14;
/** Folder of the program itself. */
const PROGRAM = join(import.meta.dirname, '..');

const isInside = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/** When a cron expression of five parts is due next, in the time zone of the server. Throws for one that says nothing. */
export const scheduleOf = (expression: string): Pick<Cron, 'nextRun' | 'nextRuns'> =>
  new Cron(expression, { mode: '5-part' });

function isSchedule(text: string): boolean {
  try {
    return scheduleOf(text).nextRun() !== null;
  } catch {
    return false;
  }
}

/** Settings of the backups that the server makes by itself; part of the server's settings. */
export const BACKUP_ENVIRONMENT = {
  BACKUP_FOLDER: z
    .string()
    .refine((path) => !path.includes('\0'), 'the path of a folder')
    .optional(),
  BACKUP_SCHEDULE: z
    .string()
    .refine(
      (text) => text === 'off' || isSchedule(text),
      `"off", or a cron expression of five parts such as ${SCHEDULE}`,
    )
    .default(SCHEDULE),
  BACKUP_KEEP: z
    .string()
    .regex(/^([1-9]\d{0,2})$/, 'a whole number from 1 to 999')
    .transform(Number)
    .default(KEEP),
};

/** What the operator decided about backups. */
export interface BackupPlan {
  /** Absolute path; undefined: the server makes none by itself. */
  readonly folder: string | undefined;
  /** A cron expression; undefined: only when an administrator asks for one. */
  readonly schedule: string | undefined;
  /** Copies of the database that stay. */
  readonly keep: number;
}

/** @throws StartError for a folder inside of the data folder or of the program */
export function backupPlan(
  values: {
    readonly BACKUP_FOLDER?: string | undefined;
    readonly BACKUP_SCHEDULE: string;
    readonly BACKUP_KEEP: number;
  },
  dataFolder: string,
): BackupPlan {
  const folder = values.BACKUP_FOLDER && resolve(values.BACKUP_FOLDER);
  const refuse = (why: string) =>
    new StartError(
      `The setting BACKUP_FOLDER is ${JSON.stringify(values.BACKUP_FOLDER)}, but it must not lie in ${why}.`,
    );
  if (folder && isInside(folder, dataFolder)) {
    throw refuse('the data folder: what loses the data would lose the copies too');
  }
  // It holds addresses and hashes of passwords, and the next version replaces the folder of the program.
  if (folder && isInside(folder, PROGRAM)) throw refuse('the folder of the program');
  return {
    folder,
    schedule: values.BACKUP_SCHEDULE === 'off' ? undefined : values.BACKUP_SCHEDULE,
    keep: values.BACKUP_KEEP,
  };
}
