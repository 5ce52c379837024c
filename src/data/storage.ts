/** Asks whether there is room for something before it is sent. */
import { call } from './client.ts';
import { ALLOWANCE_CALLS } from './contract/calls.ts';
import { ApiError } from './contract/errors.ts';
import { fits, overQuotaText } from './rules/account/storage.ts';

/**
 * Throws `over_quota` where the account has no room for files of so many bytes, so that they do not travel in vain.
 * @param loopId of the loop that they are: one that the server has already fits, its answer was lost
 * @returns whether the server has that loop already
 * @throws ApiError also when the server could not be asked
 */
export async function requireSpace(bytes: number, loopId?: string): Promise<boolean> {
  const storage = await call(ALLOWANCE_CALLS.storage, { query: { loop: loopId } });
  if (storage.hasLoop || fits(storage, bytes)) return storage.hasLoop;
  throw new ApiError('over_quota', overQuotaText(storage));
}
