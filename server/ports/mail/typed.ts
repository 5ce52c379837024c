/** Characters that cannot be part of an address, a tag or a line end; marks stand on their letters. */
const PLAIN = /[^\p{L}\p{M}\p{N} ,'’()+&#!_-]+/gu;

/**
 * What a person typed, as one short line that a mail may repeat: without line ends, invisible characters and whatever
 * makes a link of it in the eyes of a mail program (`.` `/` `:` `@` and the like become spaces), in quotes, so that
 * it is seen to be words of a person and not ours. Empty text gives `“”`.
 *
 * @param text as it was typed, of any length
 * @param maxCharacters of the text between the quotes; more is cut off with an ellipsis
 */
export function typedLine(text: string, maxCharacters = 40): string {
  const line = text
    .normalize('NFKC')
    .replace(PLAIN, ' ')
    .replace(/\p{M}{3,}/gu, '')
    .trim();
  const letters = [...line.replace(/\s+/g, ' ')];
  const isLong = letters.length > maxCharacters;
  return `“${letters.slice(0, maxCharacters).join('').trim()}${isLong ? '…' : ''}”`;
}
