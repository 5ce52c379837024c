import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema } from '../../server/ports/database/schema.ts';
import type { DocOf, TillDoc, TillObject } from './docs.ts';
import { missingObject } from './tillError.ts';

/** Version of the API whose shapes the till has: that of the library. */
export const API_VERSION = '2026-10-28.endive';

const PREFIXES = {
  customer: 'cus',
  payment_method: 'pm',
  'checkout.session': 'cs',
  payment_intent: 'pi',
  charge: 'ch',
  refund: 're',
  subscription: 'sub',
  invoice: 'in',
  'billing_portal.session': 'bps',
  event: 'evt',
} as const satisfies Record<TillObject, string>;

/** A new id; all of the till of our own say `play`. */
export const newTillId = (object: TillObject | 'subscription_item'): string =>
  `${object === 'subscription_item' ? 'si' : PREFIXES[object]}_play_${randomBytes(12).toString('hex')}`;

/** Where an object hangs, and when something is to be done with it (milliseconds since the epoch). */
export interface Place {
  readonly customerId?: string | null;
  readonly parentId?: string | null;
  readonly due?: number | null;
}

/** What the till of our own knows, inside one transaction; no other one writes to the till meanwhile. */
export class Book {
  readonly queries: Transaction<Schema>;
  /** By the clock of the till, milliseconds since the epoch. */
  readonly nowMs: number;

  constructor(queries: Transaction<Schema>, nowMs: number) {
    this.queries = queries;
    this.nowMs = nowMs;
  }

  get nowSec(): number {
    return Math.floor(this.nowMs / 1000);
  }

  /** What every object begins with. */
  begin<Name extends TillObject>(object: Name) {
    return { id: newTillId(object), object, created: this.nowSec, livemode: false as const };
  }

  async add<Doc extends TillDoc>(doc: Doc, place: Place = {}): Promise<Doc> {
    const { customerId = null, parentId = null, due = null } = place;
    await this.queries
      .insertInto('tillObjects')
      .values({
        id: doc.id,
        object: doc.object,
        customerId,
        parentId,
        created: this.nowMs,
        due,
        doc: JSON.stringify(doc),
      })
      .execute();
    return doc;
  }

  /** @param due left as it is where it is not given */
  async change(doc: TillDoc, { due }: Pick<Place, 'due'> = {}): Promise<void> {
    await this.queries
      .updateTable('tillObjects')
      .set({ doc: JSON.stringify(doc), ...(due !== undefined && { due }) })
      .where('id', '=', doc.id)
      .execute();
  }

  async find<Name extends TillObject>(object: Name, id: string): Promise<DocOf<Name> | undefined> {
    const row = await this.queries
      .selectFrom('tillObjects')
      .select('doc')
      .where('id', '=', id)
      .where('object', '=', object)
      .executeTakeFirst();
    return row?.doc as DocOf<Name> | undefined;
  }

  /**
   * @param param of the request that names it; `id` for its address
   * @throws TillError `resource_missing`
   */
  async need<Name extends TillObject>(
    object: Name,
    id: string,
    param = 'id',
  ): Promise<DocOf<Name>> {
    const found = await this.find(object, id);
    if (!found) throw missingObject(object, id, param);
    return found;
  }

  /** Those of a customer, or below another object, the newest first. */
  async list<Name extends TillObject>(
    object: Name,
    { customerId, parentId }: Pick<Place, 'customerId' | 'parentId'>,
  ): Promise<DocOf<Name>[]> {
    let query = this.queries.selectFrom('tillObjects').select('doc').where('object', '=', object);
    if (customerId) query = query.where('customerId', '=', customerId);
    if (parentId) query = query.where('parentId', '=', parentId);
    const rows = await query.orderBy('created', 'desc').orderBy('id', 'desc').execute();
    return rows.map(({ doc }) => doc as DocOf<Name>);
  }

  /** Some of those that something is to be done with, the most urgent first. */
  async due<Name extends TillObject>(object: Name, limit: number): Promise<DocOf<Name>[]> {
    const rows = await this.queries
      .selectFrom('tillObjects')
      .select('doc')
      .where('object', '=', object)
      .where('due', '<=', this.nowMs)
      .orderBy('due')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(({ doc }) => doc as DocOf<Name>);
  }

  /** Notes that something happened, to be told to the listener. */
  async tell(type: string, object: TillDoc): Promise<void> {
    const event = {
      ...this.begin('event'),
      api_version: API_VERSION,
      type,
      data: { object },
      pending_webhooks: 1,
      request: null,
    };
    await this.add(event, { due: this.nowMs });
  }
}
