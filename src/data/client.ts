/** The one way to call the server: typed by the endpoint table, 60 s at most, errors as `ApiError`. */
import type * as z from 'zod';
import { ApiError, ERROR_STATUS, type ErrorCode } from './contract/apiError.ts';
import { HTTP_TIMEOUT_MS } from './contract/constants.ts';
import type { ENDPOINTS, EndpointName } from './contract/endpoints.ts';

type Table = typeof ENDPOINTS;
type QueryOf<N extends EndpointName> = Table[N] extends { query: infer Q extends z.ZodType }
  ? Partial<Record<keyof z.output<Q>, string | number | readonly string[] | undefined>>
  : Record<string, never>;
export type DataOf<N extends EndpointName> = z.output<Table[N]['data']>;

/** Method and path of an endpoint; passed by value so that a page need not carry the schemas. */
export interface CallTarget<N extends EndpointName> {
  readonly name: N;
  readonly method: Table[N]['method'];
  readonly path: Table[N]['path'];
}

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

function codeFor(status: number): ErrorCode {
  const known = Object.entries(ERROR_STATUS).find(([, value]) => value === status);
  return (known?.[0] as ErrorCode | undefined) ?? 'internal';
}

/**
 * Calls an endpoint and gives its `data`.
 * @throws ApiError with the HTTP status; status 0 when the server could not be reached
 */
export async function call<N extends EndpointName>(
  target: CallTarget<N>,
  query: QueryOf<N> = {} as QueryOf<N>,
  signal?: AbortSignal,
): Promise<DataOf<N>> {
  const path = target.path as string;
  const url = (path.startsWith('/api/') ? path : `/api${path}`) + toSearch(query);
  const timeout = AbortSignal.timeout(HTTP_TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(url, {
      method: target.method,
      headers: { accept: 'application/json' },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError('unavailable', 'The server could not be reached', cause, 0);
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer?.ok === true) return answer.data as DataOf<N>;
  const message = answer?.message ?? response.statusText ?? 'Request error';
  throw new ApiError(
    answer?.error?.code ?? codeFor(response.status),
    message,
    answer,
    response.status,
  );
}
