/** Passkeys, time codes and recovery codes of an account; the second step of signing in; proofs; what signed in before. */
import * as z from 'zod';
import { plainName, TokenSchema, TypedPasswordSchema } from './fields.ts';

/** Passkeys of one account at most. */
export const MAX_PASSKEYS = 20;
/** Recovery codes that are made at once. */
export const RECOVERY_CODES = 10;
/** A proof is good for so long for acts that ask for one. */
export const PROOF_MS = 10 * 60_000;

/** Id of a passkey: what its authenticator calls the credential, in base64url (WebAuthn Level 3, section 4, credential ID: 1023 bytes at most). */
export const PasskeyIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,1364}$/, 'is not the id of a passkey');

/** JSON of WebAuthn (Level 3, section 5.1, `PublicKeyCredential.toJSON()` and the options): its library knows the fields. */
const OptionsSchema = z.looseObject({ challenge: z.string() });
const base64url = (most: number) =>
  z
    .string()
    .max(most, { error: 'is too long', abort: true })
    .regex(/^[A-Za-z0-9_-]*$/, 'must be base64url');
const credential = { id: PasskeyIdSchema, rawId: PasskeyIdSchema, type: z.literal('public-key') };
const extra = {
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}).default({}),
};

/** What `navigator.credentials.create` answers, as JSON. */
export const NewPasskeyResponseSchema = z.looseObject({
  ...credential,
  ...extra,
  response: z.looseObject({
    clientDataJSON: base64url(8192),
    attestationObject: base64url(16_384),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
/** What `navigator.credentials.get` answers, as JSON. */
export const PasskeyResponseSchema = z.looseObject({
  ...credential,
  ...extra,
  response: z.looseObject({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: base64url(128).nullish(),
  }),
});
export type NewPasskeyResponse = z.input<typeof NewPasskeyResponseSchema>;
export type PasskeyResponse = z.input<typeof PasskeyResponseSchema>;
export const PasskeyOptionsSchema = z.object({ options: OptionsSchema });

export const PasskeySchema = z.object({
  id: PasskeyIdSchema,
  name: z.string(),
  created: z.number(),
  /** Null until it was used. */
  lastUsed: z.number().nullable(),
  /** Kept by a service that brings it to other devices. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof PasskeySchema>;

export const FactorsSchema = z.object({
  /** Can this server have passkeys? They need a host name, and https or `localhost`. */
  canHavePasskeys: z.boolean(),
  passkeys: z.array(PasskeySchema),
  hasTimeCodes: z.boolean(),
  /** Recovery codes that were not used yet. */
  recoveryCodes: z.int(),
});
export type Factors = z.infer<typeof FactorsSchema>;

export const PasskeyBodySchema = z.strictObject({
  response: NewPasskeyResponseSchema,
  /** Left out: what its device calls itself. */
  name: plainName(60).default(''),
});
export const PasskeyNameBodySchema = z.strictObject({ name: plainName(60).min(1, 'Required') });
const CodesSchema = z.array(z.string());
/** The first factor of an account comes with recovery codes, which are told this once. */
export const NewPasskeySchema = z.object({
  passkey: PasskeySchema,
  recoveryCodes: CodesSchema.optional(),
});
export const RecoveryCodesSchema = z.object({ recoveryCodes: CodesSchema });
export const MaybeRecoveryCodesSchema = z.object({ recoveryCodes: CodesSchema.optional() });

export const PasskeyLoginBodySchema = z.strictObject({ response: PasskeyResponseSchema });

/** Ways to show a second factor. */
const SECOND_WAYS = ['passkey', 'code', 'recovery'] as const;
/** What an error `second_factor` carries: the password was right, and this is what is still missing. */
export const SecondStepSchema = z.object({
  /** For the second step; good for five minutes. */
  ticket: TokenSchema,
  ways: z.array(z.enum(SECOND_WAYS)),
  expires: z.number(),
});
export type SecondStep = z.infer<typeof SecondStepSchema>;
export type SecondWay = (typeof SECOND_WAYS)[number];

/** A code of six digits; spaces are for the eye. */
export const TimeCodeSchema = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'A code has six digits'));
export const RecoveryCodeSchema = z.string().min(8, 'This is no recovery code').max(40);
const secondWays = {
  code: TimeCodeSchema.optional(),
  recoveryCode: RecoveryCodeSchema.optional(),
  response: PasskeyResponseSchema.optional(),
};
type Shown = { code?: unknown; recoveryCode?: unknown; response?: unknown };
const countOf = ({ code, recoveryCode, response }: Shown) =>
  [code, recoveryCode, response].filter((one) => one !== undefined).length;

export const SecondStepStartBodySchema = z.strictObject({ ticket: TokenSchema });
export const SecondStepBodySchema = z
  .strictObject({ ticket: TokenSchema, ...secondWays })
  .refine((body) => countOf(body) === 1, {
    message: 'one of code, recoveryCode and response',
    path: ['code'],
  });

export const TimeCodesStartSchema = z.object({
  /** Base32, for typing. */
  secret: z.string(),
  /** `otpauth://…` for a QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
  address: z.string(),
});
export const TimeCodesBodySchema = z.strictObject({ code: TimeCodeSchema });

/** The button of an account elsewhere that people sign in with (`providers.ts`). */
export const ProviderButtonSchema = z.object({
  id: z.string(),
  /** What people call it. */
  name: z.string(),
  /** What stands on its button. */
  button: z.string(),
});
export type ProviderButton = z.infer<typeof ProviderButtonSchema>;

/** What an account can show to prove who is there: a passkey alone, or its password, with a second way where it has one. */
export const ProofStartSchema = z.object({
  hasPassword: z.boolean(),
  /** Of an account with a second factor; its password needs one of them beside it. */
  ways: z.array(z.enum(SECOND_WAYS)),
  /** Where it has passkeys. */
  options: OptionsSchema.optional(),
  /** Where it has accounts elsewhere: the buttons of those that can prove it too. */
  providers: z.array(ProviderButtonSchema).optional(),
});
export type ProofStart = z.infer<typeof ProofStartSchema>;
export const ProofBodySchema = z
  .strictObject({ password: TypedPasswordSchema.optional(), ...secondWays })
  .refine(({ password, response }) => (password === undefined) !== (response === undefined), {
    message: 'a password or the response of a passkey',
    path: ['password'],
  });
export const ProofSchema = z.object({
  /** Acts that ask for a proof are open until then. Milliseconds since the epoch. */
  until: z.number(),
});

/** How a person came in. `refused` counts wrong tries of an hour. */
export const SIGN_IN_WAYS = [
  'signup',
  'password',
  'passkey',
  'provider',
  'card',
  'device',
  'mail',
  'refused',
] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];
export const SignInSchema = z.object({
  id: z.string(),
  at: z.number(),
  way: z.enum(SIGN_IN_WAYS),
  device: z.string(),
  /** Country or region as the host of the server says it; null where it says none. */
  region: z.string().nullable(),
  /** From a device and a place that the account had not signed in from. */
  isNew: z.boolean(),
  /** Of `refused`: how many tries. */
  count: z.int(),
});
export type SignIn = z.infer<typeof SignInSchema>;
export const SignInsSchema = z.object({ signIns: z.array(SignInSchema) });

/** The token of the mail about a new device. */
export const NotMeBodySchema = z.strictObject({ token: TokenSchema });
export const ShownSignInSchema = SignInSchema.pick({ at: true, device: true, region: true });
export const DisownedSchema = z.object({
  /** Sets a new password, once, for an hour. */
  resetToken: z.string(),
});
