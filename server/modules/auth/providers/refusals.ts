import type { FastifyBaseLogger } from 'fastify';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { ApiError } from '../../../../src/data/contract/errors.ts';

/** A provider cannot be asked what it is: it does not answer, or answers something else. */
export class ProviderAway extends Error {
  constructor(cause: unknown) {
    super('the provider does not answer', { cause });
    this.name = 'ProviderAway';
  }
}

const away = () => new ApiError('unavailable', 'Your organisation does not answer at present');
/** A start that is over, or was used. */
export const stale = (): ApiError =>
  new ApiError('bad_request', 'This took too long, or was used already: start again');

/** Codes of the library for what passes by itself. */
const PASSING = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'ERR_JWKS_TIMEOUT']);

/** Did the provider answer that it has a fault itself? */
function isFault({ code, cause }: ClientError): boolean {
  return (
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && cause instanceof Response && cause.status >= 500
  );
}

/** What `fetch` throws; a `TypeError` of the library has a code. */
const isBrokenLine = (error: unknown): boolean => error instanceof TypeError && !('code' in error);

/** What the provider says in place of a code (RFC 6749, section 4.1.2.1; OpenID Connect Core 1.0, section 3.1.2.6). */
function answered(error: string): ApiError {
  switch (error) {
    case 'access_denied':
      return new ApiError('forbidden', 'You said no there, or your organisation said no');
    case 'temporarily_unavailable':
    case 'server_error':
      return away();
    case 'login_required':
    case 'interaction_required':
    case 'consent_required':
    case 'account_selection_required':
      return new ApiError('bad_request', 'You are not signed in there: start again');
    default:
      return new ApiError('bad_request', 'Your organisation did not sign you in: start again');
  }
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof AuthorizationResponseError) return answered(error.error);
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return stale();
  if (error instanceof ProviderAway || isBrokenLine(error)) return away();
  if (error instanceof ClientError && (PASSING.has(error.code ?? '') || isFault(error)))
    return away();
  return new ApiError(
    'bad_request',
    'The answer of your organisation cannot be trusted: start again, or tell the people who run this server',
  );
}

/** Words about an error and those behind it, without what the provider sent. */
function reasonsOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message.slice(0, 200), ...reasonsOf(error.cause)].slice(0, 4);
}

/** Does what is done with a provider. What goes wrong is a line in the log and a sentence for the person. */
export async function refusing<T>(
  log: FastifyBaseLogger,
  provider: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    log.warn({ provider, reasons: reasonsOf(error) }, 'a provider was refused, or away');
    throw refusalOf(error);
  }
}
