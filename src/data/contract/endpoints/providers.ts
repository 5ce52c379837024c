import * as z from 'zod';
import { LoginSchema } from '../auth.ts';
import type { Endpoint } from '../calls.ts';
import { IdSchema } from '../fields.ts';
import { PROVIDER_CALLS } from '../providerCalls.ts';
import {
  FirstPasswordBodySchema,
  LinkedProvidersSchema,
  ProviderAccountBodySchema,
  ProviderFinishBodySchema,
  ProviderFinishSchema,
  ProviderLinkBodySchema,
  ProviderParamsSchema,
  ProviderStartBodySchema,
  ProviderStartSchema,
} from '../providers.ts';

const Nothing = z.object({});
/** A signed token with a few claims. */
const LOGOUT_BYTES = 32 * 1024;
const own = { access: 'member', isForSuspended: true } as const;

export const PROVIDER_ENDPOINTS = {
  startProvider: {
    ...PROVIDER_CALLS.startProvider,
    until: 'maintenance',
    summary:
      'Where to go to sign in with an account elsewhere, to link it, or to prove by it who is there; the last two need a session',
    body: ProviderStartBodySchema,
    data: ProviderStartSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'proof_required', 'not_found'],
  },
  finishProvider: {
    ...PROVIDER_CALLS.finishProvider,
    until: 'maintenance',
    summary:
      'What came of it: signed in, not known here yet, linked, or proven; by the browser that began alone, and once',
    body: ProviderFinishBodySchema,
    data: ProviderFinishSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'conflict'],
  },
  makeProviderAccount: {
    ...PROVIDER_CALLS.makeProviderAccount,
    summary: 'Makes an account without a password for a person whom the provider knows',
    body: ProviderAccountBodySchema,
    data: LoginSchema,
    isFlat: true,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'conflict'],
  },
  linkProviderAccount: {
    ...PROVIDER_CALLS.linkProviderAccount,
    summary: 'Links the account elsewhere to one that is here, by its password, and signs in to it',
    body: ProviderLinkBodySchema,
    data: LoginSchema,
    isFlat: true,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'conflict'],
  },
  providersOfAccount: {
    ...PROVIDER_CALLS.providersOfAccount,
    ...own,
    summary: 'Accounts elsewhere that sign in to this one',
    data: LinkedProvidersSchema,
    errors: ['unauthorised'],
  },
  unlinkProvider: {
    ...PROVIDER_CALLS.unlinkProvider,
    ...own,
    asksProof: 'always',
    summary: 'Unlinks an account elsewhere; refused where it is the last way in',
    params: z.object({ id: IdSchema }),
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'not_found', 'conflict', 'proof_required'],
  },
  setFirstPassword: {
    ...PROVIDER_CALLS.setFirstPassword,
    ...own,
    asksProof: 'always',
    summary: 'Sets a password for an account that has none',
    body: FirstPasswordBodySchema,
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'conflict', 'proof_required'],
  },
  providerLogout: {
    ...PROVIDER_CALLS.providerLogout,
    until: 'maintenance',
    summary:
      'A provider ends the sessions of a person (OpenID Connect Back-Channel Logout 1.0): a form with its signed `logout_token`',
    params: ProviderParamsSchema,
    // A form of another kind than those that people send, so it has no schema.
    bodyBytes: LOGOUT_BYTES,
    data: Nothing,
    errors: ['bad_request', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>;
