import * as z from 'zod';
import {
  ACCESS_OPTIONS,
  EXTERNAL_LINKS,
  type ExternalLinkName,
  IMPORTED_ID_PATTERN,
  isLinkAddress,
  LICENSE_SLUGS,
} from './accountOptions.ts';
import { TERMS_VERSION } from './constants.ts';
import { IdSchema, plainName, plainText, UserIdSchema } from './fields.ts';
import { DigestSchema, NoticeChoicesBodySchema, NoticeChoicesSchema } from './notifications.ts';
import { TrackSchema } from './uploads.ts';

const LinkSchema = z
  .string()
  .trim()
  .max(200)
  .refine(
    (text) => text === '' || isLinkAddress(text),
    'must be an address such as https://example.org',
  );

export const ExternalLinksSchema = z.strictObject(
  Object.fromEntries(EXTERNAL_LINKS.map((name) => [name, LinkSchema.optional()])) as Record<
    ExternalLinkName,
    z.ZodOptional<typeof LinkSchema>
  >,
);

export const DisplayNameSchema = plainName(40).min(1);
export const ProfileBodySchema = z.strictObject({
  bio: plainText(1000).default(''),
  externalLinks: ExternalLinksSchema.default({}),
  /** Left out: it stays as it is. */
  displayName: DisplayNameSchema.optional(),
  /** A public share of theirs whose rings are the banner; null for their latest. Left out: it stays as it is. */
  bannerShareId: IdSchema.nullable().optional(),
});
export type ProfileBody = z.input<typeof ProfileBodySchema>;

export const ProfileSchema = z.object({
  user_id: z.string(),
  displayName: z.string(),
  /** HTML: text with link tags and nothing else, whatever was typed. */
  bio: z.string(),
  externalLinks: z.partialRecord(z.enum(EXTERNAL_LINKS), z.string()),
  /** Relative address of the picture, or null for initials. */
  avatarUrl: z.string().nullable(),
  created: z.number(),
  /** Made by the server for show; no person can sign in to it. */
  isDemo: z.boolean(),
  /** True for a person of an imported jam, who has no account; else left out. */
  isImported: z.boolean().optional(),
  /** Where the name of an imported person comes from. */
  importedFrom: z.string().optional(),
  /** Public shares that can be seen. */
  sharedCount: z.int(),
  /** The track that the profile plays; lists of profiles leave it out. */
  pinnedTrack: TrackSchema.nullable().default(null),
  /** People who follow them, and whom they follow, in number. */
  followers: z.int(),
  following: z.int(),
  /** Does the reader follow them? */
  isFollowed: z.boolean(),
  /**
   * The share that they chose for their banner, while everybody can see it; else null, and their latest stands there.
   */
  bannerShareId: IdSchema.nullable(),
});
export type Profile = z.infer<typeof ProfileSchema>;
export const ProfilesQueryBodySchema = z.strictObject({
  userIds: z.array(z.union([UserIdSchema, z.string().regex(IMPORTED_ID_PATTERN)])).max(100),
});

/** What an account decided. The server adds nothing that a person did not choose. */
export const AccountSettingsSchema = z.object({
  user_id: z.string(),
  email: z.string(),
  displayName: z.string(),
  termsVersionAccepted: z.int(),
  productUpdates: z.boolean(),
  /** Wants a mail when a rifff of theirs is answered. */
  answerMails: z.boolean(),
  /** The link of the mail to a new account was not opened yet. */
  awaitsConfirmation: z.boolean(),
  /** What they want to be told of, and where. */
  notifications: NoticeChoicesSchema,
  /** How often what is new comes by mail; `answerMails` is apart from it and comes at once. */
  digest: DigestSchema,
});
export type AccountSettings = z.infer<typeof AccountSettingsSchema>;
export const SettingsBodySchema = z.strictObject({
  settings: z.strictObject({
    termsVersionAccepted: z.int().min(0).max(TERMS_VERSION).optional(),
    productUpdates: z.boolean().optional(),
    answerMails: z.boolean().optional(),
    notifications: NoticeChoicesBodySchema.optional(),
    digest: DigestSchema.optional(),
  }),
});

export type SettingsChanges = z.input<typeof SettingsBodySchema>['settings'];

const LicenseSlugSchema = z.enum(LICENSE_SLUGS);
const CcLicenseSchema = z.object({ title: z.string(), code: z.string(), slug: z.string() });
export const AccessRightsSchema = z.object({
  access: z.enum(ACCESS_OPTIONS),
  license: LicenseSlugSchema,
  ccLicense: CcLicenseSchema,
  options: z.array(CcLicenseSchema),
});
export type AccessRights = z.infer<typeof AccessRightsSchema>;
export const AccessRightsBodySchema = z.strictObject({
  access: z.enum(ACCESS_OPTIONS),
  license: LicenseSlugSchema,
});
export type AccessRightsBody = z.input<typeof AccessRightsBodySchema>;
