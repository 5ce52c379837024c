/** Reads the manual: Markdown (CommonMark) to the elements that its pages show. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import {
  MANUAL_PATH,
  type Manual,
  type ManualNode,
  type ManualPage,
} from '../../src/data/contract/manual.ts';

/** Where a picture of the manual is served, and its size in pixels. */
export interface ServedPicture {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

export interface ReadOptions {
  /** @param file as the page names it: `pictures/making.webp` */
  picture(file: string): ServedPicture;
}

/** Anchor of a heading: its words in lower case with hyphens between them, as Git hosts make it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');

/** Name of the page that a Markdown file of the manual is; the list of pages has none. */
const nameOf = (file: string) => (file === 'README.md' ? '' : file.replace(/\.md$/, ''));

/** Address of a page of the manual. @param file `making.md`, with or without an anchor */
function addressOf(file: string): string {
  const [path = '', anchor] = file.split('#');
  const page = path === '' ? '' : [MANUAL_PATH, nameOf(path)].filter(Boolean).join('/');
  return anchor === undefined ? page : `${page}#${anchor}`;
}

/** A link: to a page of the manual, to an address of this server or of another one, or the name of a file of the source. */
function linkOf({ href, tokens }: Tokens.Link, options: ReadOptions): ManualNode[] {
  const inside = nodesOf(tokens, options);
  if (/^(https?:|mailto:|\/)/.test(href)) return [['a', { href }, ...inside]];
  if (/^([\w-]+\.md)?(#[\w-]+)?$/.test(href)) return [['a', { href: addressOf(href) }, ...inside]];
  // A file of the source is not on the server: its reader is told its name.
  const path = join('docs/manual', href);
  return [...inside, ' (', ['code', {}, path], ')'];
}

const textOf = (token: Token): string =>
  'tokens' in token && token.tokens ? token.tokens.map(textOf).join('') : (token.raw ?? '');

const PLAIN: Readonly<Record<string, string>> = {
  paragraph: 'p',
  strong: 'strong',
  em: 'em',
  list_item: 'li',
};

function nodeOf(token: Token, options: ReadOptions): ManualNode[] {
  const { type } = token;
  const inside = () => nodesOf(('tokens' in token && token.tokens) || [], options);
  const plain = PLAIN[type];
  if (plain) return [[plain, {}, ...inside()]];
  switch (type) {
    // Notes for those who write the manual.
    case 'html':
    case 'space':
      return [];
    case 'text':
      return 'tokens' in token && token.tokens ? inside() : [token.text];
    case 'escape':
      return [token.text];
    case 'codespan':
      return [['code', {}, token.text]];
    case 'code':
      return [['pre', { className: 't13 anywhere' }, token.text]];
    case 'heading': {
      const id = anchorOf(textOf(token));
      const tag = `h${token.depth}`;
      return [[tag, { id }, ['a', { href: `#${id}`, className: 'hoverUnderline' }, ...inside()]]];
    }
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [[ordered ? 'ol' : 'ul', {}, ...items.flatMap((item) => nodeOf(item, options))]];
    }
    case 'link':
      return linkOf(token as Tokens.Link, options);
    case 'image': {
      const { src, width, height } = options.picture(token.href);
      const image: ManualNode = ['img', { src, width, height, alt: token.text, loading: 'lazy' }];
      // On a narrow screen it is small: the file by itself can be made larger.
      return [['a', { href: src }, image]];
    }
    default:
      throw new Error(`The manual shows no ${type}: ${token.raw}`);
  }
}

/** Elements of tokens; neighbouring texts become one. */
function nodesOf(tokens: readonly Token[], options: ReadOptions): ManualNode[] {
  const nodes: ManualNode[] = [];
  for (const node of tokens.flatMap((one) => nodeOf(one, options))) {
    const last = nodes.at(-1);
    if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
    else nodes.push(node);
  }
  return nodes;
}

/**
 * Reads one page: a heading of the first order, a paragraph that says what it is about, and the rest.
 * @throws Error where it begins otherwise, or has what the manual does not show
 */
export function readPage(name: string, markdown: string, options: ReadOptions): ManualPage {
  const [heading, lead, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space');
  if (heading?.type !== 'heading' || heading.depth !== 1 || lead?.type !== 'paragraph') {
    throw new Error(`docs/manual/${name}: begins with no title and paragraph`);
  }
  return {
    name,
    title: textOf(heading),
    lead: nodesOf((lead as Tokens.Paragraph).tokens, options),
    body: nodesOf(rest, options),
  };
}

/** Groups of pages: the list of each section of the first page. */
function groupsOf(index: string): Manual['groups'] {
  const groups: { title: string; pages: { to: string; title: string }[] }[] = [];
  for (const token of lexer(index)) {
    if (token.type === 'heading' && token.depth === 2) {
      groups.push({ title: textOf(token), pages: [] });
    }
    if (token.type !== 'list') continue;
    for (const [, title = '', file = ''] of token.raw.matchAll(
      /^- \[([^\]]+)\]\(([\w-]+\.md)\)/gm,
    )) {
      groups.at(-1)?.pages.push({ title, to: addressOf(file) });
    }
  }
  return groups.filter(({ pages }) => pages.length > 0);
}

/** The Markdown of every page of a folder, by its file. */
export function readSources(folder: string): Map<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

/** Names of all pages of a folder, which are the last part of their address. */
export const pageNames = (folder: string): string[] => [...readSources(folder).keys()].map(nameOf);

/** The whole manual of a folder. @throws Error where a page has what the manual does not show */
export function readManual(folder: string, options: ReadOptions): Manual {
  const sources = readSources(folder);
  return {
    groups: groupsOf(sources.get('README.md') ?? ''),
    pages: [...sources].map(([file, text]) => readPage(nameOf(file), text, options)),
  };
}
