/** What the pages of the manual name: controls, pictures, links. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lexer, type Token, walkTokens } from 'marked';
import { anchorOf } from '../../tools/build/readManual.ts';

export const MANUAL = join(import.meta.dirname, '../../docs/manual');

export const MAX_PICTURE_BYTES = 60_000;

/** A part of a page below a heading of the second order, or before the first of them. */
export interface ManualSection {
  /** Empty for what stands before the first heading of the second order. */
  readonly anchor: string;
  /** Words in bold, which are names of controls. */
  readonly bold: readonly string[];
  /** Files of pictures, without their folder. */
  readonly pictures: readonly string[];
  readonly links: readonly string[];
}

/** The sections of a page. @param file its name in the folder of the manual */
export function sectionsOf(file: string): ManualSection[] {
  const parts: { anchor: string; tokens: Token[] }[] = [{ anchor: '', tokens: [] }];
  for (const token of lexer(readFileSync(join(MANUAL, file), 'utf8'))) {
    if (token.type === 'heading' && token.depth === 2) {
      parts.push({ anchor: anchorOf(token.text), tokens: [] });
    }
    parts.at(-1)?.tokens.push(token);
  }
  return parts.map(({ anchor, tokens }) => {
    const all: Token[] = [];
    walkTokens(tokens, (token) => void all.push(token));
    const of = (type: string) =>
      all.filter((token) => token.type === type) as { text: string; href: string }[];
    return {
      anchor,
      // A line of the source may end within one.
      bold: of('strong').map(({ text }) => text.replace(/\s+/g, ' ')),
      pictures: of('image').map(({ href }) => basename(href)),
      links: of('link').map(({ href }) => href),
    };
  });
}
