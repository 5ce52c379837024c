import * as z from 'zod';
import { cleanName } from './cleanText.ts';
import { IdSchema, MAX_TIME_MS, plainName, timeMs, wholeNumber } from './fields.ts';
import { AUDIT_ACTIONS, AuditEntrySchema } from './sharing.ts';

/** What the server takes: everything, reading alone, or nothing but from administrators. */
export const MODES = ['open', 'read-only', 'maintenance'] as const;
export type Mode = (typeof MODES)[number];

/** Most characters of an announcement. */
export const ANNOUNCEMENT_MAX_CHARACTERS = 280;

/** A line that stands on every page. */
export const AnnouncementSchema = z.object({ id: IdSchema, text: z.string() });
export type Announcement = z.infer<typeof AnnouncementSchema>;

/** One as administrators see it. Times in milliseconds since the epoch. */
export const ListedAnnouncementSchema = AnnouncementSchema.extend({
  starts: z.number(),
  /** Null: until it is ended. */
  ends: z.number().nullable(),
});
export type ListedAnnouncement = z.infer<typeof ListedAnnouncementSchema>;

export const AnnounceBodySchema = z.strictObject({
  text: plainName(ANNOUNCEMENT_MAX_CHARACTERS).min(1, 'Required'),
  /** Left out: now. */
  starts: z.int().min(0).max(MAX_TIME_MS).optional(),
  ends: z.int().min(0).max(MAX_TIME_MS).nullable().default(null),
});
export const AnnouncementsSchema = z.object({
  mode: z.enum(MODES),
  /** Those that are over for a month are left out; newest first. */
  announcements: z.array(ListedAnnouncementSchema),
});
export const ModeBodySchema = z.strictObject({ mode: z.enum(MODES) });

/** How much there is of something that takes room. */
const AmountSchema = z.object({ count: z.number(), bytes: z.number() });

export const ServerFiguresSchema = z.object({
  version: z.string(),
  /** Name of the newest migration of the database. */
  migration: z.string(),
  /** Start of this node, ms since the epoch. */
  started: z.number(),
  node: z.string(),
  nodeVersion: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  databaseBytes: z.number(),
  /** Of the disk with the data folder; null where the system does not tell. */
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable(),
  memory: z.object({ residentBytes: z.number(), heapBytes: z.number() }),
  /** What the database names, by kind. The same content may stand under several names and is stored once. */
  files: z.array(AmountSchema.extend({ kind: z.string() })),
});
export type ServerFigures = z.infer<typeof ServerFiguresSchema>;

/** A job of this node since its start. Times in ms since the epoch. */
export const JobStateSchema = z.object({
  name: z.string(),
  isRunning: z.boolean(),
  rounds: z.number(),
  failures: z.number(),
  lastStart: z.number().nullable(),
  lastMs: z.number().nullable(),
  lastFailure: z.object({ at: z.number(), message: z.string() }).nullable(),
  next: z.number().nullable(),
});
export type JobState = z.infer<typeof JobStateSchema>;
export const JobParamsSchema = z.object({ name: z.string().min(1).max(80) });

/** A mail that could not be sent yet, or not at all. Its text is not told. */
export const WaitingMailSchema = z.object({
  id: IdSchema,
  recipient: z.string(),
  subject: z.string(),
  tries: z.number(),
  lastError: z.string(),
  created: z.number(),
  /** When it is tried again, ms since the epoch; null where it was given up. */
  due: z.number().nullable(),
});
export type WaitingMail = z.infer<typeof WaitingMailSchema>;
export const MailFiguresSchema = z.object({
  /** Since this node was started. */
  sent: z.number(),
  waiting: z.number(),
  failed: z.number(),
  /** False: there is no relay, and mail is written to the outbox folder. */
  hasRelay: z.boolean(),
  /** Newest first, at most 100. */
  mails: z.array(WaitingMailSchema),
});
export type MailFigures = z.infer<typeof MailFiguresSchema>;
/** One mail, or all that were given up. */
export const MailsAgainBodySchema = z.strictObject({ id: IdSchema.optional() });

export const PeopleFiguresSchema = z.object({
  accounts: z.number(),
  guests: z.number(),
  suspended: z.number(),
  /** Accounts by the day (UTC, `2026-05-31`) on which they were made, the last 30 days, oldest first. */
  signUps: z.array(z.object({ day: z.string(), count: z.number() })),
  invitations: z.object({ open: z.number(), used: z.number() }),
  /** What moderators have not decided. */
  reports: z.number(),
  appeals: z.number(),
  band: z.object({ jams: z.number(), answersThisWeek: z.number() }),
  imports: z.object({ open: z.number(), done: z.number(), loops: z.number() }),
});
export type PeopleFigures = z.infer<typeof PeopleFiguresSchema>;

/** What this node did since its start, and holds now. */
export const LoadFiguresSchema = z.object({
  sockets: z.number(),
  rooms: z.number(),
  /** Windows in rooms. */
  listeners: z.number(),
  /** Reading that was sent away because too much came at once. */
  shed: z.number(),
  /** Calls that were refused as too many, by what was counted. */
  limits: z.array(z.object({ kind: z.string(), count: z.number() })),
  /** Slowest first by `p99Ms`, at most 20; the times are upper bounds out of the buckets of the metrics. */
  calls: z.array(
    z.object({
      method: z.string(),
      route: z.string(),
      count: z.number(),
      failed: z.number(),
      p50Ms: z.number(),
      p99Ms: z.number(),
    }),
  ),
});
export type LoadFigures = z.infer<typeof LoadFiguresSchema>;

export const BackupFiguresSchema = z.object({
  /** Null where no folder is set: then nothing is backed up by the server itself. */
  folder: z.string().nullable(),
  /** A cron expression; null for none. */
  schedule: z.string().nullable(),
  keep: z.number(),
  /** When the next one is due, ms since the epoch. */
  next: z.number().nullable(),
  isRunning: z.boolean(),
  /** Older than twice the interval of the schedule, or never made. */
  isTooOld: z.boolean(),
  lastFailure: z.object({ at: z.number(), message: z.string() }).nullable(),
  /** Newest first; each was verified as it was made. */
  copies: z.array(z.object({ made: z.number(), bytes: z.number(), missing: z.number() })),
});
export type BackupFigures = z.infer<typeof BackupFiguresSchema>;

export const AuditQuerySchema = z.strictObject({
  /** User id of who did it, or to whom. */
  who: z.string().max(32).overwrite(cleanName).optional(),
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** Between these times, ms since the epoch. */
  from: timeMs.optional(),
  until: timeMs.optional(),
  /** Id of the last entry of the page before. */
  after: IdSchema.optional(),
  limit: wholeNumber(1, 100).default(50),
});
export type AuditQuery = z.output<typeof AuditQuerySchema>;
export const AuditPageSchema = z.object({
  entries: z.array(AuditEntrySchema),
  /** What `after` is of the next page; null behind the last one. */
  next: IdSchema.nullable(),
});
export type AuditPage = z.infer<typeof AuditPageSchema>;
