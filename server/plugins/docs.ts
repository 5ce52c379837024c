import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { PRODUCT_NAME } from '../../src/data/contract/constants.ts';
import { ENDPOINTS, type Endpoint, endpointUrl } from '../../src/data/contract/endpoints.ts';
import { escapeHtml } from '../../src/data/rules/sharing/embedCode.ts';
import type { Settings } from '../settings.ts';
import { SECURITY_SCHEMES } from './route.ts';

/** The list of calls as a page that needs neither script nor any other file. */
function page(): string {
  const rows = (Object.values(ENDPOINTS) as Endpoint[]).map(
    (endpoint) =>
      `<tr><td>${endpoint.method}</td><td><code>${escapeHtml(endpointUrl(endpoint))}</code></td>` +
      `<td>${escapeHtml(endpoint.summary)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${PRODUCT_NAME} - Calls</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:3rem auto;padding:0 1rem}
td{padding:.4rem 1rem .4rem 0;border-top:1px solid #8884;vertical-align:top}</style>
<h1>Calls</h1><p>The whole description with every schema:
<a href="/api/docs/json">OpenAPI as JSON</a>.</p><table>${rows.join('')}</table></html>`;
}

/** Collects the schemas of every route; must run before the routes are mounted. */
export async function collectDocs(app: FastifyInstance, settings: Settings): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: PRODUCT_NAME, version: '1' },
      servers: [{ url: settings.publicUrl ?? '/' }],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: jsonSchemaTransform,
  });
}

/** `/api/docs`: OpenAPI as JSON, or a plain page for a browser; `/api/docs/json` is always JSON. */
export function installDocs(app: FastifyInstance): void {
  let json: string | undefined;
  const openApi = () => {
    json ??= JSON.stringify(app.swagger());
    return json;
  };
  app.get('/api/docs', { schema: { hide: true } }, async (request, reply) => {
    reply.header('vary', 'accept');
    const wantsPage = request.headers.accept?.includes('text/html');
    if (wantsPage) return reply.type('text/html; charset=utf-8').send(page());
    return reply.type('application/json; charset=utf-8').send(openApi());
  });
  app.get('/api/docs/json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openApi()),
  );
}
