import { IMPORTED_SIGN } from './accountOptions.ts';

/**
 * What is not seen but belongs to a script: joiners of emoji, of Arabic letters and of Indic ones after their virama; signs
 * that choose a form of the one before; flags of regions. (Unicode, UAX 31 section 2.3 and UTS 51.)
 */
const KEPT = [
  /(?<=\p{Extended_Pictographic}\p{M}?|\p{EMod})\u200d(?=\p{Extended_Pictographic})/u,
  /(?<=\p{Script=Arabic}\p{M}{0,2})\u200c(?=\p{Script=Arabic})/u,
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/u,
  /(?<=\p{Emoji})[\ufe0e\ufe0f]/u,
  /(?<=\p{Ideographic})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u,
  /(?<=\p{Script=Mongolian})[\u180b-\u180d]/u,
  /(?<=\p{Extended_Pictographic})[\u{e0061}-\u{e007a}]{2,6}\u{e007f}/u,
]
  .map(({ source }) => source)
  .join('|');
/** What is not seen or moves what is seen; the last is a sign that typefaces show as nothing. */
const HIDDEN = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\p{Cs}\ufff9-\ufffb\u2800]`;
const UNSEEN = new RegExp(`(?<kept>${KEPT}|\\n)|${HIDDEN}`, 'gu');
/** Ends of lines as systems and documents write them. */
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Languages stack three marks on a letter, few of them four; a text that covers its neighbours stacks dozens. */
const TOWER = /(\p{M}{4})\p{M}+/gu;

/**
 * A text of people without what is not seen, turns its direction (U+202A to U+202E, U+2066 to U+2069 and the like) or
 * stacks more than four marks on a letter. Scripts, accents and joined emoji stay as they are; line ends become `\n`.
 * Applied twice it changes nothing.
 */
export const cleanText = (text: string): string =>
  text
    .replace(LINE_ENDS, '\n')
    .replace(/\t/g, ' ')
    .replace(UNSEEN, (_sign, kept?: string) => kept ?? '')
    .replace(TOWER, '$1');

/**
 * `cleanText` for what stands in one line: names, titles, notes. Line ends become spaces, and so does the sign of imported
 * people, which no name may hold; trimmed.
 */
export const cleanName = (text: string): string =>
  cleanText(text).replaceAll(IMPORTED_SIGN, ' ').replace(/\n+/g, ' ').trim();
