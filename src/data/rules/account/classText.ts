/** What a teacher types about a class, and what is said of its pupils and cards. */
import {
  CARD_CODE_LENGTH,
  type Card,
  MAX_CHANNELS_AT_FIRST,
  MAX_CLASS_NAME,
  MAX_PUPIL_NAME,
  MAX_PUPILS,
} from '../../contract/classes.ts';
import { MESSAGES } from '../../contract/messages.ts';
import type { Judgement } from './validation.ts';

/** Names out of a text with one on each line, as a list is pasted; empty lines, and more than one space, do not count. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);

function judgeLines(text: string, most: number, longest: number, what: string): Judgement {
  const lines = linesOf(text);
  if (lines.length === 0) return MESSAGES.required;
  if (lines.length > most) return `At most ${most} ${what}: ${lines.length - most} too many`;
  const long = lines.find((line) => line.length > longest);
  return long === undefined || `Longer than ${longest} characters: ${long}`;
}

/** Names of pupils, one on each line. @param present pupils that the class has already */
export const pupilNames = (text: string, present = 0): Judgement =>
  judgeLines(text, MAX_PUPILS - present, MAX_PUPIL_NAME, 'pupils');

/** Names of channels, one on each line. */
export const channelNames = (text: string): Judgement =>
  judgeLines(text, MAX_CHANNELS_AT_FIRST, MAX_CLASS_NAME, 'channels');

/** The name of a class. */
export function className(text: string): Judgement {
  if (text.trim() === '') return MESSAGES.required;
  return text.trim().length <= MAX_CLASS_NAME || `At most ${MAX_CLASS_NAME} characters`;
}

/** How many pupils a text names, and which of them stand there more than once. */
export function namesHint(text: string): string {
  const lines = linesOf(text);
  if (lines.length === 0) return 'One name on each line, as in a list. You can paste it.';
  const counts = Map.groupBy(lines, (line) => line.toLowerCase());
  const twice = [...counts.values()].filter((same) => same.length > 1).map(([first]) => first);
  const count = lines.length === 1 ? '1 pupil.' : `${lines.length} pupils.`;
  if (twice.length === 0) return count;
  return `${count} There more than once, and told apart by a number: ${twice.join(', ')}.`;
}

/** What of a card's code was typed, in any spelling. */
const cardLetters = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** The code of a card, before it is sent. */
export function cardCode(text: string): Judgement {
  const { length } = cardLetters(text);
  if (length === 0) return MESSAGES.required;
  return (
    length === CARD_CODE_LENGTH ||
    `A code has ${CARD_CODE_LENGTH} letters and digits, and this has ${length}`
  );
}

/** A code as it is typed: capitals, in groups of four, as it stands on the card. */
export const spelledCode = (text: string): string =>
  (cardLetters(text).match(/.{1,4}/g) ?? []).join('-');

/** Where a card signs its pupil in by being scanned. @param home address of the server, without a slash at its end */
export const cardAddress = (home: string, code: string): string =>
  `${home}/card#${cardLetters(code)}`;

/** Cards as a text to keep. @param home address of the server, without a slash at its end */
export function cardsText(title: string, home: string, cards: readonly Card[]): string {
  const head = `Cards of ${title}. Sign in at ${home}/card with the code.`;
  return `${[head, '', ...cards.map(({ name, code }) => `${name}: ${code}`)].join('\n')}\n`;
}
