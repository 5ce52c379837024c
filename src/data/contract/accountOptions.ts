/** What an account is called and can choose from, apart from its schemas so that a page can use it without zod. */

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
  { slug: 'cc-by-nd-4.0', code: 'CC BY-ND 4.0', title: 'Attribution, no derivatives 4.0' },
  {
    slug: 'cc-by-nc-nd-4.0',
    code: 'CC BY-NC-ND 4.0',
    title: 'Attribution, not commercial, no derivatives 4.0',
  },
] as const;
export const LICENSE_SLUGS = LICENSES.map(({ slug }) => slug);
export const DEFAULT_LICENSE = 'all-rights-reserved';
export const DEFAULT_ACCESS = 'none';

/** 3 to 16 letters, digits, hyphens or underscores. */
export const USER_ID_PATTERN = /^[A-Za-z0-9_-]{3,16}$/;
/** A person of an imported jam: a name in documents, longer than that of any account. */
export const IMPORTED_ID_PATTERN = /^imported_[0-9a-f]{20}$/;
/** Is it the name of a person of an imported jam, without account and page here? */
export const isImportedId = (userId: string): boolean => IMPORTED_ID_PATTERN.test(userId);
/** Stands before the name of an imported person in plain text. No name of anything may hold it. */
export const IMPORTED_SIGN = '\u21a7';
/** What an imported person is called, apart from where the name comes from: so that no name passes for the mark. */
export interface ImportedName {
  name: string;
  /** Host or program, such as `jams.example` or `LORE`. Never empty. */
  from: string;
}
/**
 * Text, @, text, dot, text: the pattern of the e-mail field in HTML, with the letters of every script and at least one
 * dot in the host, whose last label begins with a letter. What mail programs read as quotes, brackets, lists or numbers
 * is refused: `>a@mail.example` went to `a@mail.example`, and `a@0.>` to the host `0.0.0.0`.
 * Source: HTML Living Standard, "valid e-mail address".
 */
export const EMAIL_PATTERN =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{M}\p{N}-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]*$/u;
/** The longest address that mail can be sent to (RFC 5321). */
export const MAX_EMAIL_CHARACTERS = 254;
/** More is not hashed: the work of argon2 grows with it. */
export const MAX_PASSWORD_CHARACTERS = 256;
/** Accepted: more than six characters with upper and lower case, although the message says eight. */
const MIN_PASSWORD_CHARACTERS = 7;

/** True for a password that may be chosen. Upper and lower case in the sense of Unicode. */
export function isAcceptablePassword(password: string): boolean {
  return (
    password.length >= MIN_PASSWORD_CHARACTERS &&
    /\p{Lu}/u.test(password) &&
    /\p{Ll}/u.test(password)
  );
}
