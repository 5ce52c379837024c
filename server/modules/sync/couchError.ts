import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../../src/data/contract/errors.ts';
import { MEANT, refusalOf } from '../../plugins/errors.ts';

/** A refusal in the words of CouchDB: https://docs.couchdb.org/en/stable/json-structure.html#couchdb-error-status */
export class CouchError extends Error {
  readonly status: number;
  /** What clients go by. */
  readonly code: string;

  constructor(status: number, code: string, reason: string) {
    super(reason);
    this.name = 'CouchError';
    this.status = status;
    this.code = code;
  }
}

export const missing = (reason = 'missing') => new CouchError(404, 'not_found', reason);
export const conflict = () => new CouchError(409, 'conflict', 'Document update conflict.');
export const badRequest = (reason: string) => new CouchError(400, 'bad_request', reason);
export const badParameter = (reason: string) => new CouchError(400, 'query_parse_error', reason);
export const unauthorized = (reason = 'You are not authorized to access this db.') =>
  new CouchError(401, 'unauthorized', reason);
export const forbidden = (reason: string) => new CouchError(403, 'forbidden', reason);
export const notHere = (what: string) =>
  new CouchError(501, 'not_implemented', `${what} is not part of what this server speaks`);

/** What our own codes are called there. */
const CODES: Partial<Record<ErrorCode, string>> = {
  unauthorised: 'unauthorized',
  internal: 'internal_server_error',
};

/** Answers anything thrown under `/db`: `{ error, reason }`. There is no password prompt, so no WWW-Authenticate. */
export async function answerCouchError(
  thrown: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (thrown instanceof CouchError) {
    return reply.code(thrown.status).send({ error: thrown.code, reason: thrown.message });
  }
  const { status, answer, waitSec } = refusalOf(thrown);
  if (status >= 500 && !MEANT.has(answer.error.code))
    request.log.error({ err: thrown }, 'request failed');
  if (waitSec !== undefined) reply.header('retry-after', waitSec);
  const code = answer.error.code;
  return reply.code(status).send({ error: CODES[code] ?? code, reason: answer.message });
}
