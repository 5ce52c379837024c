/** Keeps what is known of the tokens like the chain. */
import { TOKENS_PER_OWNER } from '../../../src/data/contract/constants.ts';
import type { Pace } from '../../kernel/jobs.ts';
import type { ChainOutcome, ChainSale, ChainToken } from '../../ports/chain/chain.ts';
import { findRow, findRows, insertRows, updateRows } from '../../ports/database/rows.ts';
import type { MarketContext } from './context.ts';
import { eventsBetween, eventsOf, storeEvents } from './tokenEvents.ts';
import { priceOrder, type TokenState, tokenState } from './tokenState.ts';

/** Owners whose tokens a round asks for, those with something on sale first; the others have their turn later. */
const OWNERS = 200;
/** Tokens that a round asks for one by one, because the list of the owner before does not name them any more. */
const SINGLE = 100;
/** Listings and tokens of one owner that are read at most: honest use needs no more. */
const MOST_READ = 100_000;

export type Refresh = ReturnType<typeof refreshService>;

export function refreshService(context: Pick<MarketContext, 'database' | 'chain' | 'sales'>) {
  const { database, chain, sales } = context;
  const { queries } = database;
  const { marketContract } = chain.config;
  let lastOwner = '';

  /**
   * Stores what the chain said of a token that is known here.
   * @param askedMs when the chain was asked: what was stored later than that is newer
   * @returns whether anything was new
   */
  async function store(
    tokenId: string,
    state: TokenState,
    askedMs: number,
    outcome?: ChainOutcome,
  ): Promise<boolean> {
    const columns = ['ownerAccount', 'price', 'approvalId', 'asOf'] as const;
    const before = await findRow(queries, 'tokens', { id: tokenId }, columns);
    if (!before || (!outcome && isLike(before, state))) return false;
    return database.transaction(async (transaction) => {
      await database.lock(transaction, `token:${tokenId}`);
      const row = await findRow(transaction, 'tokens', { id: tokenId });
      if (!row) return false;
      if (outcome) await storeEvents(transaction, eventsOf(outcome, tokenId, askedMs));
      if (row.asOf > askedMs || isLike(row, state)) return outcome !== undefined;
      if (!outcome) {
        const found = eventsBetween(row, state, askedMs);
        if (found.length > 0) await insertRows(transaction, 'tokenEvents', found);
      }
      await updateRows(
        transaction,
        'tokens',
        { id: tokenId },
        {
          ...state,
          priceOrder: state.price === null ? null : priceOrder(state.price),
          asOf: askedMs,
        },
      );
      return true;
    });
  }

  /** All pages of a list of the chain. */
  async function allOf<T>(page: (from: number) => Promise<T[]>): Promise<T[]> {
    const all: T[] = [];
    for (;;) {
      const some = await page(all.length);
      all.push(...some);
      if (some.length < TOKENS_PER_OWNER || all.length >= MOST_READ) return all;
    }
  }

  /** Owners in the order in which rounds ask for them: all that sell, then some of the others, each in turn. */
  async function ownersOf(found: readonly ChainSale[]): Promise<string[]> {
    const selling = await queries
      .selectFrom('tokens')
      .select('ownerAccount')
      .distinct()
      .where('price', 'is not', null)
      .execute();
    const others = await queries
      .selectFrom('tokens')
      .select('ownerAccount')
      .distinct()
      .where('ownerAccount', '>', lastOwner)
      .orderBy('ownerAccount')
      .limit(OWNERS)
      .execute();
    lastOwner = others.length < OWNERS ? '' : (others.at(-1)?.ownerAccount ?? '');
    const names = [
      ...found.map(({ ownerId }) => ownerId),
      ...[...selling, ...others].map(({ ownerAccount }) => ownerAccount),
    ];
    return [...new Set(names)];
  }

  /** Tokens that these owners had and that their lists did not name. */
  async function findMissing(owners: readonly string[], seen: ReadonlySet<string>) {
    if (owners.length === 0) return [];
    const rows = await findRows(queries, 'tokens', { ownerAccount: owners }, ['id']);
    return rows.filter(({ id }) => !seen.has(id)).slice(0, SINGLE);
  }

  /** Asks for one token and its listing. */
  async function readToken(tokenId: string, outcome?: ChainOutcome): Promise<boolean> {
    const askedMs = Date.now();
    const [token, sale] = await Promise.all([chain.token(tokenId), chain.sale(tokenId)]);
    if (!token) return false;
    return store(tokenId, tokenState(token, sale, marketContract), askedMs, outcome);
  }

  return {
    /**
     * A round over what is on sale and over owners. Writes nothing where nothing changed.
     * @throws ChainUnavailable
     */
    async round({ gently }: Pace): Promise<void> {
      const askedMs = Date.now();
      const known = await queries.selectFrom('tokens').select('id').limit(1).executeTakeFirst();
      if (!known) return sales.load(queries, askedMs);
      const found = await gently(() => allOf((from) => chain.sales(from, TOKENS_PER_OWNER)));
      const byToken = new Map(found.map((sale) => [sale.tokenId, sale]));
      const owners = await ownersOf(found);
      const seen = new Set<string>();
      for (const owner of owners) {
        const ownerAskedMs = Date.now();
        const tokens = await gently(() =>
          allOf<ChainToken>((from) => chain.tokensOf(owner, from, TOKENS_PER_OWNER)),
        );
        for (const token of tokens) {
          seen.add(token.tokenId);
          const state = tokenState(token, byToken.get(token.tokenId), marketContract);
          // The older of the two answers that it is made of.
          await store(token.tokenId, state, Math.min(askedMs, ownerAskedMs));
        }
      }
      for (const { id } of await findMissing(owners, seen)) await gently(() => readToken(id));
      await sales.load(queries, askedMs);
    },

    /** Asks for tokens at once, with what a transaction did to them. */
    async tokens(tokenIds: readonly string[], outcome?: ChainOutcome): Promise<void> {
      let isChanged = false;
      for (const id of tokenIds) isChanged = (await readToken(id, outcome)) || isChanged;
      if (isChanged) await sales.load(queries);
    },
  };
}

/** Is what is stored what the chain says? */
function isLike(row: TokenState, { ownerAccount, price, approvalId }: TokenState): boolean {
  return row.ownerAccount === ownerAccount && row.price === price && row.approvalId === approvalId;
}
