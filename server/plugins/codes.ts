/** Codes that let people in or give them something: of jams, of clubs, and those that are redeemed. */
import { randomInt } from 'node:crypto';

/** 32 letters and digits without I, O, 0 and 1: twelve of them are 60 bits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 12;

/** A new code as it is stored, by chance. */
export const newCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A stored code as people read it: in groups of four. */
export const showCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** A code as it is stored and compared: upper case, without what people put between its letters. */
export const foldCode = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Codes that one address may try; a code has 60 bits. */
export const CODE_TRIES = { max: 120, windowMs: 60_000 };
