import { PRODUCT_NAME } from '../../../src/data/contract/constants.ts';
import { escapeHtml, sharePageUrl } from '../../../src/data/rules/sharing/embedCode.ts';
import { sha256 } from '../../plugins/identity.ts';
import type { ShareView } from '../feed/shareLists.ts';

/** What XML 1.0 cannot hold, not even as a reference (section 2.2). */
const NO_XML_CHARACTERS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text for the content or an attribute of an element of XML. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(NO_XML_CHARACTERS, '\ufffd'));
}

/**
 * A name that stays, whatever address the server is reached by (RFC 4287, section 4.2.6): a UUID of version 8 (RFC 9562)
 * made of the SHA-256 of what it names.
 */
export function permanentId(what: string): string {
  const hex = sha256(`rondo ${what}`);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return `urn:uuid:${[...parts, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')}`;
}

/** A share as an entry of a feed. */
export interface AtomEntry {
  readonly view: ShareView;
  /** Its title here, where that is not the share's own. */
  readonly title?: string;
  /** What it is named by, where that is not the share. */
  readonly name?: string;
  /** Milliseconds since the epoch; left out: when it was shared. */
  readonly updated?: number;
}

/** One feed. */
export interface AtomFeed {
  readonly name: string;
  readonly title: string;
  /** Paths of the feed itself and of the page that shows the same. */
  readonly self: string;
  readonly page: string;
  /** When it was last changed where it has no entries; milliseconds since the epoch. */
  readonly since: number;
  readonly entries: readonly AtomEntry[];
}

const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
const moment = (name: string, ms: number) => element(name, new Date(ms).toISOString());
const link = (rel: string, type: string, href: string) =>
  `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;

function entryXml(base: string, { view, title, name, updated }: AtomEntry): string {
  const page = sharePageUrl(base, view.id);
  const cover = `${base}/media/covers/${view.id}.png`;
  const author = view.displayName || view.userId;
  const shown = view.title || 'A rifff';
  const html =
    `<p><a href="${escapeHtml(page)}"><img src="${escapeHtml(cover)}" alt="The rings of ${escapeHtml(shown)}"></a></p>` +
    `<p>${escapeHtml(shown)} by ${escapeHtml(author)}</p>`;
  return [
    '<entry>',
    element('id', permanentId(name ?? `share ${view.id}`)),
    element('title', title ?? shown),
    moment('published', view.created),
    moment('updated', updated ?? view.created),
    `<author>${element('name', author)}${element('uri', `${base}/${encodeURIComponent(view.userId)}`)}</author>`,
    link('alternate', 'text/html', page),
    `<content type="html">${escapeXml(html)}</content>`,
    '</entry>',
  ].join('');
}

/**
 * An Atom 1.0 document (RFC 4287).
 * @param base where this server is reached, without a slash at its end; empty: addresses are relative to the document
 */
export function atomDocument(base: string, feed: AtomFeed): string {
  const { name, title, self, page, since, entries } = feed;
  const updated = Math.max(since, ...entries.map((one) => one.updated ?? one.view.created));
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', permanentId(name)),
    element('title', title),
    moment('updated', updated),
    `<generator>${PRODUCT_NAME}</generator>`,
    link('self', 'application/atom+xml', `${base}${self}`),
    link('alternate', 'text/html', `${base}${page}`),
    ...entries.map((entry) => entryXml(base, entry)),
    '</feed>',
    '',
  ].join('\n');
}
