import { ApiError } from '../../src/data/contract/errors.ts';

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
