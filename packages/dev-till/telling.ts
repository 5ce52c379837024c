import { createHmac } from 'node:crypto';
import type { Database } from '../../server/ports/database/database.ts';
import type { TakeNews } from '../../server/ports/payments/payments.ts';
import type { EventDoc } from './docs.ts';

const EVENTS = 50;
/** It is told again after as much time as has passed since, within these bounds, for three days. */
const [SOONEST_MS, LATEST_MS, GIVEN_UP_MS] = [15_000, 6 * 3_600_000, 3 * 24 * 3_600_000];

/**
 * The header `Stripe-Signature`: https://docs.stripe.com/webhooks#verify-manually
 * @param atSec seconds since the epoch
 */
export function signatureOf(body: string, secret: string, atSec: number): string {
  const digest = createHmac('sha256', secret).update(`${atSec}.${body}`).digest('hex');
  return `t=${atSec},v1=${digest}`;
}

/** Tells what happened in the till to the listener, at least once, in no certain order. */
export class Teller {
  readonly #database: Database;
  readonly #secret: string;
  readonly #now: () => number;
  #receive: TakeNews | undefined;
  #running: Promise<void> | undefined;
  #isAsked = false;
  /** For tests: nothing is told by itself. */
  isHeld = false;

  constructor(database: Database, secret: string, now: () => number) {
    this.#database = database;
    this.#secret = secret;
    this.#now = now;
  }

  connect(receive: TakeNews): void {
    this.#receive = receive;
  }

  /** Tells what is due. @returns once nothing is */
  wake(): Promise<void> {
    this.#isAsked = true;
    // Not at once: a run that finds nothing to do would be over before it is noted.
    this.#running ??= Promise.resolve().then(() => this.#run());
    return this.#running;
  }

  /** Waits for what is on its way. */
  async settle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        if (!this.isHeld && this.#receive) await this.#tellDue();
      }
    } finally {
      this.#running = undefined;
    }
  }

  async #tellDue(): Promise<void> {
    for (;;) {
      const rows = await this.#database.queries
        .selectFrom('tillObjects')
        .select('id')
        .where('object', '=', 'event')
        .where('due', '<=', this.#now())
        .orderBy('due')
        .orderBy('id')
        .limit(EVENTS)
        .execute();
      for (const { id } of rows) await this.tell(id);
      if (rows.length < EVENTS) return;
    }
  }

  /** Tells of one event, however often that was done. @returns whether it was taken */
  async tell(id: string): Promise<boolean> {
    const { queries } = this.#database;
    const row = await queries
      .selectFrom('tillObjects')
      .select(['doc', 'created'])
      .where('id', '=', id)
      .where('object', '=', 'event')
      .executeTakeFirst();
    if (!row || !this.#receive) return false;
    const body = JSON.stringify(row.doc as EventDoc);
    // By the clock of the machine, which the check of it looks at too.
    const signature = signatureOf(body, this.#secret, Math.floor(Date.now() / 1000));
    const isTaken = await this.#receive(body, signature).catch(() => false);
    const ageMs = this.#now() - row.created;
    const againMs = this.#now() + Math.min(LATEST_MS, Math.max(SOONEST_MS, ageMs));
    const due = isTaken || ageMs > GIVEN_UP_MS ? null : againMs;
    await queries.updateTable('tillObjects').set({ due }).where('id', '=', id).execute();
    return isTaken;
  }
}
