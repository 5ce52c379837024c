import * as z from 'zod';
import { IdSchema, MAX_TIME_MS, plainText } from './fields.ts';
import { LookSchema } from './looks.ts';
import { RifffSchema } from './rifff.ts';
import { ModerationBodySchema } from './sharing.ts';

/** Most characters of an appeal. */
export const APPEAL_MAX_CHARACTERS = 2000;

/** Why an account may not write at present. Times in milliseconds since the epoch. */
export const SuspensionSchema = z.object({
  reason: z.string(),
  since: z.number(),
  /** Null: until a moderator lifts it. */
  until: z.number().nullable(),
});
export type Suspension = z.infer<typeof SuspensionSchema>;

/** What a suspended person wrote to the moderators, and what they answered. */
const OwnAppealSchema = z.object({
  id: IdSchema,
  text: z.string(),
  created: z.number(),
  state: z.enum(['open', 'accepted', 'refused']),
  /** Reason of the decision; empty while it is open. */
  answer: z.string(),
});
export type OwnAppeal = z.infer<typeof OwnAppealSchema>;

export const OwnSuspensionSchema = z.object({
  suspension: SuspensionSchema.nullable(),
  /** Newest first. */
  appeals: z.array(OwnAppealSchema),
});
export const AppealBodySchema = z.strictObject({
  text: plainText(APPEAL_MAX_CHARACTERS).min(1, 'Required'),
});

/** What moderators can take off a profile. */
export const PROFILE_PARTS = ['displayName', 'bio', 'links', 'picture', 'track'] as const;
export type ProfilePart = (typeof PROFILE_PARTS)[number];
export const ProfilePartsBodySchema = ModerationBodySchema.extend({
  parts: z.array(z.enum(PROFILE_PARTS)).min(1, 'Required').max(PROFILE_PARTS.length),
});

export const SuspendBodySchema = ModerationBodySchema.extend({
  /** Milliseconds since the epoch; null until a moderator lifts it. */
  until: z.int().min(0).max(MAX_TIME_MS).nullable().default(null),
});

/** A suspended account as moderators list it. */
export const SuspendedPersonSchema = SuspensionSchema.extend({
  user: z.string(),
  displayName: z.string(),
});
export type SuspendedPerson = z.infer<typeof SuspendedPersonSchema>;

/** An appeal that waits for a decision. */
export const OpenAppealSchema = z.object({
  id: IdSchema,
  user: z.string(),
  text: z.string(),
  created: z.number(),
  /** Null where the suspension is over by itself. */
  suspension: SuspensionSchema.nullable(),
});
export type OpenAppeal = z.infer<typeof OpenAppealSchema>;

/** A report of a profile, as moderators see it. */
export const ProfileReportSchema = z.object({
  /** Whose profile it is. */
  user: z.string(),
  /** Empty for a person who left. */
  reporter: z.string(),
  reason: z.string(),
  created: z.number(),
});
export type ProfileReport = z.infer<typeof ProfileReportSchema>;

/**
 * What was reported in a jam: a message, a rifff by its id there, or a comment on a shared rifff of the jam. Of a club
 * and of a look both are its id.
 */
export const ReportedParamsSchema = z.object({
  jamId: IdSchema,
  kind: z.enum(['message', 'rifff', 'comment', 'club', 'look']),
  ref: IdSchema,
});
export type Reported = z.infer<typeof ReportedParamsSchema>;

/** A report of something in a jam, as moderators see it. */
export const JamReportSchema = ReportedParamsSchema.extend({
  jamName: z.string(),
  /** Whose it is. */
  user: z.string(),
  reporter: z.string(),
  reason: z.string(),
  created: z.number(),
  /** The share that a comment is on; empty for anything else. */
  shareId: z.string(),
  /**
   * Of a message or comment what it says, of a club what is said about it, as HTML with links alone; empty for a rifff.
   */
  message: z.string(),
  /** A rifff as it sounds; null for a message, and for one that is gone. */
  rifff: RifffSchema.nullable(),
  /** A look as it is now; null for anything else, and for one that is gone. */
  look: LookSchema.nullable(),
  /** Addresses of what a message shows or sounds like. */
  files: z.array(z.object({ url: z.string(), isSound: z.boolean() })),
});
export type JamReport = z.infer<typeof JamReportSchema>;
