import type * as z from 'zod';
import type { ErrorCode } from './apiError.ts';

/** Who may make a call: anyone, a signed-in account, or a moderator. Finer rules live in the services. */
export type Access = 'anyone' | 'member' | 'moderator';

/**
 * One call: types the client, validates on the server and yields OpenAPI. `path` is relative to `/api`;
 * one that itself begins with `/api/` stands as it is. Answers are `{ ok: true, data }`.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  /** Left out: anyone. A session that is sent is read all the same. */
  readonly access?: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Fields of a `multipart/form-data` body, in place of `body`; the route reads them by itself. */
  readonly form?: z.ZodType;
  /** Answers with status 302 and nothing but `location`. */
  readonly isRedirect?: true;
  readonly data: z.ZodType;
  /** The answer repeats the fields of `data` beside `ok`, as older clients read them. */
  readonly isFlat?: true;
  readonly errors: readonly ErrorCode[];
}

/** Address of an endpoint on its host; parameters still stand as `:name`. */
export function endpointUrl(endpoint: Pick<Endpoint, 'path'>): string {
  return endpoint.path.startsWith('/api/') ? endpoint.path : `/api${endpoint.path}`;
}
