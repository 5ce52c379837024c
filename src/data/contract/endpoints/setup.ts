import * as z from 'zod';
import { LoginSchema, SignupBodySchema } from '../auth.ts';
import type { Endpoint } from '../calls.ts';
import { TokenSchema } from '../fields.ts';
import {
  SettingChangesBodySchema,
  SetupLinkBodySchema,
  SetupLinkSchema,
  StoredSettingsSchema,
  TestMailSchema,
} from '../setup.ts';
import { SETUP_CALLS } from '../setupCalls.ts';

export const SETUP_ENDPOINTS = {
  checkSetupLink: {
    ...SETUP_CALLS.checkSetupLink,
    summary: 'Does the link that the server printed still hold?',
    body: SetupLinkBodySchema,
    data: SetupLinkSchema,
    errors: ['bad_request'],
  },
  setUp: {
    ...SETUP_CALLS.setUp,
    summary: 'Makes an account that is administrator, by the link that the server printed, once',
    body: z.strictObject({ token: TokenSchema, account: SignupBodySchema }),
    data: LoginSchema,
    errors: ['bad_request'],
  },
  claimSetup: {
    ...SETUP_CALLS.claimSetup,
    summary: 'Makes this account administrator, by the link that the server printed, once',
    access: 'member',
    body: SetupLinkBodySchema,
    data: z.object({}),
    errors: ['bad_request', 'unauthorised', 'forbidden'],
  },
  storedSettings: {
    ...SETUP_CALLS.storedSettings,
    summary: 'Settings that administrators may store, and where each comes from',
    access: 'admin',
    data: StoredSettingsSchema,
    errors: ['unauthorised', 'forbidden'],
  },
  changeStoredSettings: {
    ...SETUP_CALLS.changeStoredSettings,
    summary: 'Stores settings, all or none; what the environment sets is refused',
    access: 'admin',
    asksProof: 'always',
    body: SettingChangesBodySchema,
    data: StoredSettingsSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'proof_required'],
  },
  testMail: {
    ...SETUP_CALLS.testMail,
    summary: 'Sends a mail to the administrator who asks, and says what became of it',
    access: 'admin',
    data: TestMailSchema,
    errors: ['unauthorised', 'forbidden', 'conflict'],
  },
} as const satisfies Record<string, Endpoint>;
