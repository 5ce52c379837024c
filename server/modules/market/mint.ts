import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { MintAnswer, MintBodySchema } from '../../../src/data/contract/market.ts';
import { writeFor } from '../../plugins/accountLock.ts';
import { requireConfirmed } from '../../plugins/accounts.ts';
import type { Identity } from '../../plugins/identity.ts';
import { limit } from '../../plugins/limits.ts';
import { ChainRefusal, ChainUnavailable } from '../../ports/chain/chain.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow } from '../../ports/database/rows.ts';
import { findReadableJam, findReadableRifff } from '../jams/access.ts';
import { keyText } from '../jams/repo.ts';
import { findTitles } from '../jams/titles.ts';
import type { MarketContext } from './context.ts';
import { CLOSED_WORDS, closedFor } from './judging.ts';
import { findMint, insertMint, lockMint, type StoredMint } from './mintRepo.ts';
import type { MintWork } from './mintWork.ts';
import { tokenIdOf } from './tokenId.ts';

/** Mints of one account; the server pays for what they occupy on the chain. */
const MINTS = { max: 30, windowMs: 3_600_000 };
/** A call waits so long for the chain; a caller who is told `pending` can ask again. */
const WAIT_MS = 15_000;

/** Throws `forbidden` where the account of the chain is not the caller's. */
async function requireLinked(queries: Queries, userId: string, accountId: string): Promise<void> {
  const row = await findRow(queries, 'walletAccounts', { accountId, userId }, ['accountId']);
  if (row) return;
  throw new ApiError('forbidden', 'Link this account of the chain to your account first');
}

const taken = (isDone: boolean) =>
  new ApiError(
    'conflict',
    isDone ? CLOSED_WORDS.collected : 'Another person is collecting this rifff at this moment',
  );

/** Resolves with the work, or after a time, whichever comes first; never rejects for what the chain may still take. */
async function waitFor(work: Promise<void>, log: MarketContext['log']): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, WAIT_MS);
  const isOver = work.catch((error: unknown) => {
    const isChain = error instanceof ChainUnavailable || error instanceof ChainRefusal;
    log[isChain ? 'warn' : 'error']({ err: error }, 'a mint waits for its next round');
  });
  await Promise.race([isOver, promise]);
  clearTimeout(timer);
}

/** Collecting a rifff. */
export function mintCall(context: MarketContext, work: MintWork) {
  const { database, rules } = context;
  const { queries } = database;

  /** What the caller is told of their mint. Throws `conflict` where it came to nothing. */
  function answer({ tokenId, state, accountId, txHash, problem }: StoredMint): MintAnswer {
    if (state === 'failed') throw new ApiError('conflict', problem);
    const isDone = state === 'done';
    return { tokenId, state: isDone ? 'minted' : 'pending', accountId, txHash };
  }

  /** The caller's own mint of a rifff, which was begun before; throws `conflict` where it is of another account. */
  async function findBegun(from: Queries, userId: string, tokenId: string) {
    const mint = await findMint(from, tokenId);
    if (mint && mint.state !== 'failed') {
      if (mint.userId !== userId) throw taken(mint.state === 'done');
      return mint;
    }
    const token = await findRow(from, 'tokens', { id: tokenId }, ['id']);
    if (token) throw taken(true);
    return undefined;
  }

  /**
   * Begins a mint, once for each rifff, however many ask at the same moment. What it takes is judged again inside the
   * transaction, by the server's clock.
   */
  async function begin(
    identity: Identity,
    { jamId, rifffId, accountId }: z.output<typeof MintBodySchema>,
  ): Promise<string> {
    const { userId } = identity;
    const rifff = await findReadableRifff(queries, identity, jamId, rifffId);
    const key = { jamId: rifff.jamId, rifffId: rifff.id };
    const tokenId = tokenIdOf(key);
    if (await findBegun(queries, userId, tokenId)) return tokenId;
    await requireLinked(queries, userId, accountId);
    await requireConfirmed(queries, rules, userId);
    await limit(queries, `mint:${userId}`, { ...MINTS, nowMs: Date.now() });
    const title = (await findTitles(queries, [key])).get(keyText(key))!.title;
    await writeFor(database, userId, async (transaction) => {
      await lockMint(database, transaction, tokenId);
      if (await findBegun(transaction, userId, tokenId)) return;
      await requireLinked(transaction, userId, accountId);
      const jam = await findReadableJam(transaction, identity, key.jamId);
      const now = Date.now();
      const closed = await closedFor(transaction, jam, rifff, now);
      if (closed) throw new ApiError('conflict', CLOSED_WORDS[closed]);
      const { root, scale, state } = rifff.doc;
      await insertMint(transaction, {
        tokenId,
        ...key,
        userId,
        accountId,
        state: 'planned',
        title,
        tempo: Math.round(60 * state.bps),
        root: root ?? 0,
        scale: scale ?? 0,
        royalty: '{}',
        makers: '[]',
        metadata: '{}',
        signed: null,
        txHash: null,
        attempts: 0,
        problem: '',
        created: now,
        changed: now,
      });
    });
    await context.afterStep?.('claimed');
    return tokenId;
  }

  /**
   * Collects a rifff for the caller; again: the same token. Answers once the chain has it, or `pending` where that takes
   * long. Throws `not_found`, `forbidden` where the account of the chain is not theirs, `conflict` with the reason.
   */
  return async (identity: Identity, body: z.output<typeof MintBodySchema>): Promise<MintAnswer> => {
    const tokenId = await begin(identity, body);
    await waitFor(work.goOn(tokenId), context.log);
    const mint = await findMint(queries, tokenId);
    if (!mint) throw new ApiError('not_found', 'There is no such rifff');
    return answer(mint);
  };
}
