import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { rawRoute } from '../../plugins/route.ts';
import type { WebhookService } from './webhook.ts';

/** Takes what the till tells. In a scope of its own: its body is signed as it comes, and read as bytes whatever it says. */
export async function webhookRoute(
  scope: FastifyInstance,
  { webhook }: { readonly webhook: WebhookService },
): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  rawRoute(scope, ENDPOINTS.stripeWebhook, async ({ body, headers }, reply) => {
    const signature = headers['stripe-signature'];
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') {
      throw new ApiError('bad_request', 'This is not signed');
    }
    await webhook.receive(body, signature);
    reply.header('cache-control', 'no-store');
    return reply.send({ ok: true, data: {} });
  });
}
