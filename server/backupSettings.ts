import { join, resolve, sep } from 'node:path';
import * as z from 'zod';
import { StartError } from './startError.ts';

/** Folder of the program itself. */
const PROGRAM = join(import.meta.dirname, '..');

const wholeNumber = (min: number, max: number) => {
  const expected = `a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected);
};

/** A field of a cron expression: numbers, lists, ranges and steps, or the first letters of a month or a day. */
const CRON_FIELD = String.raw`(?:\*|[\dA-Za-z]{1,3}(?:-[\dA-Za-z]{1,3})?)(?:\/\d{1,2})?`;
const CRON = new RegExp(
  `^${CRON_FIELD}(?:,${CRON_FIELD})*(?: ${CRON_FIELD}(?:,${CRON_FIELD})*){4}$`,
);

/** Settings of backups that the server makes by itself; part of the server's settings. */
export const BACKUP_ENVIRONMENT = {
  BACKUP_FOLDER: z
    .string()
    .refine((path) => !path.includes('\0'), 'the path of a folder')
    .optional(),
  BACKUP_SCHEDULE: z
    .string()
    .max(200, 'a cron expression of five fields, such as 30 3 * * *')
    .regex(CRON, 'a cron expression of five fields, such as 30 3 * * *')
    .default('30 3 * * *'),
  BACKUP_KEEP: wholeNumber(1, 1000).default(14),
};

type BackupEnvironment = z.output<z.ZodObject<typeof BACKUP_ENVIRONMENT>>;

/** When and where the server makes backups by itself. */
export interface BackupSchedule {
  /** Absolute path; undefined: none are made. */
  readonly folder: string | undefined;
  /** Cron expression of five fields, in the time of the server. */
  readonly schedule: string;
  /** Copies of the database that are kept. */
  readonly keep: number;
}

const isInside = (path: string, folder: string) => path === folder || path.startsWith(folder + sep);

/**
 * Settings of backups out of the checked variables.
 * @param dataFolder absolute path of the embedded data
 * @throws StartError for a folder whose content the server itself uses or hands out: a backup holds addresses and hashes
 *   of passwords
 */
export function backupSchedule(values: BackupEnvironment, dataFolder: string): BackupSchedule {
  const { BACKUP_FOLDER: given, BACKUP_SCHEDULE: schedule, BACKUP_KEEP: keep } = values;
  const folder = given === undefined ? undefined : resolve(given);
  const taken = ['blobs', 'outbox'].map((name) => join(dataFolder, name));
  const isTaken =
    folder !== undefined &&
    (folder === dataFolder ||
      taken.some((used) => isInside(folder, used)) ||
      (isInside(folder, PROGRAM) && !isInside(folder, dataFolder)));
  if (isTaken) {
    throw new StartError(
      `The setting BACKUP_FOLDER is ${JSON.stringify(given)}, but it must be a folder of its own, outside of the program and of what the server uses.`,
    );
  }
  return { folder, schedule, keep };
}
