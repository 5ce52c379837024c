import * as z from 'zod';
import { SIGN_UPS } from './allowance.ts';
import { ProviderButtonSchema } from './factors.ts';
import { AnnouncementSchema, MODES } from './operations.ts';

/** What the operator of this server decided and every page may know. */
export const SiteSchema = z.object({
  /** What this server is called; the name of the product where the operator gave no other. */
  serverName: z.string(),
  /** Who runs the server, as the legal pages name them; empty when the operator gave no name. */
  operatorName: z.string(),
  /** Mail or web address for questions; empty when none was given. */
  operatorContact: z.string(),
  isDemo: z.boolean(),
  /** The pages show that the service opens later. */
  isComingSoon: z.boolean(),
  /** Who may make an account. */
  signUps: z.enum(SIGN_UPS),
  /** The moderators' and administrators' own site; empty: the pages of this server. */
  adminUrl: z.string(),
  /** Where header and footer lead outside; null hides the link. */
  links: z.object({
    /** The operator's site. */
    studio: z.string().nullable(),
    /** Its chat community. */
    community: z.string().nullable(),
    instagram: z.string().nullable(),
    facebook: z.string().nullable(),
    x: z.string().nullable(),
    youtube: z.string().nullable(),
    twitch: z.string().nullable(),
    discord: z.string().nullable(),
  }),
  /** `links.community`, empty when there is none. */
  communityUrl: z.string(),
  /** The social pages of `links` by name; only those that exist. */
  socials: z.partialRecord(
    z.enum(['instagram', 'facebook', 'x', 'youtube', 'twitch', 'discord']),
    z.string(),
  ),
  version: z.string(),
  /** Rifffs can be collected here. False leaves no trace of it in the pages. */
  hasMarket: z.boolean(),
  /** There is a paid plan, and there are codes and partner collections. */
  hasPlans: z.boolean(),
  /** Rooms can invite the house band, a program that answers. False leaves no trace of it in the pages. */
  hasBand: z.boolean(),
  /** This server makes stills and loops of looks (`lookPictures` of `rules/stage/lookAddress.ts`). */
  hasLookPictures: z.boolean(),
  /** Host name that passkeys of this server are for; null where it can have none. */
  passkeyHost: z.string().nullable(),
  /** There are teachers here: pages ask for the card of a pupil. */
  hasClasses: z.boolean(),
  /** Accounts elsewhere that people sign in with here. */
  providers: z.array(ProviderButtonSchema),
  /** Only administrators and moderators sign in by a password: pages show no form for it at first. */
  hidesPasswords: z.boolean(),
  /** What the server takes at present. */
  mode: z.enum(MODES),
  /** Lines that stand on every page now, newest first. */
  announcements: z.array(AnnouncementSchema),
});
export type Site = z.infer<typeof SiteSchema>;

export const DesktopBuildSchema = z.object({
  platform: z.enum(['macOS', 'iOS']),
  /** Empty when the operator gave none. */
  version: z.string(),
  url: z.string(),
});
export type DesktopBuild = z.infer<typeof DesktopBuildSchema>;
export const BuildQuerySchema = z.strictObject({ json: z.string().max(8).optional() });
