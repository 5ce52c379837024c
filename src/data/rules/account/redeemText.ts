/** What redeeming a code gave, or why it did not, in words. Pure. */
import type { Redeemed } from '../../contract/plans.ts';

/**
 * What a code gave.
 * @param dateText writes a day, from milliseconds since the epoch
 */
export function redeemedText({ name, until }: Redeemed, dateText: (atMs: number) => string) {
  return until === null ? `${name} is yours.` : `${name} is yours until ${dateText(until)}.`;
}

/** Why a code gave nothing: what the server said of it, with what to do. Empty where only it knows. */
export function redeemTrouble({ status, message }: { status: number; message: string }): string {
  if (status === 429) return 'Too many tries. Wait for an hour, then try again.';
  if (message === '') return '';
  // The server does not say which of these it is, so that codes cannot be guessed.
  const hint = status === 404 ? ' Look at each letter once more.' : '';
  return message.replace(/[.!?]?$/, '.') + hint;
}
