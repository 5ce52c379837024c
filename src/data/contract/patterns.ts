/** Patterns and limits of names, addresses and passwords, apart from their schemas so that a page can use them without zod. */

/** 3 to 16 letters, digits, hyphens or underscores. */
export const USER_ID_PATTERN = /^[A-Za-z0-9_-]{3,16}$/;
/** Text, @, text, dot, text; no spaces or control characters anywhere. */
export const EMAIL_PATTERN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  /^[^\s@\u0000-\u001f\u007f]+@[^\s@\u0000-\u001f\u007f]+\.[^\s@\u0000-\u001f\u007f]+$/;
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
