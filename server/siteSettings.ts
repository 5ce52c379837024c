import * as z from 'zod';
import type { Site } from '../src/data/contract/site.ts';

const EXAMPLE = 'https://example.org/page';

const isWebAddress = (text: string) => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
};

const webPage = z
  .string()
  .max(500)
  .refine(isWebAddress, `an address such as ${EXAMPLE}`)
  .transform((text) => new URL(text).href)
  .optional();

const contact = z
  .string()
  .max(254)
  .refine(
    (text) => isWebAddress(text) || /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text),
    'a mail address or an address such as https://example.org/contact',
  )
  .optional();

/** Settings of the operator that every page may know; part of the server's settings. */
export const SITE_ENVIRONMENT = {
  OPERATOR_NAME: z
    .string()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]{1,80}$/, 'a name of 80 characters at most')
    .optional(),
  OPERATOR_CONTACT: contact,
  ADMIN_URL: webPage,
  RONDO_STUDIO_URL: webPage,
  RONDO_COMMUNITY_URL: webPage,
  RONDO_SOCIAL_INSTAGRAM: webPage,
  RONDO_SOCIAL_FACEBOOK: webPage,
  RONDO_SOCIAL_X: webPage,
  RONDO_SOCIAL_YOUTUBE: webPage,
  RONDO_SOCIAL_TWITCH: webPage,
  RONDO_SOCIAL_DISCORD: webPage,
  // The names that these had before are still read.
  COMMUNITY_URL: webPage,
  SOCIAL_INSTAGRAM: webPage,
  SOCIAL_FACEBOOK: webPage,
  SOCIAL_X: webPage,
  SOCIAL_YOUTUBE: webPage,
  SOCIAL_TWITCH: webPage,
  SOCIAL_DISCORD: webPage,
  COMING_SOON: z
    .enum(['on', 'off'], { error: '"on" or "off"' })
    .transform((word) => word === 'on')
    .default(false),
  DOWNLOAD_MACOS_URL: webPage,
  DOWNLOAD_IOS_URL: webPage,
  DOWNLOAD_VERSION: z
    .string()
    .regex(/^[A-Za-z0-9.+_-]{1,40}$/, 'a version such as 1.0.0')
    .optional(),
};

type SiteEnvironment = z.output<z.ZodObject<typeof SITE_ENVIRONMENT>>;

/** What the operator says about this server. Texts that were not given are empty. */
export interface SiteSettings {
  readonly operatorName: string;
  /** Mail or web address. */
  readonly operatorContact: string;
  readonly adminUrl: string;
  readonly links: Site['links'];
  readonly isComingSoon: boolean;
  readonly downloads: { readonly macOS: string; readonly iOS: string; readonly version: string };
}

/** Site settings out of the checked variables. */
export function siteSettings(values: SiteEnvironment): SiteSettings {
  const social = (name: 'INSTAGRAM' | 'FACEBOOK' | 'X' | 'YOUTUBE' | 'TWITCH' | 'DISCORD') =>
    values[`RONDO_SOCIAL_${name}`] ?? values[`SOCIAL_${name}`] ?? null;
  return {
    operatorName: values.OPERATOR_NAME ?? '',
    operatorContact: values.OPERATOR_CONTACT ?? '',
    adminUrl: values.ADMIN_URL ?? '',
    links: {
      studio: values.RONDO_STUDIO_URL ?? null,
      community: values.RONDO_COMMUNITY_URL ?? values.COMMUNITY_URL ?? null,
      instagram: social('INSTAGRAM'),
      facebook: social('FACEBOOK'),
      x: social('X'),
      youtube: social('YOUTUBE'),
      twitch: social('TWITCH'),
      discord: social('DISCORD'),
    },
    isComingSoon: values.COMING_SOON,
    downloads: {
      macOS: values.DOWNLOAD_MACOS_URL ?? '',
      iOS: values.DOWNLOAD_IOS_URL ?? '',
      version: values.DOWNLOAD_VERSION ?? '',
    },
  };
}
