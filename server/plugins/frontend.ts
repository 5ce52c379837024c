import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import {
  type BuiltPage,
  PAGES_LIST,
  type PaintedPage,
} from '../../src/data/contract/builtPages.ts';
import { COOKIE_NOTICE_COOKIE } from '../../src/data/contract/constants.ts';
import { ApiError } from '../../src/data/contract/errors.ts';
import { firstSegment, isServerSegment } from '../../src/data/contract/serverPaths.ts';
import { isSupportedBrowser } from '../../src/data/rules/site/browserSupport.ts';
import { cookieValue } from '../../src/data/rules/site/locale.ts';
import { pathOf } from './address.ts';
import { notFound } from './errors.ts';
import { allowFraming, guardDocument } from './security.ts';

const YEAR_SEC = 31_536_000;
/** Headers that browsers heed with documents alone: on every script and style they are a third of a kilobyte. */
const OF_DOCUMENTS = [
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
];

/** A request handler in the style of Express, such as Vite's. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Who serves the pages: the built files of a folder, or a middleware that is made once the HTTP server is
 * known (Vite's reload socket shares it).
 */
export type Frontend =
  | { readonly folder: string }
  | { readonly middleware: (server: Server, pageFor: PageFor) => Promise<Middleware> };

/** A page that the server knows more about than the others. */
export interface SpecialPage {
  /** The built page that it is made from. */
  readonly file: 'index.html' | 'embed.html';
  readonly status: number;
  /** Makes the page out of the built one. */
  readonly change: (page: string) => string;
  /** It is still the page that its first paint shows. */
  readonly isPainted?: true;
  /** What it asks for at once besides the pieces of the page, as a `Link` header. */
  readonly link?: string;
}

/** The special page of a path, if it has one. */
export type PageFor = (path: string) => Promise<SpecialPage | undefined>;

const noSpecialPages: PageFor = async () => undefined;

/**
 * A built document below the path that people reach the server at: it is built for a server that has its host for itself.
 * Scripts and styles name each other relatively.
 */
const below = (subPath: string, built: string): string =>
  subPath === '' ? built : built.replace(/(="|url\()\/(?=[\w."])/g, `$1${subPath}/`);

/** True for an address that belongs to the server and never to a page. `url` is a raw path and query. */
export const isServerPath = (url: string): boolean => isServerSegment(pathOf(url));

/** Endings of the files that pages are made of or ask for. */
const FILE_ENDINGS =
  /\.(avif|br|css|flac|gif|gz|html?|ico|jpe?g|js|json|map|mjs|mp[34]|ogg|pdf|png|svg|txt|wasm|wav|webm|webmanifest|webp|woff2?|xml)$/i;

/**
 * Status that the page is answered with; undefined where the address is none of a page. A page is any GET that
 * the server does not keep for itself and that names no file: the router in the browser decides what it shows,
 * its own "not found" included. No page has a dot in its last part, so that one is told to be missing, by the
 * page to callers who ask for one. Under `embed` there is nothing but embeds, and pages that have one know. A missing script
 * or picture stays a plain 404, and so does a hidden file.
 */
function pageStatus(request: FastifyRequest): 200 | 404 | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const path = pathOf(request.url);
  if (/^\/assets(\/|$)/.test(path) || isServerPath(path)) return undefined;
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (!last.includes('.')) return firstSegment(path) === 'embed' ? 404 : 200;
  const isFile = last.startsWith('.') || FILE_ENDINGS.test(last);
  return !isFile && request.headers.accept?.includes('text/html') ? 404 : undefined;
}

/**
 * Finds the document that names what the page of a path begins with; undefined where there is only the plain one. `isThere`
 * is false where the build knows that the address has no page.
 */
function readPages(
  folder: string,
): (path: string) => (BuiltPage & { isThere: boolean }) | undefined {
  const list = join(folder, PAGES_LIST);
  if (!existsSync(list)) return () => undefined;
  const pages = (JSON.parse(readFileSync(list, 'utf8')) as BuiltPage[]).map((page) => {
    const parts = page.path.replace(/\/:\w+\?/g, '(?:/([^/]+))?').replace(/:\w+/g, '([^/]+)');
    return { page, pattern: new RegExp(`^${parts}/?$`, 'i') };
  });
  return (path) => {
    for (const { page, pattern } of pages) {
      const [found, part = ''] = pattern.exec(path) ?? [];
      if (found !== undefined) return { ...page, isThere: page.only?.includes(part) !== false };
    }
    return undefined;
  };
}

/** Does the query of an address make another page than the one that the first paint shows? */
function isChanged({ changedBy }: PaintedPage, url: string): boolean {
  const { searchParams } = new URL(url, 'http://relative.invalid');
  return changedBy ? changedBy.some((name) => searchParams.has(name)) : searchParams.size > 0;
}

