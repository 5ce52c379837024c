/** Signing in with an account elsewhere (OpenID Connect): what the calls take and answer. */
import * as z from 'zod';
import { LoginSchema } from './auth.ts';
import { RecoveryCodeSchema, TimeCodeSchema } from './factors.ts';
import {
  EmailOrUserIdSchema,
  IdSchema,
  NewPasswordSchema,
  TokenSchema,
  TypedPasswordSchema,
  UserIdSchema,
} from './fields.ts';

/** What a person is sent to a provider for. */
const INTENTS = ['sign-in', 'link', 'proof'] as const;
export type ProviderIntent = (typeof INTENTS)[number];

/** Id of a provider in the settings of the server. */
const ProviderIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'is not a provider');
export const ProviderParamsSchema = z.object({ id: ProviderIdSchema });

export const ProviderStartBodySchema = z.strictObject({
  provider: ProviderIdSchema,
  intent: z.enum(INTENTS),
});
export const ProviderStartSchema = z.object({
  /** Where the page leads to, at the provider. */
  address: z.string(),
  /** Stays in this browser, and comes with the answer of the provider. */
  binding: z.string(),
});

export const ProviderFinishBodySchema = z.strictObject({
  /** What the provider added to the address of the page, without the `?`. */
  query: z.string().max(8000),
  binding: TokenSchema,
});
/** A person whom the provider knows and who has no account here yet. */
const NewcomerSchema = z.object({
  /** For `makeProviderAccount` or `linkProviderAccount`; good for fifteen minutes. */
  ticket: z.string(),
  provider: z.object({ id: z.string(), name: z.string() }),
  /** A user name that is free; empty where none came to mind. */
  suggestedName: z.string(),
  /** The address that the account gets; null for none. */
  email: z.string().nullable(),
  /** May they make an account? Else there is only one to be linked. */
  mayMake: z.boolean(),
});
export type Newcomer = z.infer<typeof NewcomerSchema>;
/** One of them. */
export const ProviderFinishSchema = z.object({
  login: LoginSchema.optional(),
  newcomer: NewcomerSchema.optional(),
  linked: z.literal(true).optional(),
  /** Acts that ask for a proof are open until then. Milliseconds since the epoch. */
  until: z.number().optional(),
});
export type ProviderFinish = z.infer<typeof ProviderFinishSchema>;

export const ProviderAccountBodySchema = z.strictObject({
  ticket: TokenSchema,
  username: UserIdSchema,
  productUpdates: z.boolean().default(false),
});
/** An account with a second factor shows a code beside its password. */
export const ProviderLinkBodySchema = z.strictObject({
  ticket: TokenSchema,
  username: EmailOrUserIdSchema,
  password: TypedPasswordSchema,
  code: TimeCodeSchema.optional(),
  recoveryCode: RecoveryCodeSchema.optional(),
});

export const LinkedProviderSchema = z.object({
  id: IdSchema,
  /** Id of the provider; of one that is not in the settings any more, too. */
  provider: z.string(),
  name: z.string(),
  /** What its owner knows the account there by. */
  label: z.string(),
  created: z.number(),
});
export type LinkedProvider = z.infer<typeof LinkedProviderSchema>;
export const LinkedProvidersSchema = z.object({
  linked: z.array(LinkedProviderSchema),
  hasPassword: z.boolean(),
});
export type LinkedProviders = z.infer<typeof LinkedProvidersSchema>;

export const FirstPasswordBodySchema = z
  .strictObject({ password: NewPasswordSchema, confirmPassword: TypedPasswordSchema })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    message: 'The passwords differ',
    path: ['confirmPassword'],
  });
