import * as z from 'zod';
import type { Endpoint } from '../calls.ts';
import { IdSchema } from '../fields.ts';
import { OPERATION_CALLS } from '../operationCalls.ts';
import {
  AnnounceBodySchema,
  AnnouncementsSchema,
  AuditPageSchema,
  AuditQuerySchema,
  BackupFiguresSchema,
  JobParamsSchema,
  JobStateSchema,
  ListedAnnouncementSchema,
  LoadFiguresSchema,
  MailFiguresSchema,
  MailsAgainBodySchema,
  ModeBodySchema,
  PeopleFiguresSchema,
  ServerFiguresSchema,
} from '../operations.ts';

const Nothing = z.object({});
const reading = { access: 'admin', errors: ['unauthorised', 'forbidden'] } as const;
const writing = {
  access: 'admin',
  asksProof: 'always',
  errors: ['bad_request', 'unauthorised', 'forbidden', 'proof_required'],
} as const;

export const OPERATION_ENDPOINTS = {
  serverFigures: {
    ...OPERATION_CALLS.serverFigures,
    ...reading,
    summary: 'Version, disk, database, files and memory of this node',
    data: ServerFiguresSchema,
  },
  jobFigures: {
    ...OPERATION_CALLS.jobFigures,
    ...reading,
    summary: 'The jobs of this node since its start',
    data: z.object({ jobs: z.array(JobStateSchema) }),
  },
  runJob: {
    ...OPERATION_CALLS.runJob,
    ...writing,
    summary: 'Begins a round of a job of this node, or one more behind the one under way',
    params: JobParamsSchema,
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found', 'proof_required'],
  },
  mailFigures: {
    ...OPERATION_CALLS.mailFigures,
    ...reading,
    summary: 'Mails sent by this node, those that wait, and those that were given up',
    data: MailFiguresSchema,
  },
  sendMailsAgain: {
    ...OPERATION_CALLS.sendMailsAgain,
    ...writing,
    summary: 'Tries a mail again at once, or every one that was given up',
    body: MailsAgainBodySchema,
    data: z.object({ count: z.number() }),
  },
  peopleFigures: {
    ...OPERATION_CALLS.peopleFigures,
    ...reading,
    summary: 'Accounts, sign-ups by day, invitations, what waits for moderators, band and imports',
    data: PeopleFiguresSchema,
  },
  loadFigures: {
    ...OPERATION_CALLS.loadFigures,
    ...reading,
    summary: 'Sockets and rooms now; limits, requests sent away and slow calls of this node',
    data: LoadFiguresSchema,
  },
  backupFigures: {
    ...OPERATION_CALLS.backupFigures,
    ...reading,
    summary: 'The schedule of backups, and the copies that there are',
    data: BackupFiguresSchema,
  },
  backUpNow: {
    ...OPERATION_CALLS.backUpNow,
    ...writing,
    summary: 'Begins a backup; conflict where one is being made, or no folder is set',
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'conflict', 'proof_required'],
  },
  auditSearch: {
    ...OPERATION_CALLS.auditSearch,
    access: 'admin',
    summary: 'What moderators and administrators did, newest first, page by page',
    query: AuditQuerySchema,
    data: AuditPageSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden'],
  },
  announcements: {
    ...OPERATION_CALLS.announcements,
    ...reading,
    summary: 'What the server takes at present, and its announcements',
    data: AnnouncementsSchema,
  },
  announce: {
    ...OPERATION_CALLS.announce,
    ...writing,
    summary: 'Puts a line on every page; ten at a time',
    body: AnnounceBodySchema,
    data: z.object({ announcement: ListedAnnouncementSchema }),
  },
  endAnnouncement: {
    ...OPERATION_CALLS.endAnnouncement,
    access: 'admin',
    summary: 'Takes an announcement away',
    params: z.object({ id: IdSchema }),
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
  },
  setMode: {
    ...OPERATION_CALLS.setMode,
    ...writing,
    summary: 'Opens the server, lets it only be read, or closes it to all but administrators',
    body: ModeBodySchema,
    data: ModeBodySchema,
  },
} as const satisfies Record<string, Endpoint>;
