import * as z from 'zod';
import {
  EMAIL_PATTERN,
  isAcceptablePassword,
  MAX_EMAIL_CHARACTERS,
  MAX_PASSWORD_CHARACTERS,
  USER_ID_PATTERN,
} from './accountOptions.ts';
import { cleanName, cleanText } from './cleanText.ts';
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

/** Text of people, cleaned and trimmed; what is far too long is refused before it costs anything. */
const cleanedBy = (clean: (text: string) => string, maxCharacters: number) =>
  z
    .string()
    .max(10 * maxCharacters, { error: `at most ${maxCharacters} characters`, abort: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, 'must not hold control characters')
    .overwrite(clean)
    .trim()
    .max(maxCharacters);

/** Text that people read: no control characters except line ends. */
export const plainText = (maxCharacters: number) => cleanedBy(cleanText, maxCharacters);
/** A name or title: text in one line. */
export const plainName = (maxCharacters: number) => cleanedBy(cleanName, maxCharacters);

/** Words that every object answers to: looking up `constructor` in a table by mistake gives a function. */
const OBJECT_WORDS: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The category of a loop or slot: a slug of `categories.ts`, or the word of another program. */
export const CategoryWordSchema = z
  .string()
  .max(32)
  .overwrite(cleanName)
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
