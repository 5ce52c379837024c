/** What an account occupies of what it may, in figures and in words. */
import type { Storage } from '../../contract/allowance.ts';

const MB = 1024 * 1024;
/** From this share on people are told beside their uploads. */
const NEARLY = 0.9;

type Quota = Pick<Storage, 'quotaBytes' | 'awaitsConfirmation'>;

/** Bytes in whole megabytes of 1,048,576, or in tenths below ten. */
function megabytes(bytes: number): string {
  const exact = bytes / MB;
  return `${exact < 10 ? Math.round(exact * 10) / 10 : Math.round(exact)} MB`;
}

/** Why something does not fit, and what to do, as a sentence without its full stop. Server and pages say the same. */
export function overQuotaText({ quotaBytes, awaitsConfirmation }: Quota): string {
  const room = megabytes(quotaBytes ?? 0);
  return awaitsConfirmation
    ? `There is room for ${room} until you confirm your e-mail address: open the link in the mail that you got`
    : `There is no room left for it: your account may keep ${room} here. Remove tracks that you do not need, or ask the people who run this server for more`;
}

/** Do so many bytes more fit? */
export function fits({ usedBytes, quotaBytes }: Storage, bytes: number): boolean {
  return quotaBytes === null || usedBytes + bytes <= quotaBytes;
}

/** Share of the room that is taken, 0 to 1; null where nothing limits it. */
export function usedShare({ usedBytes, quotaBytes }: Storage): number | null {
  if (quotaBytes === null) return null;
  return quotaBytes === 0 ? 1 : Math.min(1, usedBytes / quotaBytes);
}

/** Is the storage so nearly full that a person who uploads wants to know? */
export function isNearlyFull(storage: Storage): boolean {
  return (usedShare(storage) ?? 0) >= NEARLY;
}

/** What is taken of how much: `12 MB of 1024 MB`, or `12 MB` where nothing limits it. */
export function storageText({ usedBytes, quotaBytes }: Storage): string {
  const used = megabytes(usedBytes);
  return quotaBytes === null ? used : `${used} of ${megabytes(quotaBytes)}`;
}
