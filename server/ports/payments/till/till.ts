import type { Database } from '../../database/database.ts';

export interface TillOptions {
  readonly database: Database;
  readonly origin: () => string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/** A till of our own that behaves as Stripe's API does, with play money. */
export interface Till {
  readonly fetch: typeof globalThis.fetch;
}

export function createTill(_options: TillOptions): Till {
  return { fetch: async () => new Response('{"error":{"type":"api_error"}}', { status: 501 }) };
}
