import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorAnswer } from '../../src/data/contract/endpoints.ts';
import { ApiError, ERROR_STATUS, type ErrorCode } from '../../src/data/contract/errors.ts';
import { MESSAGES } from '../../src/data/contract/messages.ts';
import { ValidationFailure } from './validation.ts';

/** Sentences for what Fastify itself refuses, by its code. */
const FASTIFY_SENTENCES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'body: must be valid JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body: must be valid JSON, not empty',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'body: must be JSON (content-type application/json)',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body: its length differs from content-length',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body: is too large',
  FST_ERR_BAD_URL: 'the address is not valid',
  FST_ERR_MAX_PARAM_LENGTH: 'the address is too long',
};

/** Disk and quota of an operating system; `disk_full` of PostgreSQL; what S3-compatible stores call it. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', '53100', 'XMinioStorageFull', 'QuotaExceeded']);
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE, which a full disk makes of it: https://www.sqlite.org/rescode.html */
const FULL_ERRCODES = new Set([13, 4874]);

/** Errors of sockets to what the server keeps its data in. */
const LINE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);
/**
 * Connections that break, shutting down and starting up, too many connections:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const POSTGRES_AWAY = /^(08...|57P0[1-5]|53300)$/;
/** What `pg` says without a code. */
const PG_AWAY = /^Connection terminated|is not queryable|timeout exceeded when trying to connect/;

/** Seconds after which it is worth trying again. */
const NO_ROOM_RETRY_SEC = 60;
const AWAY_RETRY_SEC = 5;

/** An error, and those behind it. */
function* causesOf(error: unknown): Generator<Record<string, unknown>> {
  let next: unknown = error;
  for (let depth = 0; depth < 5 && typeof next === 'object' && next !== null; depth++) {
    const found = next as Record<string, unknown>;
    yield found;
    const [first] = Array.isArray(found.errors) ? found.errors : [];
    next = found.cause ?? first;
  }
}

