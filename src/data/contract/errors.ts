/** Error codes of the calls, apart from their schemas so that a page can use them without carrying zod. */

/** Every error code that a call can answer, with its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorised: 401,
  /** The password was right; the account asks for a second step. */
  second_factor: 401,
  forbidden: 403,
  /** The session showed too long ago who is there. */
  proof_required: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  over_quota: 413,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  internal: 500,
  not_implemented: 501,
  unavailable: 503,
  /** The operator lets the server only be read at present. */
  read_only: 503,
  /** The operator closed the server for a while. */
  maintenance: 503,
  no_room: 507,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** A failed call: carries the HTTP status, the word error and the answer's data. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly data: unknown;
  /** Seconds after which the server wants to be asked again, where it said so. */
  readonly retryAfterSec: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    data?: unknown,
    status?: number,
    retryAfterSec?: number,
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status ?? ERROR_STATUS[code];
    this.data = data;
    this.retryAfterSec = retryAfterSec;
  }
}
