/** Patterns and limits of names, addresses and passwords, apart from their schemas so that a page can use them without zod. */

/** 3 to 16 letters, digits, hyphens or underscores. */
export const USER_ID_PATTERN = /^[A-Za-z0-9_-]{3,16}$/;
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
export const MIN_PASSWORD_CHARACTERS = 7;

/** True for a password that may be chosen. Upper and lower case in the sense of Unicode. */
export function isAcceptablePassword(password: string): boolean {
  return (
    password.length >= MIN_PASSWORD_CHARACTERS &&
    /\p{Lu}/u.test(password) &&
    /\p{Ll}/u.test(password)
  );
}
