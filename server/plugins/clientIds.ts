/** Things that are stored under ids that clients made. */
import { ApiError } from '../../src/data/contract/errors.ts';
import type { Database } from '../ports/database/database.ts';

/** The error for an id that something else has. @param what such as `playlist` */
export const isTaken = (what: string): ApiError =>
  new ApiError('conflict', `Another ${what} has this id`);

/** Runs a change that stores something under an id of the client's. Throws `conflict` where that id came meanwhile. */
export async function storeNew<T>(
  { database }: { readonly database: Pick<Database, 'isUniqueViolation'> },
  what: string,
  store: () => Promise<T>,
): Promise<T> {
  return store().catch((error: unknown) => {
    throw database.isUniqueViolation(error) ? isTaken(what) : error;
  });
}
