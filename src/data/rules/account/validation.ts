/** What may be typed into the forms of an account. Each rule gives the message of the specification, or true. */
import {
  EMAIL_PATTERN,
  isAcceptablePassword,
  isLinkAddress,
  MAX_EMAIL_CHARACTERS,
  MAX_PASSWORD_CHARACTERS,
  USER_ID_PATTERN,
} from '../../contract/accountOptions.ts';
import { MESSAGES } from '../../contract/messages.ts';

/** `true` when the value may be sent, otherwise what is wrong with it. */
export type Judgement = true | string;

const TOO_LONG = `At most ${MAX_PASSWORD_CHARACTERS} characters`;
/** Characters of a display name, a bio and a link, as the contract has them. */
const MAX_DISPLAY_NAME = 40;
export const MAX_BIO = 1000;
const MAX_LINK = 200;

/** Must be present. Spaces alone are not a value. */
export function requiredText(text: string): Judgement {
  return text.trim() !== '' || MESSAGES.required;
}

/** Must be a whole number between the two, both allowed. */
export function wholeNumber(text: string, least: number, most: number): Judgement {
  const isNumber = /^\d{1,9}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
  return isNumber || `A whole number from ${least} to ${most}`;
}

/** A title that may be empty. @param most characters without the spaces around it */
export function shortTitle(text: string, most: number): Judgement {
  const over = text.trim().length - most;
  return over <= 0 || `At most ${most} characters: ${over} too many`;
}

/** A user name that can be chosen. */
export function userId(text: string): Judgement {
  if (text === '') return MESSAGES.required;
  return USER_ID_PATTERN.test(text) || MESSAGES.userId;
}

/** An e-mail address. Spaces around it, as keyboards of phones add them, do not count. */
export function email(text: string): Judgement {
  const address = text.trim();
  if (address === '') return MESSAGES.required;
  const isAddress = address.length <= MAX_EMAIL_CHARACTERS && EMAIL_PATTERN.test(address);
  return isAddress || MESSAGES.email;
}

/** A name or an address to sign in with; the specification names no message. */
export function emailOrUserId(text: string): Judgement {
  const trimmed = text.trim();
  if (trimmed === '') return MESSAGES.required;
  const isOne = trimmed.length <= MAX_EMAIL_CHARACTERS && EMAIL_PATTERN.test(trimmed);
  return USER_ID_PATTERN.test(trimmed) || isOne || 'Must be a user name or an e-mail address';
}

/** A password that is being chosen. */
export function newPassword(text: string): Judgement {
  if (text === '') return MESSAGES.required;
  if (text.length > MAX_PASSWORD_CHARACTERS) return TOO_LONG;
  return isAcceptablePassword(text) || MESSAGES.password;
}

/** A password that is being checked, not chosen. */
export function typedPassword(text: string): Judgement {
  if (text === '') return MESSAGES.required;
  return text.length <= MAX_PASSWORD_CHARACTERS || TOO_LONG;
}

/** The second typing of a password. */
export function samePassword(text: string, password: string): Judgement {
  if (text === '') return MESSAGES.required;
  return text === password || 'The passwords differ';
}

/** A box that must be ticked. */
export function ticked(isTicked: boolean): Judgement {
  return isTicked || MESSAGES.required;
}

/** A name to be shown; anything readable. */
export function displayName(text: string): Judgement {
  const name = text.trim();
  if (name === '') return MESSAGES.required;
  return name.length <= MAX_DISPLAY_NAME || `At most ${MAX_DISPLAY_NAME} characters`;
}

/** A few lines about oneself. */
export function bio(text: string): Judgement {
  return text.trim().length <= MAX_BIO || `At most ${MAX_BIO} characters`;
}

/** A link of a profile, or nothing. */
export function link(text: string): Judgement {
  const address = withScheme(text);
  if (address === '') return true;
  if (address.length > MAX_LINK) return `At most ${MAX_LINK} characters`;
  return isLinkAddress(address) || 'Must be an address such as https://example.org';
}

/** An address as people type it: `example.org` means `https://example.org`. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#:]|$)/i.test(trimmed) ? `https://${trimmed}` : trimmed;
}
