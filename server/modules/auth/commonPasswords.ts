import { readFileSync } from 'node:fs';
import { ValidationFailure } from '../../plugins/validation.ts';

/** Words that people choose as passwords, in lower case, with white space between them. */
const WORDS: ReadonlySet<string> = new Set(
  readFileSync(new URL('./commonPasswords.txt', import.meta.url), 'utf8')
    .normalize('NFKC')
    .split(/\s+/)
    .filter(Boolean),
);

const SIGN_LETTERS = new Map([...'0134578@$!'].map((sign, at) => [sign, 'oieastbasi'.charAt(at)]));
const withLetters = (text: string) =>
  [...text].map((sign) => SIGN_LETTERS.get(sign) ?? sign).join('');

/** So many digits and signs before or after a word make no password of it. */
const AROUND = /^[\d\W_]{0,4}(.*?)[\d\W_]{0,6}$/su;

/** Rows of keys and of the alphabet; a stretch of one, either way, is what a hand finds without a thought. */
const ROWS = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
];
const WALKS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]);

function isPoor(text: string): boolean {
  if (WORDS.has(text)) return true;
  if (/^(.{1,4}?)\1+$/su.test(text)) return true;
  return text.length >= 4 && WALKS.some((walk) => walk.includes(text));
}

/**
 * Is a password one of the few thousand that everybody tries first? In any case, with digits and signs for letters, and
 * with up to four of them before and six after: `Password1!`, `P4ssw0rd`, `Qwertyui12`. A password of several words is
 * none of them, unless the words are one that is known.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  const [, inner = ''] = AROUND.exec(text) ?? [];
  const forms = [text, inner, withLetters(text), withLetters(inner)];
  const [, read = ''] = AROUND.exec(withLetters(inner)) ?? [];
  return [...forms, read].some((form) => form !== '' && isPoor(form));
}

/** What is said of such a password. */
export const COMMON_PASSWORD = 'This password is too common: choose another one';

/** Throws a `ValidationFailure` of `field` for a password that everybody tries first. */
export function refuseCommon(field: 'password' | 'newPassword', password: string): void {
  if (isCommonPassword(password)) throw new ValidationFailure({ [field]: COMMON_PASSWORD });
}
