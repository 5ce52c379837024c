import * as z from 'zod';
import {
  ChangeEmailBodySchema,
  ConfirmEmailBodySchema,
  InvitationBodySchema,
  InvitationParamsSchema,
  InvitationSchema,
  StorageQuerySchema,
  StorageSchema,
} from '../allowance.ts';
import { ALLOWANCE_CALLS, type Endpoint } from '../calls.ts';

const Nothing = z.object({});

export const ALLOWANCE_ENDPOINTS = {
  storage: {
    ...ALLOWANCE_CALLS.storage,
    isForPupils: true,
    isForGuests: true,
    summary: 'What the files of the account occupy, and what they may',
    access: 'member',
    query: StorageQuerySchema,
    data: StorageSchema,
    errors: ['bad_request', 'unauthorised'],
  },
  confirmEmail: {
    ...ALLOWANCE_CALLS.confirmEmail,
    summary: 'Confirms an address with the token of the mail, once',
    body: ConfirmEmailBodySchema,
    data: Nothing,
    errors: ['bad_request'],
  },
  resendConfirmation: {
    ...ALLOWANCE_CALLS.resendConfirmation,
    summary: 'Mails the link that confirms the address once more',
    access: 'member',
    data: Nothing,
    errors: ['unauthorised', 'conflict'],
  },
  changeEmail: {
    ...ALLOWANCE_CALLS.changeEmail,
    summary: 'Changes an address that is not confirmed yet, and mails a link there',
    access: 'member',
    asksProof: 'second',
    body: ChangeEmailBodySchema,
    data: z.object({ email: z.string() }),
    errors: ['bad_request', 'unauthorised', 'conflict', 'proof_required'],
  },
  invitations: {
    ...ALLOWANCE_CALLS.invitations,
    summary: 'Invitations, newest first',
    access: 'moderator',
    data: z.object({ invitations: z.array(InvitationSchema) }),
    errors: ['unauthorised', 'forbidden'],
  },
  makeInvitation: {
    ...ALLOWANCE_CALLS.makeInvitation,
    summary: 'Makes an invitation',
    access: 'moderator',
    body: InvitationBodySchema,
    data: InvitationSchema,
    errors: ['bad_request', 'unauthorised', 'forbidden'],
  },
  endInvitation: {
    ...ALLOWANCE_CALLS.endInvitation,
    summary: 'Ends an invitation: it lets no one sign up any more',
    access: 'moderator',
    params: InvitationParamsSchema,
    data: Nothing,
    errors: ['bad_request', 'unauthorised', 'forbidden', 'not_found'],
  },
} as const satisfies Record<string, Endpoint>;