/**
 * The document for a visitor: with the first paint in it, unless the guards lead them to another page or the address asks
 * for something else of it, such as another order.
 */
function fileFor({ file, painted }: BuiltPage, { headers, url }: FastifyRequest): string {
  if (!painted || isChanged(painted, url)) return file;
  if (!isSupportedBrowser({ userAgent: headers['user-agent'] ?? '' })) return file;
  const hasRead = cookieValue(headers.cookie ?? '', COOKIE_NOTICE_COOKIE) === 'accepted';
  return hasRead ? painted.plain : painted.withNotice;
}

/** Answers an address that no route and no file serves. */
export type Fallback = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Serves pages and files, and returns what answers the addresses that are left. */
export async function installFrontend(
  app: FastifyInstance,
  frontend: Frontend,
  { pageFor = noSpecialPages, subPath = '' }: { pageFor?: PageFor; subPath?: string } = {},
): Promise<Fallback> {
  if ('middleware' in frontend) {
    const { default: middie } = await import('@fastify/middie');
    await app.register(middie);
    const middleware = await frontend.middleware(app.server, pageFor);
    app.use(
      (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) =>
        isServerPath(request.url ?? '') ? next() : middleware(request, response, next),
    );
    return async (request) => {
      throw notFound(request);
    };
  }
  const { folder } = frontend;
  const builtPage = readPages(folder);
  const readBuilt = async (file: string) =>
    below(subPath, await readFile(join(folder, file), 'utf8'));
  /** Sends a document that is not as it was built; @param status it is answered with. */
  async function sendChanged(
    request: FastifyRequest,
    reply: FastifyReply,
    page: string,
    status: number,
  ): Promise<unknown> {
    const etag = `W/"${createHash('sha256').update(page).digest('base64url')}"`;
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (status === 200 && fresh(request.headers, { etag })) return reply.code(304).send();
    return reply.code(status).type('text/html; charset=utf-8').send(page);
  }
  await app.register(fastifyStatic, {
    root: folder,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      // Vite puts the content's hash into every name under assets/.
      const isHashed = /[\\/]assets[\\/]/.test(path);
      const caching = isHashed ? `public, max-age=${YEAR_SEC}, immutable` : 'no-cache';
      reply.header('cache-control', caching);
      if (!isHashed) return;
      // A sandboxed embed has no origin: to it the scripts of its own page are of another origin.
      reply.header('access-control-allow-origin', '*');
      reply.header('cross-origin-resource-policy', 'cross-origin');
      for (const name of OF_DOCUMENTS) reply.raw.removeHeader(name);
    },
  });
  const answerPage: Fallback = async (request, reply) => {
    const asked = pageStatus(request);
    if (!asked) throw notFound(request);
    if (!existsSync(join(folder, 'index.html'))) {
      throw new ApiError('unavailable', 'The pages are not built yet: run npm run build');
    }
    const path = pathOf(request.url);
    const special = await pageFor(path);
    const built = asked === 200 && special?.file !== 'embed.html' ? builtPage(path) : undefined;
    const status = built?.isThere === false ? 404 : asked;
    // What a proxy may send as 103 before the document, and a browser asks for before it has read it.
    const isItself = !special || special.isPainted === true;
    const builtLink = built?.link.replaceAll('</', `<${subPath}/`);
    const links = isItself ? [special?.link, builtLink].filter(Boolean) : [];
    if (links.length > 0) reply.header('link', links.join(', '));
    if (special?.file === 'embed.html') allowFraming(reply.raw, false);
    else guardDocument(reply.raw);
    const painted = isItself && built ? fileFor(built, request) : undefined;
    if (!special && status === 200 && subPath === '') {
      return reply.sendFile(painted ?? 'index.html', folder, { dotfiles: 'allow' });
    }
    const file = painted ?? built?.file ?? special?.file ?? 'index.html';
    const plain = await readBuilt(file);
    const page = special?.change(plain) ?? plain;
    return sendChanged(request, reply, page, special?.status ?? status);
  };
  // The folder has a file for it, but there may be more to say in the first page.
  app.get('/', { schema: { hide: true } }, answerPage);
  if (subPath !== '') {
    // The worker of the pages keeps the first of them.
    for (const file of ['index.html', 'embed.html']) {
      app.get(`/${file}`, { schema: { hide: true } }, async (request, reply) =>
        sendChanged(request, reply, await readBuilt(file), 200),
      );
    }
    app.get('/manifest.webmanifest', { schema: { hide: true } }, async (_request, reply) => {
      const manifest = await readFile(join(folder, 'manifest.webmanifest'), 'utf8');
      reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8');
      return reply.send(manifest.replace(/(": ?")\//g, `$1${subPath}/`));
    });
  }
  return answerPage;
}
