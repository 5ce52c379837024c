import { randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { LINK_CHALLENGE_MS, PRODUCT_NAME } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  LinkBodySchema,
  LinkChallenge,
  LinkedAccount,
} from '../../../src/data/contract/market.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { findAccountId } from '../../plugins/accounts.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { isTold, noticeOf } from '../../plugins/notices.ts';
import { ValidationFailure } from '../../plugins/validation.ts';
import type { Queries } from '../../ports/database/database.ts';
import { insertRows, removeRows, takeRows } from '../../ports/database/rows.ts';
import type { NoticeRow } from '../../ports/database/schemaJams.ts';
import { asking, type MarketContext } from './context.ts';
import { isSignedBy } from './nep413.ts';
import { findLinked, findLinkedOf } from './walletRepo.ts';

/**
 * Tells an account, in the transaction that does it, that an account of the chain that it had linked is another's
 * now. No person did it, so blocks change nothing here. Null where they have left.
 */
async function noteWalletTaken(
  queries: Queries,
  userId: string,
  accountId: string,
): Promise<NoticeRow | null> {
  if (!(await isTold(queries, userId, ''))) return null;
  const notice = noticeOf({ userId, kind: 'wallet', text: accountId });
  await insertRows(queries, 'notices', notice);
  return notice;
}

const HOUR_MS = 3_600_000;
const NONCE_BYTES = 32;
/** Accounts of the chain that one account here can have. */
const MOST_LINKED = 5;
/** Calls of one account in an hour; each proof asks the chain something. */
const CHALLENGES = { max: 60, windowMs: HOUR_MS };
const PROOFS = { max: 30, windowMs: HOUR_MS };

interface Linked {
  readonly accounts: LinkedAccount[];
}

/** User names have no dots and 16 characters at most. */
const isChainAccount = (id: string) => id.includes('.') || id.length > 16;

const notProven = () =>
  new ApiError(
    'forbidden',
    'This does not prove that the account is yours: sign the message again with a full-access key of it',
  );

/** Which accounts of the chain are whose. */
export function linkingCalls(context: MarketContext) {
  const { database, chain, origin, events } = context;
  const { queries } = database;

  /** Takes a challenge that was made for this session, whatever comes of it: it is good for one try. */
  async function spend({ userId, sessionId }: Identity, nonce: string) {
    const row = await queries
      .deleteFrom('walletChallenges')
      .where('nonce', '=', nonce)
      .where('userId', '=', userId)
      .where('sessionId', '=', sessionId)
      .returningAll()
      .executeTakeFirst();
    if (row && row.expires > Date.now()) return row;
    throw new ApiError(
      'conflict',
      'This message was used already or is too old: ask for a new one',
    );
  }

  /** Throws a `ValidationFailure` for an address that is not of this server. */
  function checkCallback(callbackUrl: string | undefined): void {
    if (callbackUrl === undefined) return;
    if (URL.parse(callbackUrl)?.origin === URL.parse(origin())?.origin) return;
    throw new ValidationFailure({ callbackUrl: 'must be an address of this server' });
  }

  /** Throws `conflict` where an account has linked as many as it may. */
  async function refuseMany(from: Queries, userId: string, accountId: string): Promise<void> {
    const rows = await from
      .selectFrom('walletAccounts')
      .select('accountId')
      .where('userId', '=', userId)
      .where('accountId', '!=', accountId)
      .execute();
    if (rows.length < MOST_LINKED) return;
    throw new ApiError(
      'conflict',
      `You have linked ${MOST_LINKED} accounts, which is the most: unlink one first`,
    );
  }

  return {
    /** Accounts that an account linked, by their user name or by one of the accounts. Throws `not_found`. */
    async accounts(id: string): Promise<Linked> {
      if (isChainAccount(id)) return { accounts: await findLinked(queries, id) };
      const userId = await findAccountId(queries, id);
      if (userId === undefined) throw new ApiError('not_found', 'There is no such account');
      return { accounts: await findLinkedOf(queries, userId) };
    },

    /** What a wallet signs to prove an account; for this session, five minutes and one try. */
    async challenge({ userId, sessionId }: Identity, accountId: string): Promise<LinkChallenge> {
      const now = Date.now();
      await limit(queries, `link-challenge:${userId}`, { ...CHALLENGES, nowMs: now });
      const address = origin();
      const challenge = {
        message: `Link ${accountId} to ${PRODUCT_NAME} user ${userId} (${address})`,
        nonce: randomBytes(NONCE_BYTES).toString('base64'),
        recipient: new URL(address).host,
        expires: now + LINK_CHALLENGE_MS,
      };
      await writeFor(database, userId, async (transaction) => {
        await transaction.deleteFrom('walletChallenges').where('expires', '<=', now).execute();
        await insertRows(transaction, 'walletChallenges', {
          ...challenge,
          userId,
          sessionId,
          accountId,
        });
      });
      return challenge;
    },

    /**
     * Links an account of the chain. One that another account linked is theirs no more: the holder of its key decides, and
     * they are told. Throws a `ValidationFailure`, `forbidden` for a proof that is none, `conflict` for a challenge that
     * was used and where there are too many, `unavailable`.
     */
    async link(
      identity: Identity,
      accountId: string,
      { nonce, publicKey, signature, callbackUrl }: z.output<typeof LinkBodySchema>,
    ): Promise<Linked> {
      const { userId } = identity;
      await limit(queries, `link:${userId}`, { ...PROOFS, nowMs: Date.now() });
      checkCallback(callbackUrl);
      const { message, recipient, ...challenge } = await spend(identity, nonce);
      if (challenge.accountId !== accountId) throw notProven();
      const signed = { message, nonce, recipient, accountId, publicKey, signature, callbackUrl };
      if (!(await isSignedBy(signed))) throw notProven();
      if (!(await asking(() => chain.hasFullKey(accountId, publicKey)))) throw notProven();
      const notice = await writeFor(database, userId, async (transaction) => {
        await database.lock(transaction, `wallet:${accountId}`);
        await refuseMany(transaction, userId, accountId);
        const linkedBefore = ['userId', 'linked'] as const;
        const [before] = await takeRows(transaction, 'walletAccounts', { accountId }, linkedBefore);
        const isAgain = before?.userId === userId;
        const linked = isAgain ? before.linked : Date.now();
        await insertRows(transaction, 'walletAccounts', { accountId, userId, publicKey, linked });
        if (!before || isAgain) return null;
        return noteWalletTaken(transaction, before.userId, accountId);
      });
      if (notice) events.tell('notice', notice);
      return { accounts: await findLinkedOf(queries, userId) };
    },

    /** Forgets an account of the chain; its tokens stay its own. Throws `not_found`. */
    async unlink({ userId }: Identity, accountId: string): Promise<Record<string, never>> {
      const gone = await removeRows(queries, 'walletAccounts', { accountId, userId });
      if (gone === 0) throw new ApiError('not_found', 'You have linked no such account');
      return {};
    },
  };
}
