/**
 * How a mint goes on, step by step. Each step is stored before the next one begins, and each may be done again: by the
 * call that began it, by a round of this process, by the next process, or by another node.
 */

import { removeUnused } from '../../kernel/content.ts';
import { type ChainOutcome, ChainRefusal, type TokenMetadata } from '../../ports/chain/chain.ts';
import { insertOnce } from '../../ports/database/rows.ts';
import { presentRifffs } from '../jams/present.ts';
import { findRifff } from '../jams/repo.ts';
import { foldName } from '../library/repo.ts';
import type { MarketContext, MintStep } from './context.ts';
import { findMakers, royaltyOf } from './makers.ts';
import { failMint, findMint, isPrepared, lockMint, moveMint, type StoredMint } from './mintRepo.ts';
import { eventIdOf } from './tokenEvents.ts';
import { makeTokenParts, PartsGone, storeTokenParts } from './tokenFiles.ts';

/** Transactions that are signed for one mint; each of the others was refused for good before it had any effect. */
const MOST_ATTEMPTS = 5;

const GONE = 'The rifff is not there any more';

export type MintWork = ReturnType<typeof mintWork>;

export function mintWork(context: MarketContext) {
  const { database, chain, minterAccount, publicUrl } = context;
  const { queries } = database;
  const told = async (step: MintStep) => context.afterStep?.(step);
  /** One at a time in this process: the network takes the nonces of a key in their order. */
  let tail: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = tail.then(work, work);
    tail = turn.catch(() => undefined);
    return turn;
  }

  async function fail(mint: StoredMint, problem: string): Promise<void> {
    for (const hash of await failMint(database, mint, problem)) {
      await removeUnused(context, hash);
    }
  }

  /** Draws the cover, writes the document and settles who gets what; false where the rifff is gone. */
  async function prepare(mint: StoredMint): Promise<boolean> {
    const { tokenId, jamId, rifffId, title } = mint;
    const row = await findRifff(queries, jamId, rifffId);
    if (!row || row.digest === '') return false;
    const [rifff] = await presentRifffs(queries, null, [row], publicUrl);
    const makers = await findMakers(queries, row.doc);
    const parts = await makeTokenParts(context, { title, rifff: rifff!, makers });
    const royalty = JSON.stringify(royaltyOf(makers));
    try {
      await storeTokenParts(context, tokenId, parts, { royalty, makers: JSON.stringify(makers) });
    } catch (error) {
      if (error instanceof PartsGone) return false;
      throw error;
    }
    await told('prepared');
    return true;
  }

  /** Signs, and stores the bytes before anybody sends them. */
  async function sign({ tokenId, accountId, royalty, metadata, ...mint }: StoredMint) {
    const { bytes, hash } = await chain.signMint({
      tokenId,
      receiverId: accountId,
      metadata: metadata as TokenMetadata,
      royalty: royalty as Record<string, number>,
    });
    const from = { tokenId, state: mint.state, txHash: mint.txHash };
    await moveMint(queries, from, { state: 'signed', signed: bytes, txHash: hash });
    await told('signed');
  }

  /** Stores the token that the chain has. */
  async function finish(mint: StoredMint): Promise<void> {
    const { tokenId, jamId, rifffId, accountId, title, tempo, root, scale, txHash } = mint;
    const minted = Date.now();
    await database.transaction(async (transaction) => {
      await lockMint(database, transaction, tokenId);
      if (!(await moveMint(transaction, mint, { state: 'done', problem: '' }))) return;
      const makers = mint.makers as readonly { userId: string }[];
      await insertOnce(transaction, 'tokens', {
        id: tokenId,
        jamId,
        rifffId,
        title,
        titleFolded: foldName(title),
        tempo,
        root,
        scale,
        ownerAccount: accountId,
        price: null,
        priceOrder: null,
        approvalId: null,
        royalty: JSON.stringify(mint.royalty),
        makers: JSON.stringify(makers),
        metadata: JSON.stringify(mint.metadata),
        minted,
        asOf: minted,
      });
      if (makers.length > 0) {
        await insertOnce(
          transaction,
          'tokenMakers',
          makers.map(({ userId }) => ({ tokenId, userId })),
        );
      }
      await insertOnce(transaction, 'tokenEvents', {
        id: eventIdOf(tokenId, 'mint'),
        tokenId,
        kind: 'mint',
        created: minted,
        place: 0,
        accountId,
        toAccountId: null,
        price: null,
        payout: '[]',
        txHash,
      });
    });
    await told('done');
  }

  /** Is the token there, and ours? Undefined where there is none. */
  async function isOurs({ tokenId, metadata }: StoredMint): Promise<boolean | undefined> {
    const token = await chain.token(tokenId);
    return token ? token.reference === (metadata as TokenMetadata).reference : undefined;
  }

  /** Ends a mint by what became of its transaction; what is not final yet stays as it is. */
  async function settle(mint: StoredMint, { isFinal, failures }: ChainOutcome): Promise<void> {
    if (!isFinal) return;
    // Also where it failed: an earlier transaction of the same mint may have made the token.
    const ours = await isOurs(mint);
    if (ours) return finish(mint);
    if (ours === false) return fail(mint, 'Another token has its id');
    if (failures.length > 0) return fail(mint, `The chain refused it: ${failures.join('; ')}`);
  }

  /** The network never takes these bytes: they had their effect before, or never will. */
  async function settleRefused(mint: StoredMint, refusal: string): Promise<void> {
    const outcome = await chain.outcome(mint.txHash!, minterAccount);
    if (outcome) return settle(mint, outcome);
    const ours = await isOurs(mint);
    if (ours) return finish(mint);
    if (ours === false) return fail(mint, 'Another token has its id');
    const attempts = mint.attempts + 1;
    if (attempts >= MOST_ATTEMPTS) return fail(mint, `The chain refused it: ${refusal}`);
    const again = { state: 'planned', signed: null, txHash: null, attempts } as const;
    await moveMint(queries, mint, { ...again, problem: refusal });
  }

  async function send(mint: StoredMint): Promise<void> {
    let outcome: ChainOutcome;
    try {
      outcome = await chain.send(mint.signed!);
    } catch (error) {
      if (error instanceof ChainRefusal && error.isNever) return settleRefused(mint, error.message);
      throw error;
    }
    await told('sent');
    await settle(mint, outcome);
  }

  /** Makes the next steps as far as the chain goes along. */
  async function goOn(tokenId: string): Promise<void> {
    for (let step = 0; step < 3 * MOST_ATTEMPTS; step += 1) {
      const mint = await findMint(queries, tokenId);
      if (!mint || (mint.state !== 'planned' && mint.state !== 'signed')) return;
      if (mint.state === 'signed') {
        await inTurn(() => send(mint));
        const now = await findMint(queries, tokenId);
        // Not final yet: a later round asks again.
        if (now?.state === 'signed' && now.txHash === mint.txHash) return;
      } else if (!isPrepared(mint)) {
        if (!(await prepare(mint))) return fail(mint, GONE);
      } else {
        // With the sending: the next signature has the next nonce.
        await inTurn(async () => {
          await sign(mint);
          const signed = await findMint(queries, tokenId);
          if (signed?.state === 'signed') await send(signed);
        });
      }
    }
  }

  const running = new Map<string, Promise<void>>();
  return {
    /**
     * Goes on with a mint until it is done, failed, or waits for the chain.
     * @throws ChainUnavailable where the chain does not answer, `ChainRefusal` where it may take it later: it stays begun
     */
    goOn(tokenId: string): Promise<void> {
      const known = running.get(tokenId);
      if (known) return known;
      const work = goOn(tokenId).finally(() => running.delete(tokenId));
      running.set(tokenId, work);
      return work;
    },
  };
}
