/** What a form says of a call that failed. */
import { ApiError } from '../../data/contract/errors.ts';

export interface Failure {
  /** What is wrong with single fields, as the server found it. */
  fields: Readonly<Record<string, string>>;
  /** What the server said as a whole; empty when it could not be reached. */
  message: string;
  isUnreachable: boolean;
  status: number;
}

function fieldErrors(data: unknown): Record<string, string> {
  const errors = (data as { validationErrors?: unknown } | null)?.validationErrors;
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** Reads what was thrown by a call. */
export function readFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    return { fields: {}, message: '', isUnreachable: false, status: 500 };
  }
  const { status, data, message } = error;
  return {
    fields: fieldErrors(data),
    message: status === 0 ? '' : message,
    isUnreachable: status === 0,
    status,
  };
}

/** Said where the network or the server is gone: what was typed is still there. */
export const UNREACHABLE =
  'The server could not be reached. What you typed is still here: try again in a moment.';
