/** An error in the shape of Stripe's API: https://docs.stripe.com/api/errors */
export class TillError extends Error {
  readonly status: number;
  readonly body: {
    readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
    readonly message: string;
    readonly code?: string;
    readonly param?: string;
    readonly decline_code?: string;
  };

  constructor(status: number, body: TillError['body']) {
    super(body.message);
    this.name = 'TillError';
    this.status = status;
    this.body = body;
  }
}

export const invalidRequest = (message: string, more: { code?: string; param?: string } = {}) =>
  new TillError(400, { type: 'invalid_request_error', message, ...more });

/** Stripe answers 404 where the object is what the address names, and 400 where a parameter names it. */
export const missingObject = (what: string, id: string, param = 'id') =>
  new TillError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

export const cardDeclined = () =>
  new TillError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  });
