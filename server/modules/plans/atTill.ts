import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { PaymentsFailure } from '../../ports/payments/payments.ts';

const RETRY_SEC = 5;

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
    if (!(error instanceof PaymentsFailure)) throw error;
    log.warn(error.shown, 'the till did not do what it was asked');
    throw new ApiError('unavailable', 'Payments do not answer at present: try again in a moment', {
      retryAfterSec: RETRY_SEC,
    });
  }
}
