/** Saves of a panel, and what is said of a call that failed. */
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../data/contract/errors.ts';

/** What a call that failed says. */
export interface Failure {
  /** What is wrong with single fields, as the server found it. */
  fields: Readonly<Record<string, string>>;
  /** What the server said as a whole; empty when it could not be reached. */
  message: string;
  isUnreachable: boolean;
  /** HTTP status; 0 when the server could not be reached. */
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
  const isUnreachable = status === 0;
  return {
    fields: fieldErrors(data),
    message: isUnreachable ? '' : message,
    isUnreachable,
    status,
  };
}

/** Said where the network or the server is gone: what was typed is still there. */
export const UNREACHABLE =
  'The server could not be reached. What you typed is still here: try again in a moment.';

/** A failure in one sentence. */
export function troubleOf(failure: Failure, otherwise = 'That did not work. Please try again.') {
  return failure.isUnreachable ? UNREACHABLE : failure.message || otherwise;
}

interface Saving<Task> {
  isBusy: boolean;
  /** What went wrong; empty when nothing did. */
  trouble: string;
  /** Begins; while one is under way another is not begun. Settles when it is over, and never rejects. */
  run(task: Task): Promise<void>;
  /** Clears the error, because another action was started. */
  forget(): void;
}

/**
 * The saves of a panel, one at a time.
 * @param save does it: calls the server, renews what shows it and says so
 */
export function useSave<Task>(save: (task: Task) => Promise<unknown>): Saving<Task> {
  // Without a network it fails with an error, and is not queued for later.
  const mutation = useMutation({ mutationFn: save, networkMode: 'always' });
  return {
    isBusy: mutation.isPending,
    trouble: mutation.error ? troubleOf(readFailure(mutation.error)) : '',
    run: async (task) => {
      if (!mutation.isPending) await mutation.mutateAsync(task).catch(() => {});
    },
    forget: mutation.reset,
  };
}
