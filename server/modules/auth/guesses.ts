import type { Caller } from '../../plugins/caller.ts';
import { isWithinLimit, limit } from '../../plugins/limits.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Turn } from './passwords.ts';
import { isKnownPlace } from './places.ts';

const MINUTE_MS = 60_000;
/** For one account from one address; a right password starts over. */
const LOGINS = { max: 10, windowMs: 5 * MINUTE_MS };
/** A school or a workshop may share one address. */
const LOGINS_BY_ADDRESS = { max: 100, windowMs: 5 * MINUTE_MS };
/**
 * For one account from all addresses that it never signed in from. Past them one try a minute is looked at, so that an
 * hour has 80 at most, from all callers and addresses; OWASP ASVS 4.0.3, 2.2.1 allows 100.
 */
const GUESSES = { max: 20, windowMs: 60 * MINUTE_MS };
const SLOWED = { max: 1, windowMs: MINUTE_MS };

/** A try to sign in: whom it is for, and from where. */
export interface Attempt {
  /** The account, or null where what was typed names none; then `typed` counts, folded. */
  readonly userId: string | null;
  readonly typed: string;
  readonly caller: Caller;
  readonly nowMs: number;
}

/** What a try that may go on is given. */
export interface Admitted {
  readonly turn: Turn;
  /** What counts its wrong passwords; to be forgiven after the right one. */
  readonly key: string;
}

/**
 * Counts one try to sign in and throws `too_many_requests` where it has to wait. An account counts as one, whether its
 * name or its mail address was typed. A person who signed in from this address before is not slowed by what others try
 * (the idea is that of "device cookies", OWASP, Slow Down Online Guessing Attacks); everybody else has the mail for
 * a new password as a second way in.
 */
export async function admitAttempt(
  queries: Queries,
  { userId, typed, caller: { address }, nowMs }: Attempt,
): Promise<Admitted> {
  const subject = userId === null ? `typed ${typed}` : `account ${userId}`;
  // Asked also where there is no account: the time of an answer says nothing.
  const isKnown = await isKnownPlace(queries, { userId: userId ?? '', address, nowMs });
  const key = `login:${subject}:${address}`;
  if (!isKnown) await limit(queries, `login:${address}`, { ...LOGINS_BY_ADDRESS, nowMs });
  await limit(queries, key, { ...LOGINS, nowMs });
  const isSlowed =
    !isKnown && !(await isWithinLimit(queries, `guesses:${subject}`, { ...GUESSES, nowMs }));
  if (isSlowed) await limit(queries, `slowed:${subject}`, { ...SLOWED, nowMs });
  return { turn: { lane: subject, isKnown }, key };
}
