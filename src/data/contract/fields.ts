import * as z from 'zod';
import {
  EMAIL_PATTERN,
  IMPORTED_SIGN,
  isAcceptablePassword,
  MAX_EMAIL_CHARACTERS,
  MAX_PASSWORD_CHARACTERS,
  USER_ID_PATTERN,
} from './accountOptions.ts';
import { MESSAGES } from './messages.ts';

const required = z.string({ error: MESSAGES.required }).min(1, MESSAGES.required);

export const UserIdSchema = required.regex(USER_ID_PATTERN, MESSAGES.userId);
export const EmailSchema = required
  .max(MAX_EMAIL_CHARACTERS, MESSAGES.email)
  .regex(EMAIL_PATTERN, MESSAGES.email);
export const NewPasswordSchema = required
  .max(MAX_PASSWORD_CHARACTERS, `at most ${MAX_PASSWORD_CHARACTERS} characters`)
  .refine(isAcceptablePassword, MESSAGES.password);
/** A password that is being checked, not chosen. */
export const TypedPasswordSchema = required.max(
  MAX_PASSWORD_CHARACTERS,
  `at most ${MAX_PASSWORD_CHARACTERS} characters`,
);
/** A name or an e-mail address. */
export const EmailOrUserIdSchema = required
  .max(MAX_EMAIL_CHARACTERS, `at most ${MAX_EMAIL_CHARACTERS} characters`)
  .refine((text) => USER_ID_PATTERN.test(text) || EMAIL_PATTERN.test(text), {
    message: 'Must be a user name or an e-mail address',
  });

/** An opaque token that the server made. */
export const TokenSchema = required.regex(/^[A-Za-z0-9_-]{16,128}$/, 'is not a token');

/** Text that people read: no control characters except line ends, trimmed. */
export const plainText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .max(maxCharacters)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, 'must not hold control characters');

/** An emoji may be made of several, joined by what is not seen, and Persian words keep their letters apart by it. */
const JOINERS =
  /(?<=\p{Extended_Pictographic}\p{M}?|\p{EMod})\u200d(?=\p{Extended_Pictographic})|(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})|(?<=\p{Emoji})\ufe0f|(?<=\p{Extended_Pictographic})[\u{e0061}-\u{e007f}]+/gu;
/** What is not seen or moves what is seen; the others are letters and signs that most typefaces show as nothing. */
const HIDDEN =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u2800\u3164\uffa0]|\p{M}{5}/u;

/** True where a text holds characters that are not seen or change its direction; line ends count. */
export const hasHiddenCharacters = (text: string): boolean =>
  HIDDEN.test(text.replace(JOINERS, ''));

/** Text in one line that something or somebody goes by. */
export const plainName = (maxCharacters: number) =>
  plainText(maxCharacters)
    .refine((text) => !hasHiddenCharacters(text), 'must not hold invisible characters')
    .refine((text) => !text.includes(IMPORTED_SIGN), `must not hold ${IMPORTED_SIGN}`);

/**
 * A name out of a file from elsewhere as it can be shown: one line of at most `maxCharacters`, without what is not seen or
 * changes direction, without towers of marks and without the sign of imported people. '' where nothing is left.
 */
export function cleanName(text: string, maxCharacters: number): string {
  const shown = text
    .normalize('NFC')
    .replaceAll(IMPORTED_SIGN, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}\u2800\u3164\uffa0]+/gu, ' ')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
  return [...shown].slice(0, maxCharacters).join('').trim();
}

/** Words that every object answers to: whoever finds `constructor` in a table by mistake finds a function. */
const OBJECT_WORDS: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The category of a loop or slot: a slug of `categories.ts`, or the word of somebody else. */
export const CategoryWordSchema = z
  .string()
  .max(32)
  .refine((word) => !OBJECT_WORDS.has(word), 'is no category');

export const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Any document id: ours are 32 hex digits, other people's data has other shapes. */
export const IdSchema = z
  .string()

  .regex(ID_PATTERN, 'must be 1 to 64 letters, digits, - or _');

/** A whole number in a query string: `"10"` is one, `"ten"`, `"1e9"` and `""` are not. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** Largest time that a call takes, in milliseconds since the epoch (the year 2286). */
export const MAX_TIME_MS = 9_999_999_999_999;
/** A time in a query string, in milliseconds since the epoch. */
export const timeMs = wholeNumber(0, MAX_TIME_MS);

/** `true` or `false` in a query string; the bare name counts as true. */
export const flag = z
  .enum(['true', 'false', '1', '0', ''], { error: 'must be true or false' })
  .transform((word) => word !== 'false' && word !== '0');
