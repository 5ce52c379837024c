import { ApiError } from '../../../data/contract/errors.ts';

/** What a change of tracks failed with, for people; empty when it did not. */
export function trackTrouble(error: Error | null): string {
  if (!error) return '';
  if (error instanceof ApiError && error.status === 0) {
    return 'The server could not be reached: try again in a moment.';
  }
  const said = error instanceof ApiError ? error.message.replace(/^file:/, 'The file') : '';
  return said || 'That did not work. Please try again.';
}
