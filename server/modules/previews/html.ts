import { escapeHtml } from '../../../src/data/rules/sharing/embedCode.ts';

/** A value as the content of a data block: nothing in it can end the block. */
export function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** What a page says about itself before its script has run. */
export interface PageHead {
  readonly title: string;
  readonly description?: string;
  /** Markup for the end of the head, already escaped. */
  readonly more: string;
}

/** A built page with its own title, description and tags. Texts of the head are escaped here. */
export function withHead(page: string, { title, description, more }: PageHead): string {
  const titled = page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`);
  const described =
    description === undefined
      ? titled
      : titled.replace(
          /<meta\s+name="description"\s+content="[^"]*"\s*\/?>/,
          () => `<meta name="description" content="${escapeHtml(description)}" />`,
        );
  return described.replace('</head>', () => `${more}</head>`);
}
