/** Heads of pages: what they say before their script has run. */
import { escapeHtml } from '../../../src/data/rules/sharing/embedCode.ts';
import { COVER_HEIGHT_PX, COVER_WIDTH_PX, POSTER_PX } from '../covers/drawCover.ts';

/** A tag of a head. Its content is escaped here. */
export const meta = (name: 'name' | 'property', key: string, content: string | number): string =>
  `<meta ${name}="${key}" content="${escapeHtml(String(content))}" />`;

/** A picture that stands for a page. */
export interface HeadImage {
  readonly url: string;
  readonly alt: string;
  /** A drawn cover of known size; else a picture that an account sent. */
  readonly isCover: boolean;
}

/** Markup of a canonical address, and Open Graph and Twitter tags of a page. */
export function pageTags(page: {
  /** Name of the server. */
  readonly site: string;
  readonly type: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly image: HeadImage | undefined;
}): string[] {
  const { site, type, url, title, description, image } = page;
  const size = image?.isCover
    ? [
        meta('property', 'og:image:type', 'image/png'),
        meta('property', 'og:image:width', COVER_WIDTH_PX),
        meta('property', 'og:image:height', COVER_HEIGHT_PX),
      ]
    : [];
  const picture = image
    ? [
        meta('property', 'og:image', image.url),
        ...size,
        meta('property', 'og:image:alt', image.alt),
        meta('name', 'twitter:image', image.url),
        meta('name', 'twitter:image:alt', image.alt),
      ]
    : [];
  return [
    `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta('property', 'og:type', type),
    meta('property', 'og:site_name', site),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    ...picture,
  ];
}

/** Open Graph tags of a poster: a square video. */
export const videoTags = (url: string): string[] => [
  meta('property', 'og:video', url),
  meta('property', 'og:video:type', 'video/webm'),
  meta('property', 'og:video:width', POSTER_PX),
  meta('property', 'og:video:height', POSTER_PX),
];

/** The link by which other sites find how to embed a page. */
export function oembedLink(base: string, page: string, title: string): string {
  const address = `${base}/api/oembed?${new URLSearchParams({ url: page, format: 'json' })}`;
  return `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(address)}" title="${escapeHtml(title)}" />`;
}

/** Tags between a head's own lines. */
export const joinTags = (tags: readonly string[]): string => tags.join('\n    ');

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
