import type { FastifyInstance } from 'fastify';
import { createJob, type Job } from '../../kernel/jobs.ts';
import type { OwnTill } from '../../ports/payments/payments.ts';
import type { WebhookService } from './webhook.ts';

/** The clock of the till of our own is looked at this often. */
const EVERY_MS = 30_000;

/** The till of our own: its pages, and its way to tell what happened, as Stripe would by its webhook. */
export async function installTill(
  app: FastifyInstance,
  till: OwnTill,
  webhook: Pick<WebhookService, 'receive'>,
): Promise<void> {
  till.connect(async (body, signature) => {
    await webhook.receive(Buffer.from(body), signature);
    return true;
  });
  await app.register(till.pages);
  app.addHook('onClose', () => till.settle());
}

/** Moves the clock of the till of our own. */
export const tillJob = (till: OwnTill): Job =>
  createJob({ name: 'winding the till', everyMs: EVERY_MS, round: () => till.wind() });
