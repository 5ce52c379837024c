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

/** The one shape of a failed answer. */
export function errorAnswer(
  code: ErrorCode,
  message: string,
  validationErrors?: Record<string, string>,
): ErrorAnswer {
  const answer: ErrorAnswer = { ok: false, message, error: { code, message } };
  return validationErrors ? { ...answer, validationErrors } : answer;
}

function codeOfStatus(status: number): ErrorCode {
  const codes = Object.entries(ERROR_STATUS) as [ErrorCode, number][];
  return codes.find(([, known]) => known === status)?.[0] ?? 'bad_request';
}

/** Status and answer for anything thrown. What is our own fault keeps its reason to the log. */
function describe(error: FastifyError | ApiError | Error): { status: number; answer: ErrorAnswer } {
  if (error instanceof ValidationFailure) {
    const answer = errorAnswer(error.code, error.message, error.validationErrors);
    return { status: error.status, answer };
  }
  if (error instanceof ApiError) {
    return { status: error.status, answer: errorAnswer(error.code, error.message) };
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

async function answerError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const { status, answer } = describe(error);
  if (status >= 500 && status !== ERROR_STATUS.not_implemented) {
    request.log.error({ err: error }, 'request failed');
  }
  // A failed answer must not inherit the caching of the file that it stands for.
  reply.header('cache-control', 'no-store').removeHeader('etag');
  const waitSec = retryAfterSec(error);
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
  const isLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413;
  const refusal = isLarge
    ? new ApiError('too_large', 'The form has too many parts')
    : new ApiError('bad_request', 'The form cannot be read');
  refusal.cause = error;
  return refusal;
}
