import { createJob, type Job } from '../../kernel/jobs.ts';
import type { Queries } from '../../ports/database/database.ts';
import { PLACE_MS } from './places.ts';
import { SIGN_INS_MS } from './signIns.ts';
import { UNCONFIRMED_MS } from './timeCodes.ts';

const EVERY_MS = 10 * 60_000;
/** Moderators see an invitation that is over for this long. */
const INVITATIONS_KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Removes sessions, tickets, devices, challenges, what was begun with accounts elsewhere, invitations and limits whose time
 * is over, and time codes that were not confirmed.
 */
export async function removeExpired(queries: Queries, nowMs: number): Promise<void> {
  await queries.deleteFrom('limits').where('resetsAt', '<=', nowMs).execute();
  await queries.deleteFrom('tickets').where('expires', '<=', nowMs).execute();
  await queries.deleteFrom('remoteLogins').where('expires', '<=', nowMs).execute();
  await queries.deleteFrom('challenges').where('expires', '<=', nowMs).execute();
  await queries.deleteFrom('providerStarts').where('expires', '<=', nowMs).execute();
  await queries.deleteFrom('newcomers').where('expires', '<=', nowMs).execute();
  await queries.deleteFrom('logoutTokens').where('expires', '<=', nowMs).execute();
  await queries
    .deleteFrom('timeCodes')
    .where('isConfirmed', '=', false)
    .where('created', '<=', nowMs - UNCONFIRMED_MS)
    .execute();
  await queries
    .deleteFrom('codes')
    .where('kind', '=', 'invitation')
    .where('expires', '<=', nowMs - INVITATIONS_KEPT_MS)
    .execute();
  await queries
    .deleteFrom('signInPlaces')
    .where('lastUsed', '<=', nowMs - PLACE_MS)
    .execute();
  await queries
    .deleteFrom('signIns')
    .where('at', '<=', nowMs - SIGN_INS_MS)
    .execute();
  await queries.deleteFrom('sessions').where('expires', '<=', nowMs).execute();
}

/** Cleans up now and then while the server runs. What has expired is refused without this as well. */
export const cleanupJob = (queries: Queries): Job =>
  createJob({
    name: 'cleaning up',
    everyMs: EVERY_MS,
    isAtStart: false,
    round: () => removeExpired(queries, Date.now()),
  });
