import { ApiError } from '../../../src/data/contract/errors.ts';
import { findRow, insertOnce, updateRows } from '../../ports/database/rows.ts';
import type { PaymentEventRow } from '../../ports/database/schemaPlans.ts';
import type { PaymentNews } from '../../ports/payments/payments.ts';
import type { PlansContext } from './context.ts';

/** Taking what the till tells. News only says that something changed: what it is now is asked for. */
export function webhookService({ database, payments, sync }: PlansContext) {
  const { queries } = database;

  const settle = (id: string, change: Pick<PaymentEventRow, 'state' | 'problem'>) =>
    updateRows(queries, 'paymentEvents', { id }, change);

  /** Reads what is behind an event, and notes what came of it. Throws `unavailable` while the till does not answer. */
  async function act(id: string, customerId: string): Promise<void> {
    try {
      await sync.customer(customerId);
    } catch (error) {
      const problem = error instanceof ApiError ? error.code : 'internal';
      await settle(id, { state: 'failed', problem });
      throw error;
    }
    await settle(id, { state: 'done', problem: '' });
  }

  async function read(body: Buffer, signature: string): Promise<PaymentNews | null> {
    try {
      return await payments.readNews(body, signature);
    } catch {
      // What the library says of it names the signature and the body.
      throw new ApiError('bad_request', 'The signature is wrong, or too old');
    }
  }

  return {
    /**
     * Takes an event once, however often and in whatever order it comes.
     * @param body as it came
     * @throws ApiError `bad_request` where it is not signed by the till, or too long ago; `unavailable`
     */
    async receive(body: Buffer, signature: string): Promise<void> {
      const news = await read(body, signature);
      if (!news) return;
      const row = { ...news, received: Date.now(), state: 'waiting', problem: '' } as const;
      await insertOnce(queries, 'paymentEvents', row);
      const known = await findRow(queries, 'paymentEvents', { id: news.id }, ['state']);
      if (known?.state !== 'done') await act(news.id, news.customerId);
    },

    act,
  };
}

export type WebhookService = ReturnType<typeof webhookService>;
