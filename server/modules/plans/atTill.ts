import type { FastifyBaseLogger } from 'fastify';
import Stripe from 'stripe';
import { ApiError } from '../../../src/data/contract/errors.ts';

const RETRY_SEC = 5;

/** What a log may hold of an error of the till: no key, signature, card or body, which its other fields carry. */
function shownTillError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return { name: error instanceof Error ? error.name : 'unknown' };
  }
  const { type, code, param, statusCode, requestId } = error;
  return { type, code, param, statusCode, requestId };
}

/** True where the till says that something is not there. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
  );
}

/**
 * Asks the till. Never inside a transaction: it may take seconds, and the till of our own waits for the same database.
 * @throws ApiError `unavailable` whatever goes wrong there; other errors as they are
 */
export async function askTill<T>(
  log: Pick<FastifyBaseLogger, 'warn'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log.warn(shownTillError(error), 'the till did not do what it was asked');
    throw new ApiError('unavailable', 'Payments do not answer at present: try again in a moment', {
      retryAfterSec: RETRY_SEC,
    });
  }
}
