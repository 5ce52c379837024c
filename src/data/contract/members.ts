import * as z from 'zod';
import { LoginSchema } from './auth.ts';
import { IdSchema, plainName } from './fields.ts';
import { JamRoleSchema, JamSchema } from './jams.ts';

/** Twelve letters and digits without look-alikes, in groups of four; case and dashes do not matter. */
export const JAM_CODE_PATTERN = /^[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{4}-?[A-HJ-NP-Z2-9]{4}$/i;
export const JamCodeSchema = z.string().trim().regex(JAM_CODE_PATTERN, 'is no code');
export const JamCodeParamsSchema = z.object({ code: JamCodeSchema });

/** What a code opens: the room to its holder, or its picture to a streaming program, which can do nothing else. */
export const CodePurposeSchema = z.enum(['join', 'stage']);
export type CodePurpose = z.infer<typeof CodePurposeSchema>;

/** A code as the owner of the jam lists it. */
export const JamInviteSchema = z.object({
  code: z.string(),
  purpose: CodePurposeSchema,
  note: z.string(),
  created: z.number(),
  /** Ms since the epoch; null for one that lasts until it is taken back. */
  expires: z.number().nullable(),
  used: z.int(),
});
export type JamInvite = z.infer<typeof JamInviteSchema>;
export const NewInviteBodySchema = z.strictObject({
  purpose: CodePurposeSchema.default('join'),
  note: plainName(60).default(''),
  days: z.int().min(1).max(365).nullable().default(null),
});
export const InviteParamsSchema = z.object({ id: IdSchema, code: JamCodeSchema });

export const MemberSchema = z.object({
  userId: z.string(),
  displayName: z.string(),
  role: JamRoleSchema,
  since: z.number(),
});
export type Member = z.infer<typeof MemberSchema>;
export const MemberParamsSchema = z.object({ id: IdSchema, userId: IdSchema });

/** `POST /jam/{id}/join`: a jam that is not public asks for a code. */
export const JoinBodySchema = z.strictObject({ code: JamCodeSchema.optional() });
/** Joining by a code alone; `guestName` makes a person without an account a guest. */
export const JoinByCodeBodySchema = z.strictObject({ guestName: plainName(40).optional() });
/** `login` only for a new guest: the session of an account that may do nothing but what guests of this jam may. */
export const JoinedSchema = z.object({ jam: JamSchema, login: LoginSchema.optional() });
/** What a code leads to, before joining. */
export const JamByCodeSchema = z.object({ jam: JamSchema, purpose: CodePurposeSchema });
