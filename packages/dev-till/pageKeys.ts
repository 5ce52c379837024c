import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a hosted page is opened with: 192 random bits, which cannot be guessed. */
export const newPageKey = (): string => randomBytes(24).toString('base64url');

const digest = (text: string) => createHash('sha256').update(text).digest();

/** True for the key of a page, without telling by its time how much of it is right. */
export const isPageKey = (key: string, given: string): boolean =>
  timingSafeEqual(digest(key), digest(given));
