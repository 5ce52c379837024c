import { escapeHtml } from '../../../src/data/rules/sharing/embedCode.ts';

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | null | readonly Html[];

const textOf = (part: Part): string => {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escapeHtml(String(part));
};

/** HTML with values in it; those that are no HTML are escaped. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(
    strings.map((text, at) => text + (at < parts.length ? textOf(parts[at] ?? null) : '')).join(''),
  );
