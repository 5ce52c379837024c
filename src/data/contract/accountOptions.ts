/** What an account can choose from, apart from its schemas so that a page can use it without zod. */

/** Where a link of a profile leads, by its name. */
export const EXTERNAL_LINKS = [
  'website',
  'bandcamp',
  'soundcloud',
  'youtube',
  'twitch',
  'instagram',
  'tiktok',
  'twitter',
  'facebook',
  'spotify',
  'bandlab',
  'discord',
] as const;
export type ExternalLinkName = (typeof EXTERNAL_LINKS)[number];

/** An address that a link may lead to: http or https, no name or password in it. */
export function isLinkAddress(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\s\u0000-\u001f\u007f]/.test(text)) return false;
  const url = URL.parse(text);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  );
}

/**
 * Who may reach what an account makes. `listen` and `download` open everything in the account's own jam to everybody's
 * ears, as long as the account keeps that choice; `download`, as it stood when a loop was made, lets others take the
 * loop as a file.
 */
export const ACCESS_OPTIONS = ['none', 'listen', 'download'] as const;
/** The options under which others may listen to what was kept and not shared. */
export const OPEN_ACCESS = ['listen', 'download'] as const;
export const LICENSES = [
  { slug: 'all-rights-reserved', code: 'ARR', title: 'All rights reserved' },
  { slug: 'cc0-1.0', code: 'CC0 1.0', title: 'CC0 1.0 Universal (public domain)' },
  { slug: 'cc-by-4.0', code: 'CC BY 4.0', title: 'Attribution 4.0' },
  { slug: 'cc-by-sa-4.0', code: 'CC BY-SA 4.0', title: 'Attribution, share alike 4.0' },
  { slug: 'cc-by-nc-4.0', code: 'CC BY-NC 4.0', title: 'Attribution, not commercial 4.0' },
  {
    slug: 'cc-by-nc-sa-4.0',
    code: 'CC BY-NC-SA 4.0',
    title: 'Attribution, not commercial, share alike 4.0',
  },
] as const;
export const LICENSE_SLUGS = LICENSES.map(({ slug }) => slug);
export const DEFAULT_LICENSE = 'all-rights-reserved';
export const DEFAULT_ACCESS = 'none';
