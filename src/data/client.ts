/** The one way to call the server: typed by the endpoint table, 60 s at most, errors as `ApiError`. */

import type * as z from 'zod';
import { type CallTarget, endpointUrl } from './contract/calls.ts';
import { HTTP_TIMEOUT_MS } from './contract/constants.ts';
import type { ENDPOINTS, EndpointName } from './contract/endpoints.ts';
import { ApiError, ERROR_STATUS, type ErrorCode } from './contract/errors.ts';
import { callerHeaders, readStoredCredential } from './credential.ts';
import { reachFailed } from './reach.ts';
import { inBase } from './rules/site/base.ts';

type Table = typeof ENDPOINTS;
type Part<N extends EndpointName, K extends string> =
  Table[N] extends Record<K, infer S extends z.ZodType> ? S : undefined;
type QueryOf<S> = S extends z.ZodType
  ? Partial<Record<keyof z.output<S>, string | number | boolean | readonly string[] | undefined>>
  : never;
export type DataOf<N extends EndpointName> = z.output<Table[N]['data']>;

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What goes with a call; each part only where the endpoint has it. Query values left out are not sent. */
export type CallInput<N extends EndpointName> = (undefined extends Part<N, 'params'>
  ? { params?: undefined }
  : { params: Input<Part<N, 'params'>> }) &
  (undefined extends Part<N, 'body'> ? { body?: undefined } : { body: Input<Part<N, 'body'>> }) & {
    query?: QueryOf<Part<N, 'query'>>;
  };

function toSearch(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') search.append(key, String(one));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** Address of a call on this host, from `/api` on. Query values left out are not sent. */
export function addressOf(
  target: CallTarget,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = endpointUrl(target).replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  return inBase(path) + toSearch(query);
}

function codeFor(status: number): ErrorCode {
  const known = Object.entries(ERROR_STATUS).find(([, value]) => value === status);
  return (known?.[0] as ErrorCode | undefined) ?? 'internal';
}

/** Calls that ask to be let in: their 401 says nothing about the credential of this device. */
const WITHOUT_SESSION = new Set([
  ...['login', 'passkeyLogin', 'secondStep', 'finishProvider', 'linkProviderAccount', 'cardLogin'],
]);

/** Called with its name when a call that does not sign in is answered with 401. */
type OnUnauthorised = (name: string) => void;
let onUnauthorised: OnUnauthorised = () => {};

/** Says what happens when the server does not know the credential (any more). One listener, the last one. */
export function onUnauthorisedAnswer(listener: OnUnauthorised): void {
  onUnauthorised = listener;
}

/** Asks the person to show once more who they are. Resolves with whether they did. */
type AskProof = () => Promise<boolean>;
let askProof: AskProof | null = null;

/** Says who asks for a proof when a call needs one. One asker, the last one; null for none. */
export function onProofWanted(asker: AskProof | null): void {
  askProof = asker;
}

let onAnswer: (data: unknown) => void = () => {};

/** Hears the `data` of every answer that `call` gives, before the caller does. One listener, the last one. */
export function onEveryAnswer(listener: (data: unknown) => void): void {
  onAnswer = listener;
}

/**
 * Was the credential of a refused call replaced while it was under way, by this tab or another? Then the call is made
 * once more with the new one.
 */
export function isReplaced(credential: string | null): boolean {
  const present = readStoredCredential();
  return credential !== null && present !== null && present !== credential;
}

/**
 * Sends a request to this server with the credential of this device, and gives the `data` of its answer.
 * @param body as JSON; undefined for none
 * @throws ApiError with the HTTP status; status 0 when the server could not be reached
 */
async function send(
  target: CallTarget,
  address: string,
  body: string | undefined,
  signal?: AbortSignal,
): Promise<unknown> {
  const { name, method } = target;
  const timeout = AbortSignal.timeout(HTTP_TIMEOUT_MS);
  const credential = readStoredCredential();
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers: {
        accept: 'application/json',
        ...callerHeaders(),
        ...(body && { 'content-type': 'application/json' }),
      },
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    void reachFailed();
    throw unreachable(cause);
  }
  const { status, statusText, headers } = response;
  if (status === 401 && isReplaced(credential)) {
    return send(target, address, body, signal);
  }
  const head = { status, statusText, retryAfter: headers.get('retry-after') };
  return readAnswer(name, head, await readBody(response, signal));
}

/**
 * The body of an answer; null for an error without one.
 * @throws ApiError with status 0 where the answer was cut off, or is not of this server: it said nothing
 */
async function readBody(response: Response, signal?: AbortSignal): Promise<unknown> {
  try {
    return await response.json();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (response.ok) throw unreachable(cause);
    return null;
  }
}

/** The error of a server that did not answer. */
export function unreachable(cause: unknown): ApiError {
  return new ApiError('unavailable', 'The server could not be reached', cause, 0);
}

interface AnswerBody {
  readonly ok?: unknown;
  readonly data?: unknown;
  readonly message?: string;
  readonly error?: { readonly code?: ErrorCode };
}

/** What is read of an answer besides its body. */
interface AnswerHead {
  readonly status: number;
  readonly statusText: string;
  /** The header of that name. */
  readonly retryAfter?: string | null;
}

/** Seconds of a Retry-After header; dates, which no server of ours sends, count as none. */
function waitSec(retryAfter: string | null | undefined): number | undefined {
  return /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
}

/**
 * The `data` of an answer.
 * @param name of the call, for the listener of `onUnauthorisedAnswer`
 * @param body the answer as JSON, or null when it is none
 * @throws ApiError with the HTTP status
 */
export function readAnswer(
  name: string,
  { status, statusText, retryAfter }: AnswerHead,
  body: unknown,
): unknown {
  const answer = body as AnswerBody | null;
  if (status >= 200 && status < 300 && answer?.ok === true) return answer.data;
  if (status === 401 && !WITHOUT_SESSION.has(name)) onUnauthorised(name);
  const message = answer?.message || statusText || 'Request error';
  const code = answer?.error?.code ?? codeFor(status);
  throw new ApiError(code, message, answer, status, waitSec(retryAfter));
}

/**
 * Sends a request again once the person has shown who they are, where the server asks for that.
 * @throws ApiError where they did not: nothing was changed
 */
async function sendProven(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_required' || !askProof) throw error;
    if (await askProof()) return send();
    throw new ApiError(error.code, 'Nothing was changed.', error.data);
  }
}

/**
 * Calls an endpoint and gives its `data`, with the credential of this device if there is one. Where the call needs a
 * proof of who is there, the person is asked for it, and the call is made again.
 * @param target a line of `contract/calls.ts`
 * @throws ApiError with the HTTP status; status 0 when the server could not be reached
 */
export async function call<N extends EndpointName>(
  target: CallTarget<N>,
  input: CallInput<N> | Record<string, never> = {},
  signal?: AbortSignal,
): Promise<DataOf<N>> {
  const { params, query, body } = input as Record<string, Record<string, unknown>>;
  const address = addressOf(target, params, query);
  const text = body && JSON.stringify(body);
  const data = await sendProven(() => send(target, address, text, signal));
  onAnswer(data);
  return data as DataOf<N>;
}

/**
 * Gives a lookup without an answer an error with a name of its own; an answer, and every other error, passes.
 * @throws Unanswered with status 0
 */
export async function lookUp<T>(
  asked: Promise<T>,
  Unanswered: new (cause: ApiError) => ApiError,
): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) throw new Unanswered(error);
    throw error;
  }
}
