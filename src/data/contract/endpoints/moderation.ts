import * as z from 'zod';
import type { Endpoint } from '../calls.ts';
import { IdSchema, UserIdSchema } from '../fields.ts';
import {
  AppealBodySchema,
  JamReportSchema,
  OpenAppealSchema,
  OwnSuspensionSchema,
  ProfilePartsBodySchema,
  ProfileReportSchema,
  ReportedParamsSchema,
  SuspendBodySchema,
  SuspendedPersonSchema,
} from '../moderation.ts';
import { MODERATION_CALLS } from '../moderationCalls.ts';
import {
  AuditEntrySchema,
  ModerationBodySchema,
  ReportSchema,
  ShareParamsSchema,
} from '../sharing.ts';

const Nothing = z.object({});
const onShare = {
  access: 'moderator',
  params: ShareParamsSchema,
  body: ModerationBodySchema,
  data: Nothing,
  errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
} as const;
const onPerson = {
  access: 'moderator',
  params: z.object({ userId: UserIdSchema }),
  data: Nothing,
  errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
} as const;
const onReported = {
  access: 'moderator',
  params: ReportedParamsSchema,
  body: ModerationBodySchema,
  data: Nothing,
  errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
} as const;
const onAppeal = {
  access: 'moderator',
  params: z.object({ id: IdSchema }),
  body: ModerationBodySchema,
  data: Nothing,
  errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
} as const;

export const MODERATION_ENDPOINTS = {
  reports: {
    ...MODERATION_CALLS.reports,
    summary: 'Open reports, oldest first',
    access: 'moderator',
    data: z.object({ reports: z.array(ReportSchema) }),
    errors: ['unauthorised', 'forbidden'],
  },
  removeShare: {
    ...MODERATION_CALLS.removeShare,
    ...onShare,
    summary:
      'Removes a shared rifff with a reason; closes its reports; its sounds cannot be shared again',
  },
  restoreShare: {
    ...MODERATION_CALLS.restoreShare,
    ...onShare,
    summary: 'Brings a removed share back with a reason',
  },
  dismissReports: {
    ...MODERATION_CALLS.dismissReports,
    ...onShare,
    summary: 'Closes the reports of a share with a reason and leaves it',
  },
  jamReports: {
    ...MODERATION_CALLS.jamReports,
    summary: 'Open reports of messages and rifffs in jams, oldest first, at most 200',
    access: 'moderator',
    data: z.object({ reports: z.array(JamReportSchema) }),
    errors: ['unauthorised', 'forbidden'],
  },
  removeReported: {
    ...MODERATION_CALLS.removeReported,
    ...onReported,
    summary: 'Removes what was reported in a jam, for good, with a reason; closes its reports',
  },
  dismissReported: {
    ...MODERATION_CALLS.dismissReported,
    ...onReported,
    summary: 'Closes the reports of something in a jam with a reason and leaves it',
  },
  profileReports: {
    ...MODERATION_CALLS.profileReports,
    summary: 'Open reports of profiles, oldest first, at most 200',
    access: 'moderator',
    data: z.object({ reports: z.array(ProfileReportSchema) }),
    errors: ['unauthorised', 'forbidden'],
  },
  dismissProfile: {
    ...MODERATION_CALLS.dismissProfile,
    ...onPerson,
    summary: 'Closes the reports of a profile with a reason and leaves it',
    body: ModerationBodySchema,
  },
  audit: {
    ...MODERATION_CALLS.audit,
    summary: 'What moderators did, newest first, at most 200',
    access: 'moderator',
    data: z.object({ entries: z.array(AuditEntrySchema) }),
    errors: ['unauthorised', 'forbidden'],
  },
  removeProfileParts: {
    ...MODERATION_CALLS.removeProfileParts,
    ...onPerson,
    summary:
      'Takes texts, the picture or the pinned track off a profile with a reason; closes its reports',
    body: ProfilePartsBodySchema,
  },
  suspend: {
    ...MODERATION_CALLS.suspend,
    ...onPerson,
    summary: 'Suspends an account with a reason, or changes reason and end of its suspension',
    body: SuspendBodySchema,
  },
  liftSuspension: {
    ...MODERATION_CALLS.liftSuspension,
    ...onPerson,
    summary: 'Ends the suspension of an account with a reason',
    body: ModerationBodySchema,
  },
  suspensions: {
    ...MODERATION_CALLS.suspensions,
    summary: 'Suspended accounts, newest first, at most 200',
    access: 'moderator',
    data: z.object({ people: z.array(SuspendedPersonSchema) }),
    errors: ['unauthorised', 'forbidden'],
  },
  appeals: {
    ...MODERATION_CALLS.appeals,
    summary: 'Open appeals, oldest first, at most 200',
    access: 'moderator',
    data: z.object({ appeals: z.array(OpenAppealSchema) }),
    errors: ['unauthorised', 'forbidden'],
  },
  acceptAppeal: {
    ...MODERATION_CALLS.acceptAppeal,
    ...onAppeal,
    summary: 'Accepts an appeal with a reason: the suspension ends',
  },
  refuseAppeal: {
    ...MODERATION_CALLS.refuseAppeal,
    ...onAppeal,
    summary: 'Refuses an appeal with a reason: the suspension stays',
  },
  ownSuspension: {
    ...MODERATION_CALLS.ownSuspension,
    summary: 'Why the account is suspended, if it is, and its appeals',
    access: 'member',
    data: OwnSuspensionSchema,
    errors: ['unauthorised'],
  },
  appeal: {
    ...MODERATION_CALLS.appeal,
    summary: 'Appeals against the suspension of the account; one appeal is open at a time',
    access: 'member',
    isForSuspended: true,
    body: AppealBodySchema,
    data: z.object({ id: IdSchema }),
    errors: ['bad_request', 'unauthorised', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;
