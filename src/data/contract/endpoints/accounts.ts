import * as z from 'zod';
import {
  AccessRightsBodySchema,
  AccessRightsSchema,
  AccountSettingsSchema,
  ProfileBodySchema,
  ProfileSchema,
  ProfilesQueryBodySchema,
  SettingsBodySchema,
} from '../accounts.ts';
import { ACCOUNT_CALLS, type Endpoint } from '../calls.ts';
import { TypedPasswordSchema, UserIdSchema } from '../fields.ts';
import { PinnedTrackFormSchema } from '../uploads.ts';

export const ACCOUNT_ENDPOINTS = {
  settings: {
    ...ACCOUNT_CALLS.settings,
    isForPupils: true,
    summary: 'Settings of the account',
    access: 'member',
    data: AccountSettingsSchema,
    errors: ['unauthorised'],
  },
  changeSettings: {
    ...ACCOUNT_CALLS.changeSettings,
    // Who signs in may have to accept terms before anything can be read.
    until: 'read-only',
    isForSuspended: true,
    summary: 'Changes settings of the account',
    access: 'member',
    body: SettingsBodySchema,
    data: AccountSettingsSchema,
    errors: ['bad_request', 'unauthorised'],
  },
  profile: {
    ...ACCOUNT_CALLS.profile,
    isForPupils: true,
    summary: 'A profile',
    params: z.object({ id: UserIdSchema }),
    data: ProfileSchema,
    errors: ['bad_request', 'not_found'],
  },
  changeProfile: {
    ...ACCOUNT_CALLS.changeProfile,
    summary: 'Changes the profile of the account',
    access: 'member',
    body: ProfileBodySchema,
    data: ProfileSchema,
    errors: ['bad_request', 'unauthorised'],
  },
  profiles: {
    ...ACCOUNT_CALLS.profiles,
    isForPupils: true,
    until: 'read-only',
    summary: 'Several profiles; names that are not known are left out',
    body: ProfilesQueryBodySchema,
    data: z.object({ profiles: z.array(ProfileSchema) }),
    errors: ['bad_request'],
  },
  accessRights: {
    ...ACCOUNT_CALLS.accessRights,
    summary: 'Who may use what the account makes from now on',
    access: 'member',
    data: AccessRightsSchema,
    errors: ['unauthorised'],
  },
  changeAccessRights: {
    ...ACCOUNT_CALLS.changeAccessRights,
    summary: 'Decides who may use what the account makes from now on',
    access: 'member',
    body: AccessRightsBodySchema,
    data: AccessRightsSchema,
    errors: ['bad_request', 'unauthorised'],
  },
  uploadImage: {
    ...ACCOUNT_CALLS.uploadImage,
    summary: 'Changes the picture of the account: a JPEG, PNG, WebP, GIF or AVIF of at most 5 MB',
    access: 'member',
    query: z.object({ group: z.literal('avatars').optional(), name: z.string().optional() }),
    form: z.object({
      group: z.literal('avatars').optional(),
      name: z.string().optional(),
      image: z.file(),
    }),
    data: z.object({ avatarUrl: z.string() }),
    errors: ['bad_request', 'unauthorised', 'too_large', 'over_quota', 'unavailable'],
  },
  avatar: {
    ...ACCOUNT_CALLS.avatar,
    isForPupils: true,
    summary: 'Leads to the picture of an account',
    params: z.object({ id: UserIdSchema }),
    isRedirect: true,
    data: z.literal(''),
    errors: ['not_found'],
  },
  removeAvatar: {
    ...ACCOUNT_CALLS.removeAvatar,
    summary: 'Takes the picture of the account away; initials stand in its place',
    access: 'member',
    data: ProfileSchema,
    errors: ['unauthorised'],
  },
  pinTrack: {
    ...ACCOUNT_CALLS.pinTrack,
    summary: 'Pins a track to the profile in place of the one before: Ogg Vorbis or FLAC',
    access: 'member',
    form: PinnedTrackFormSchema,
    data: ProfileSchema,
    errors: ['bad_request', 'unauthorised', 'too_large', 'over_quota', 'unavailable'],
  },
  unpinTrack: {
    ...ACCOUNT_CALLS.unpinTrack,
    summary: 'Takes the pinned track off the profile',
    access: 'member',
    data: ProfileSchema,
    errors: ['unauthorised'],
  },
  exportAccount: {
    ...ACCOUNT_CALLS.exportAccount,
    isForPupils: true,
    summary:
      'Everything that the account owns, as one document that is sent while it is read; the connection breaks where that fails',
    access: 'member',
    data: z.looseObject({}),
    errors: ['unauthorised'],
  },
  deleteAccount: {
    ...ACCOUNT_CALLS.deleteAccount,
    isForSuspended: true,
    summary:
      'Closes the account at once and removes what it owns after the answer; what others made from its rifffs keeps its lineage',
    access: 'member',
    asksProof: 'second',
    /** The password of an account that has one; without one a proof stands in its place. */
    body: z.strictObject({ password: TypedPasswordSchema.optional() }),
    data: z.object({}),
    errors: ['bad_request', 'unauthorised', 'proof_required'],
  },
} as const satisfies Record<string, Endpoint>;
