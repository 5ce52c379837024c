import { type TextStyle, textWidth } from './letters.ts';

/** A size that a text may be set in, and how many lines of it there is room for. */
export interface TextSize {
  readonly sizePx: number;
  readonly leadingPx: number;
  readonly maxLines: number;
}

export interface FittedText {
  readonly size: TextSize;
  readonly lines: readonly string[];
}

const ELLIPSIS = '…';

/** As much of a text as fits, with an ellipsis; whole characters only. */
function shorten(text: string, widthPx: number, style: TextStyle): string {
  const characters = [...text];
  while (characters.length > 0) {
    const shown = `${characters.join('').trimEnd()}${ELLIPSIS}`;
    if (textWidth(shown, style) <= widthPx) return shown;
    characters.pop();
  }
  return ELLIPSIS;
}

/** Breaks a word that is wider than a line where it has to be. */
function breakWord(word: string, widthPx: number, style: TextStyle): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part && textWidth(part + character, style) > widthPx) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}

/** Lines of a text, broken at spaces. */
function wrap(text: string, widthPx: number, style: TextStyle, mayBreak: boolean): string[] | null {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (textWidth(longer, style) <= widthPx) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    if (textWidth(word, style) <= widthPx) continue;
    if (!mayBreak) return null;
    const parts = breakWord(word, widthPx, style);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  return line ? [...lines, line] : lines;
}

/**
 * Sets a text in the largest of some sizes in which it fits whole; in the smallest its words may be broken,
 * and what is left over ends in an ellipsis.
 *
 * @param sizes largest first
 */
export function fitText(
  text: string,
  widthPx: number,
  sizes: readonly TextSize[],
  style: Omit<TextStyle, 'sizePx'>,
): FittedText {
  for (const size of sizes) {
    const lines = wrap(text, widthPx, { ...style, sizePx: size.sizePx }, false);
    if (lines && lines.length <= size.maxLines) return { size, lines };
  }
  const size = sizes.at(-1)!;
  const full = { ...style, sizePx: size.sizePx };
  const lines = wrap(text, widthPx, full, true) ?? [];
  if (lines.length <= size.maxLines) return { size, lines };
  const rest = lines.slice(size.maxLines - 1).join(' ');
  return { size, lines: [...lines.slice(0, size.maxLines - 1), shorten(rest, widthPx, full)] };
}
