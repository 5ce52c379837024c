/** How texts are compared in a search. One rule for what is kept and for what is typed. */

/** Letters that people type as others, and that no Unicode form takes apart. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const LETTERS = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'g');

/** Scripts that put no space between words: each sign stands for itself. */
const ALONE =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const WORD = new RegExp(`(?=[\\p{L}\\p{N}])[${ALONE}]|(?:(?![${ALONE}])[\\p{L}\\p{N}])+`, 'gu');

/** Characters of a word that count, and words of a text. */
const MOST_CHARACTERS = 32;
const MOST_WORDS = 24;
/** Most words of a search. */
const MOST_TYPED = 8;

/**
 * Words of a text as search compares them: in lower case, without accents and marks, in one Unicode form, without
 * anything but letters and digits. At most 24 words of at most 32 characters, in order, repeated ones too. Doing it
 * again to the words changes nothing.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(LETTERS, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFC');
  return (plain.match(WORD) ?? [])
    .slice(0, MOST_WORDS)
    .map((word) => [...word].slice(0, MOST_CHARACTERS).join(''));
}

/** A name as a whole, as search compares it: its words with a space between them. */
export const nameOf = (text: string): string => wordsOf(text).join(' ');

/** The typed words, each once; a result has to have words that begin with every one of them. */
export const typedWords = (text: string): string[] =>
  [...new Set(wordsOf(text))].slice(0, MOST_TYPED);
