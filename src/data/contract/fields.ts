import * as z from 'zod';
import { MESSAGES } from './messages.ts';

/** 3 to 16 letters, digits, hyphens or underscores. */
export const USER_ID_PATTERN = /^[A-Za-z0-9_-]{3,16}$/;
/** Text, @, text, dot, text. */
export const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The longest address that mail can be sent to (RFC 5321). */
export const MAX_EMAIL_CHARACTERS = 254;
/** More is not hashed: the work of argon2 grows with it. */
export const MAX_PASSWORD_CHARACTERS = 256;
/** Accepted: more than six characters with upper and lower case, although the message says eight. */
export const MIN_PASSWORD_CHARACTERS = 7;

/** True for a password that may be chosen. Upper and lower case in the sense of Unicode. */
export function isAcceptablePassword(password: string): boolean {
  return (
    password.length >= MIN_PASSWORD_CHARACTERS &&
    /\p{Lu}/u.test(password) &&
    /\p{Ll}/u.test(password)
  );
}

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
