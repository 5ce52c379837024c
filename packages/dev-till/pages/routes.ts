import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InTill } from '../answering.ts';
import { type Answered, answerCheckout, showCheckout } from './checkout.ts';
import { gonePage } from './layout.ts';
import { answerPortal, showPortal } from './portal.ts';
import { STYLE_SOURCE } from './style.ts';

const FONT = '@fontsource-variable/special-gothic/files/special-gothic-latin-wght-normal.woff2';
/** A form of the till is short. */
const FORM_BYTES = 4096;

const POLICY = [
  "default-src 'none'",
  `style-src ${STYLE_SOURCE}`,
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

/**
 * Nothing of these pages is kept, framed or told to another page. The address alone lets a person act: nothing that a browser
 * sends by itself says who a person is, so another site has nothing to ride on, and it cannot guess the address. What a
 * browser says of where a form comes from is looked at all the same.
 */
function protect(reply: FastifyReply): void {
  reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  // Helmet writes to the raw response, and so must what replaces it.
  reply.raw.setHeader('content-security-policy', POLICY);
  reply.raw.setHeader('referrer-policy', 'no-referrer');
}

function send(reply: FastifyReply, answered: Answered): FastifyReply {
  protect(reply);
  if ('to' in answered) return reply.redirect(answered.to, 303);
  return reply.code(answered.status).type('text/html; charset=utf-8').send(answered.page);
}

const GONE = (): Answered => ({ status: 404, page: gonePage() });

/** Does a form come from our own page? A browser that does not say so is believed. */
const isOwnForm = ({ headers }: FastifyRequest): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string | undefined);

type Show = (
  atPage: InTill,
  id: string,
  key: string,
  query: URLSearchParams,
) => Promise<Answered | undefined>;
type Act = (
  atPage: InTill,
  id: string,
  key: string,
  form: URLSearchParams,
) => Promise<Answered | undefined>;

/**
 * The hosted pages of the till, in a scope of their own: they take forms, and nothing else here does.
 * @param atPage what a page does, alone in the till
 */
export async function tillPages(scope: FastifyInstance, atPage: InTill): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );

  function mount(kind: string, show: Show, act: Act): void {
    const url = `/plus/till/${kind}/:id`;
    const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;
    const queryOf = ({ query }: FastifyRequest) => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
        if (typeof value === 'string') search.set(name, value);
      }
      return search;
    };
    scope.get(url, { schema: { hide: true } }, async (request, reply) => {
      const query = queryOf(request);
      const shown = await show(atPage, idOf(request), query.get('key') ?? '', query);
      return send(reply, shown ?? GONE());
    });
    scope.post(url, { schema: { hide: true } }, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      if (!isOwnForm(request)) return send(reply, GONE());
      const key = queryOf(request).get('key') ?? '';
      return send(reply, (await act(atPage, idOf(request), key, form)) ?? GONE());
    });
  }
  mount('checkout', showCheckout, answerCheckout);
  mount('portal', showPortal, answerPortal);
  let font: Promise<Buffer> | undefined;
  scope.get('/plus/till/font.woff2', { schema: { hide: true } }, async (_request, reply) => {
    font ??= readFile(fileURLToPath(import.meta.resolve(FONT)));
    return reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .send(await font);
  });
}
