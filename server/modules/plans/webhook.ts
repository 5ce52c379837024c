import type Stripe from 'stripe';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { PaymentEventRow } from '../../ports/database/schemaPlans.ts';
import type { PlansContext } from './context.ts';

/** Seconds that what the till tells may have been on its way; it signs anew what it tells again. */
const TOLERANCE_SEC = 300;
/** What changes subscriptions, purchases or refunds. Others are acknowledged and nothing more. */
const TELLING =
  /^(checkout\.session\.|customer\.subscription\.|invoice\.(paid|payment_failed|voided|marked_uncollectible)$|charge\.(refunded|refund\.updated)$|charge\.dispute\.|refund\.)/;

/** The customer that an event is about; undefined where it names none. */
function customerOf({ data }: Stripe.Event): string | undefined {
  const { customer } = data.object as { readonly customer?: string | { id: string } | null };
  return typeof customer === 'string' ? customer : customer?.id;
}

/** Taking what the till tells. An event only says that something changed: what it is now is asked for. */
export function webhookService({ database, payments, sync }: PlansContext) {
  const { queries } = database;

  const settle = (id: string, change: Pick<PaymentEventRow, 'state' | 'problem'>) =>
    queries.updateTable('paymentEvents').set(change).where('id', '=', id).execute();

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

  function read(body: Buffer, signature: string): Stripe.Event {
    try {
      const { stripe, webhookSecret } = payments;
      return stripe.webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SEC);
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
      const event = read(body, signature);
      const customerId = customerOf(event);
      if (!TELLING.test(event.type) || !customerId) return;
      const row = {
        id: event.id,
        customerId,
        type: event.type,
        created: event.created * 1000,
        received: Date.now(),
        state: 'waiting',
        problem: '',
      } as const;
      await queries
        .insertInto('paymentEvents')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      const known = await queries
        .selectFrom('paymentEvents')
        .select('state')
        .where('id', '=', event.id)
        .executeTakeFirst();
      if (known?.state !== 'done') await act(event.id, customerId);
    },

    act,
  };
}

export type WebhookService = ReturnType<typeof webhookService>;
