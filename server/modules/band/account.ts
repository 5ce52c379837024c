import { HOUSE_BAND_ID, HOUSE_BAND_NAME } from '../../../src/data/contract/band.ts';
import type { Identity } from '../../plugins/identity.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, insertOnce } from '../../ports/database/rows.ts';
import { EMPTY_ACCOUNT } from '../../ports/database/schemaAccounts.ts';

const BIO =
  'A program of this server, not a person. Where the owner of a jam invites it, it answers rifffs with loops of the library and with loops that it makes.';

/** Who commits for the band. There is no session of it, and there can be none. */
export const BAND_IDENTITY: Identity = {
  userId: HOUSE_BAND_ID,
  displayName: HOUSE_BAND_NAME,
  roles: ['user'],
  sessionId: '',
  issued: 0,
  expires: 0,
  provenAt: 0,
  hasSecondFactor: false,
};

/**
 * Makes the account of the band if it is missing. It has no password, no address and no jam of its own, so no person can
 * sign in to it. What it plays has no licence duties, like the loops of the library.
 * @returns false where an account had the name before it was kept for the band
 */
export async function ensureBand(queries: Queries, nowMs: number): Promise<boolean> {
  await insertOnce(queries, 'accounts', {
    ...EMPTY_ACCOUNT,
    id: HOUSE_BAND_ID,
    idFolded: HOUSE_BAND_ID,
    displayName: HOUSE_BAND_NAME,
    created: nowMs,
    bio: BIO,
    license: 'cc0-1.0',
    client: 'band',
  });
  const columns = ['client', 'passwordHash', 'isDeleted'] as const;
  const row = await findRow(queries, 'accounts', { id: HOUSE_BAND_ID }, columns);
  return row?.client === 'band' && row.passwordHash === null && !row.isDeleted;
}