/** Did something fail because no room is left: on the disk, in a quota, in the database or the bucket? */
export function isNoRoom(error: unknown): boolean {
  for (const { code, errcode, name, $metadata } of causesOf(error)) {
    if (FULL_CODES.has(String(code)) || FULL_CODES.has(String(name))) return true;
    if (typeof errcode === 'number' && FULL_ERRCODES.has(errcode)) return true;
    if (($metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode === 507) return true;
  }
  return false;
}

/** Did something fail because the database or the store of files does not answer at present? */
function isAway(error: unknown): boolean {
  for (const { code, message, syscall, $metadata, name } of causesOf(error)) {
    if (LINE_CODES.has(String(code)) || POSTGRES_AWAY.test(String(code))) return true;
    // A socket in a folder, such as that of PostgreSQL.
    if (syscall === 'connect' || PG_AWAY.test(String(message)) || name === 'TimeoutError')
      return true;
    // Answers of an S3 store that are its own fault, once the SDK has given up asking again.
    if ($metadata) return (($metadata as { httpStatusCode?: number }).httpStatusCode ?? 500) >= 500;
  }
  return false;
}

/** What fails outside of our own code and passes by itself; undefined for everything else. */
function passing(error: unknown): ApiError | undefined {
  if (isNoRoom(error)) {
    const said = 'No room left on this server: try again later';
    return new ApiError('no_room', said, { retryAfterSec: NO_ROOM_RETRY_SEC });
  }
  if (!isAway(error)) return undefined;
  const said = 'The server cannot reach its data at present: try again in a moment';
  return new ApiError('unavailable', said, { retryAfterSec: AWAY_RETRY_SEC });
}

/** The one shape of a failed answer. */
export function errorAnswer(
  code: ErrorCode,
  message: string,
  more: Pick<ErrorAnswer, 'validationErrors' | 'secondFactor'> = {},
): ErrorAnswer {
  return { ok: false, message, error: { code, message }, ...more };
}

function codeOfStatus(status: number): ErrorCode {
  const codes = Object.entries(ERROR_STATUS) as [ErrorCode, number][];
  return codes.find(([, known]) => known === status)?.[0] ?? 'bad_request';
}

/** Status and answer for anything thrown. What is our own fault keeps its reason to the log. */
function describe(error: FastifyError | ApiError | Error): { status: number; answer: ErrorAnswer } {
  if (error instanceof ValidationFailure) {
    const { code, message, status, validationErrors } = error;
    return { status, answer: errorAnswer(code, message, { validationErrors }) };
  }
  if (error instanceof ApiError) {
    const { code, message, status, data } = error;
    // Its data is the ticket of the second step.
    const more = code === 'second_factor' ? (data as Pick<ErrorAnswer, 'secondFactor'>) : {};
    return { status, answer: errorAnswer(code, message, more) };
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  if (status < 400 || status >= 500) {
    return { status: 500, answer: errorAnswer('internal', MESSAGES.errorTitle) };
  }
  const known = 'code' in error ? FASTIFY_SENTENCES[error.code] : undefined;
  const code = codeOfStatus(status);
  const answer = errorAnswer(code, known ?? STATUS_CODES[status] ?? MESSAGES.errorTitle);
  return { status: ERROR_STATUS[code], answer };
}

/** Seconds after which a call may pass again, where the error says so. */
function retryAfterSec(error: Error): number | undefined {
  const data = error instanceof ApiError ? error.data : undefined;
  const isGiven = typeof data === 'object' && data !== null && 'retryAfterSec' in data;
  return isGiven ? Number(data.retryAfterSec) : undefined;
}

/** What anything thrown is to the caller. What is our own fault keeps its reason to the log. */
export function refusalOf(error: Error): {
  status: number;
  answer: ErrorAnswer;
  /** Seconds after which it is worth trying again. */
  waitSec: number | undefined;
} {
  const shown = error instanceof ApiError ? error : (passing(error) ?? error);
  return { ...describe(shown), waitSec: retryAfterSec(shown) };
}

/** Answers of 500 and above that say nothing of a fault. */
export const MEANT: ReadonlySet<ErrorCode> = new Set([
  'not_implemented',
  'read_only',
  'maintenance',
]);

/** What was counted where a call is one of too many; `requests` where it was all calls of an address. */
function limitKind(error: Error): string {
  const data = error instanceof ApiError ? error.data : undefined;
  const isNamed = typeof data === 'object' && data !== null && 'kind' in data;
  return isNamed ? String(data.kind) : 'requests';
}

async function answerError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const { status, answer, waitSec } = refusalOf(error);
  if (answer.error.code === 'too_many_requests') request.limitedBy = limitKind(error);
  if (status >= 500 && !MEANT.has(answer.error.code)) {
    request.log.error({ err: error }, 'request failed');
  }
  // A failed answer must not inherit the caching of the file that it stands for.
  reply.header('cache-control', 'no-store').removeHeader('etag');
  if (waitSec !== undefined) reply.header('retry-after', waitSec);
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

/** Answers every error in the one shape; `fallback` answers the addresses that nothing else serves. */
export function installErrors(
  app: FastifyInstance,
  fallback: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> = async (
    request,
  ) => {
    throw notFound(request);
  },
): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(fallback);
}

/** The error of an address that nothing serves. */
export function notFound(request: FastifyRequest): ApiError {
  const [path = ''] = request.url.split('?');
  const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path;
  return new ApiError('not_found', `Nothing answers ${request.method} ${shown}`);
}

/** A whole answer for a connection whose request never got as far as a route. */
function rawAnswer(status: string, message: string): string {
  const body = JSON.stringify(errorAnswer('bad_request', message));
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ].join('\r\n');
  return `${head}\r\n\r\n${body}`;
}

/** For a request that does not come to an end. */
export const TOO_SLOW = rawAnswer(
  '408 Request Timeout',
  'The request came too slowly: try again over a faster connection',
);

/** For bytes that Node refuses to read as a request, such as an address of more than 16 kB. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.end(TOO_SLOW);
    return;
  }
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const message = isLong ? 'The address or a header is too long' : 'This is not a valid request';
  socket.end(rawAnswer('400 Bad Request', message));
}

/** For requests that Fastify refuses before any hook runs, such as an address that cannot be decoded. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void answerError(error, request, reply);
}

/** What the form parser refuses, or a form that breaks off, in the one shape of errors. */
export function formError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // The form was sound: it may be sent again.
  const known = passing(error);
  if (known && isNoRoom(error)) {
    known.cause = error;
    return known;
  }
  const isLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  const refusal = isLarge
    ? new ApiError('too_large', 'The form has too many parts')
    : new ApiError('bad_request', 'The form cannot be read');
  refusal.cause = error;
  return refusal;
}
