import { setImmediate as turn } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { PRODUCT_NAME } from '../../src/data/contract/constants.ts';
import { ENDPOINTS, type Endpoint, endpointUrl } from '../../src/data/contract/endpoints.ts';
import { escapeHtml } from '../../src/data/rules/sharing/embedCode.ts';
import { TOKENS } from '../../src/drawing/tokens.ts';
import type { Settings } from '../settings.ts';
import { SECURITY_SCHEMES } from './route.ts';

const OPENAPI = '3.1.0';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:3rem auto;padding:0 1rem;
color:${TOKENS.paper};background:${TOKENS.ground}}
a{color:inherit}
table{border-collapse:collapse}
td{padding:.5rem 1rem .5rem 0;border-top:1px solid ${TOKENS.line};vertical-align:top}
td:first-child{color:${TOKENS.muted}}
td:last-child{width:45%;padding-right:0}
code{overflow-wrap:anywhere}`;

/** The list of calls as a page that needs neither script nor any other file. */
function page(subPath: string): string {
  const rows = (Object.values(ENDPOINTS) as Endpoint[]).map(
    (endpoint) =>
      `<tr><td>${endpoint.method}</td><td><code>${escapeHtml(endpointUrl(endpoint))}</code></td>` +
      `<td>${escapeHtml(endpoint.summary)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${PRODUCT_NAME} - Calls</title>
<style>${STYLE}</style>
<h1>Calls</h1><p>The whole description with every schema:
<a href="${subPath}/api/docs/json">OpenAPI as JSON</a>.</p><table>${rows.join('')}</table></html>`;
}

/** Makes the whole description as JSON. */
export type DescribeCalls = () => Promise<string>;

/**
 * Collects the schemas of every route; must run before the routes are mounted.
 * @returns what describes them, in a turn of the event loop each, because all at once take half a second
 */
export async function collectDocs(
  app: FastifyInstance,
  settings: Settings,
): Promise<DescribeCalls> {
  const made = new Map<unknown, ReturnType<typeof jsonSchemaTransform>>();
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.schema && route.method !== 'HEAD') routes.push(route);
  });
  await app.register(swagger, {
    openapi: {
      openapi: OPENAPI,
      info: { title: PRODUCT_NAME, version: '1' },
      servers: [{ url: settings.publicUrl ?? '/' }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: (described) => made.get(described.route) ?? jsonSchemaTransform(described),
  });
  return async () => {
    for (const route of routes) {
      const { schema = {}, url } = route;
      const openapiObject = { openapi: OPENAPI };
      made.set(route, jsonSchemaTransform({ schema, url, route, openapiObject }));
      await turn();
    }
    const whole = app.swagger();
    made.clear();
    await turn();
    return JSON.stringify(whole);
  };
}

/** `/api/docs`: OpenAPI as JSON, or a plain page for a browser; `/api/docs/json` is always JSON. */
export function installDocs(app: FastifyInstance, describe: DescribeCalls, subPath: string): void {
  let json: Promise<string> | undefined;
  const openApi = () => {
    json ??= describe();
    return json;
  };
  app.get('/api/docs', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'accept');
    const wantsPage = request.headers.accept?.includes('text/html');
    if (wantsPage) return reply.type('text/html; charset=utf-8').send(page(subPath));
    return reply.type('application/json; charset=utf-8').send(await openApi());
  });
  app.get('/api/docs/json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(await openApi()),
  );
}
