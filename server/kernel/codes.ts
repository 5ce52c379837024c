/** Codes that people read, type or scan: of jams, clubs, invitations, gifts, claims, and devices that sign in. */
import { randomInt } from 'node:crypto';

/** Letters and digits of codes: 32 without I, O, 0 and 1, or 25 that look like no other (no 2 Z, 5 S, 8 B, L either). */
const LETTERS = {
  typed: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
  compared: '34679ACDEFGHJKMNPQRTUVWXY',
} as const;

/**
 * A new code as it is stored, by chance: twelve `typed` letters are 60 bits, twelve `compared` ones 55, six 27.
 * @param length letters
 */
export function newCode(kind: keyof typeof LETTERS = 'typed', length = 12): string {
  const letters = LETTERS[kind];
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** A stored code as people read it: in groups of four. */
export const showCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** A code as it is stored and compared: upper case, without what people put between its letters. */
export const foldCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Codes that one address may try; a code has 60 bits. */
export const CODE_TRIES = { max: 120, windowMs: 60_000 };
