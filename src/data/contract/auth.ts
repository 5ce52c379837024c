import * as z from 'zod';
import { InvitationCodeSchema } from './allowance.ts';
import { SecondStepSchema } from './factors.ts';
import {
  EmailOrUserIdSchema,
  EmailSchema,
  IdSchema,
  NewPasswordSchema,
  plainName,
  plainText,
  TokenSchema,
  TypedPasswordSchema,
  UserIdSchema,
} from './fields.ts';
import { SuspensionSchema } from './moderation.ts';

const SCOPES = ['user', 'admin', 'moderator'] as const;
export type Scope = (typeof SCOPES)[number];
const RolesSchema = z.array(z.enum(SCOPES));

/** What a class lets a pupil do. */
export const ClassMaySchema = z.object({
  /** May look at the public side. */
  isOpen: z.boolean(),
  /** May not write, react, knock or lead a room. */
  isMuted: z.boolean(),
  /** Nothing sounds on their pages. */
  isPaused: z.boolean(),
});
export type ClassMay = z.infer<typeof ClassMaySchema>;

/** Who is signed in, and for how long. Times in milliseconds since the epoch. */
export const SessionSchema = z.object({
  user_id: UserIdSchema,
  roles: RolesSchema,
  issued: z.number(),
  expires: z.number(),
  provider: z.literal('local'),
  profile: z.object({ displayName: z.string() }),
  /** Only while a moderator suspended the account: it can read, and little else. */
  suspension: SuspensionSchema.optional(),
  /** Only for a guest: the jam (short id) that they came to by its code. Signing up makes it an ordinary account. */
  guestOf: IdSchema.optional(),
  /** Only for a pupil: the class that holds the account. */
  pupilOf: ClassMaySchema.extend({ classId: IdSchema, clubId: IdSchema }).optional(),
});
export type Session = z.infer<typeof SessionSchema>;

/** A session with its credential: `Bearer token:password`, both generated, neither typed by anyone. */
export const LoginSchema = SessionSchema.extend({ token: z.string(), password: z.string() });
export type Login = z.infer<typeof LoginSchema>;

/** A session that ended. */
export const SignedOutSchema = z.object({
  /** Of one that came by an account elsewhere: where the page goes to be signed out there, too. */
  endSession: z.string().optional(),
});
export type SignedOut = z.infer<typeof SignedOutSchema>;

const mustAgree = {
  check: ({ password, confirmPassword }: { password: string; confirmPassword: string }) =>
    password === confirmPassword,
  message: { message: 'The passwords differ', path: ['confirmPassword'] },
};

export const SignupBodySchema = z
  .strictObject({
    username: UserIdSchema,
    email: EmailSchema,
    password: NewPasswordSchema,
    confirmPassword: TypedPasswordSchema,
    productUpdates: z.boolean().default(false),
    client: plainText(40).default('website'),
    referralId: plainText(64).nullish(),
    /** Needed where accounts are made by invitation, else without a meaning. */
    invitation: InvitationCodeSchema.optional(),
  })
  .refine(mustAgree.check, mustAgree.message);
export type SignupBody = z.input<typeof SignupBodySchema>;

export const LoginBodySchema = z.strictObject({
  username: EmailOrUserIdSchema,
  password: TypedPasswordSchema,
});

export const AvailabilityBodySchema = z
  .strictObject({ email: EmailSchema.optional(), username: UserIdSchema.optional() })
  .refine(({ email, username }) => email !== undefined || username !== undefined, {
    message: 'email or username must be given',
    path: ['email'],
  });

export const ForgotPasswordBodySchema = z.strictObject({ email: EmailSchema });

export const PasswordResetBodySchema = z
  .strictObject({
    token: TokenSchema,
    password: NewPasswordSchema,
    confirmPassword: TypedPasswordSchema,
  })
  .refine(mustAgree.check, mustAgree.message);

export const PasswordChangeBodySchema = z
  .strictObject({
    currentPassword: TypedPasswordSchema,
    newPassword: NewPasswordSchema,
    confirmPassword: TypedPasswordSchema,
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    message: 'The passwords differ',
    path: ['confirmPassword'],
  });

/** One session in the list of an account's devices. */
export const DeviceSessionSchema = z.object({
  id: z.string(),
  created: z.number(),
  lastUsed: z.number(),
  /** What the browser or the device calls itself, in plain words. */
  device: z.string(),
  /** Country or region where it signed in, as the host of the server says it; null where it says none. */
  region: z.string().nullable(),
  isCurrent: z.boolean(),
});
export type DeviceSession = z.infer<typeof DeviceSessionSchema>;

/** A device asks to be signed in; a signed-in person approves it elsewhere. Two minutes, single use. */
export const RemoteStartBodySchema = z.strictObject({ device: plainName(60).default('') });
export const RemoteStartSchema = z.object({
  /** Goes into the address that the other device opens. */
  remoteToken: z.string(),
  /** Stays on the asking device, which collects its session with it. */
  secret: z.string(),
  /** Shown on both screens; a person compares them. */
  code: z.string(),
  expires: z.number(),
});
export type RemoteStart = z.infer<typeof RemoteStartSchema>;
export const RemoteRequestSchema = z.object({
  device: z.string(),
  code: z.string(),
  expires: z.number(),
  state: z.enum(['waiting', 'approved', 'refused']),
});
export type RemoteRequest = z.infer<typeof RemoteRequestSchema>;
export const RemoteLoginBodySchema = z.strictObject({
  remoteToken: TokenSchema,
  /** `false` refuses the device. */
  approve: z.boolean().default(true),
});
export const RemoteClaimBodySchema = z.strictObject({
  remoteToken: TokenSchema,
  secret: TokenSchema,
});
export const RemoteClaimSchema = z.object({
  state: z.enum(['waiting', 'refused', 'approved']),
  login: LoginSchema.optional(),
  /** In place of `login` where a mail approved it and the account asks for a second step. */
  secondFactor: SecondStepSchema.optional(),
});
export const EmailLoginBodySchema = z.strictObject({
  email: EmailSchema,
  remoteToken: TokenSchema,
});
export const VerificationBodySchema = z.strictObject({ verificationToken: TokenSchema });
export const VerifyBodySchema = z.strictObject({
  verificationToken: TokenSchema,
  approve: z.boolean().default(true),
});
