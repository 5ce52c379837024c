/** What an account may occupy, the confirming of its address, and invitations. */
import * as z from 'zod';
import { EmailSchema, IdSchema, plainText, TokenSchema, TypedPasswordSchema } from './fields.ts';

/** Who may make an account: anyone, people with an invitation, no one. */
export const SIGN_UPS = ['open', 'invitation', 'closed'] as const;
export type SignUps = (typeof SIGN_UPS)[number];

/** What an account occupies. Bytes. */
export const StorageSchema = z.object({
  /** Files of its loops, tracks and picture, each content once. */
  usedBytes: z.int(),
  /** As much as it may; null without a limit. */
  quotaBytes: z.int().nullable(),
  /** The limit is that of an account whose address is not confirmed. */
  awaitsConfirmation: z.boolean(),
  /** Seconds that a track of it may last. */
  trackSec: z.int(),
  /** A loop of the account has the id that was asked for: to send it again takes no room. */
  hasLoop: z.boolean(),
});
/** `loop`: an id of a loop that is about to be sent. */
export const StorageQuerySchema = z.strictObject({ loop: IdSchema.optional() });
export type Storage = z.infer<typeof StorageSchema>;

export const ConfirmEmailBodySchema = z.strictObject({ token: TokenSchema });
export const ChangeEmailBodySchema = z.strictObject({
  email: EmailSchema,
  password: TypedPasswordSchema,
});

/** As people type or copy it: hyphens, spaces and case do not matter. */
export const InvitationCodeSchema = plainText(40);
export const MAX_INVITATION_USES = 1000;
export const MAX_INVITATION_DAYS = 365;

/** A code that lets people sign up where that needs one. */
export const InvitationSchema = z.object({
  code: z.string(),
  /** For moderators alone. */
  note: z.string(),
  createdBy: z.string(),
  /** Milliseconds since the epoch. */
  created: z.number(),
  expires: z.number(),
  /** Accounts that it is good for, and how many were made with it. */
  uses: z.int(),
  used: z.int(),
});
export type Invitation = z.infer<typeof InvitationSchema>;
export const InvitationBodySchema = z.strictObject({
  uses: z.int().min(1).max(MAX_INVITATION_USES).default(1),
  days: z.int().min(1).max(MAX_INVITATION_DAYS).default(30),
  note: plainText(80).default(''),
});
export type InvitationBody = z.input<typeof InvitationBodySchema>;
export const InvitationParamsSchema = z.object({ code: InvitationCodeSchema });
