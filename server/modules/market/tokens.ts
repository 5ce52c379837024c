import { type SelectQueryBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type {
  TokenEvent,
  TokenPage,
  Tokens,
  TokensQuerySchema,
} from '../../../src/data/contract/market.ts';
import { findAccountId } from '../../plugins/accounts.ts';
import type { Queries } from '../../ports/database/database.ts';
import { countOf, findRow, listRows } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import type { Reader } from '../jams/access.ts';
import { foldName } from '../library/repo.ts';
import type { MarketContext } from './context.ts';
import { presentTokens, tokenFileUrl } from './presentTokens.ts';
import { priceOrder } from './tokenState.ts';
import { findHolders } from './walletRepo.ts';

type Query = z.output<typeof TokensQuerySchema>;
type TokenQuery<O> = SelectQueryBuilder<Schema, 'tokens', O>;

/** Events of a token that its page shows, the latest ones. */
const MOST_EVENTS = 200;

/** Who is asked for, by id; an id that no account has finds nothing. */
const idOf = async (queries: Queries, name: string | undefined) =>
  name === undefined ? undefined : ((await findAccountId(queries, name)) ?? '');

function matching(
  queries: Queries,
  { listed, minPrice, maxPrice, minTempo, maxTempo, root, scale, search }: Query,
  { collector, maker }: { collector: string | undefined; maker: string | undefined },
): TokenQuery<object> {
  let found: TokenQuery<object> = queries.selectFrom('tokens');
  if (listed) found = found.where('price', 'is not', null);
  if (minPrice !== undefined) found = found.where('priceOrder', '>=', priceOrder(minPrice));
  if (maxPrice !== undefined) found = found.where('priceOrder', '<=', priceOrder(maxPrice));
  if (minTempo !== undefined) found = found.where('tempo', '>=', minTempo);
  if (maxTempo !== undefined) found = found.where('tempo', '<=', maxTempo);
  if (root !== undefined) found = found.where('root', '=', root);
  if (scale !== undefined) found = found.where('scale', '=', scale);
  if (collector !== undefined) {
    const accounts = queries
      .selectFrom('walletAccounts')
      .select('walletAccounts.accountId')
      .where('walletAccounts.userId', '=', collector);
    found = found.where('ownerAccount', 'in', accounts);
  }
  if (maker !== undefined) {
    const made = queries
      .selectFrom('tokenMakers')
      .select('tokenMakers.tokenId')
      .where('tokenMakers.userId', '=', maker);
    found = found.where('tokens.id', 'in', made);
  }
  if (search) {
    const pattern = `%${foldName(search).replace(/[\\%_]/g, '\\$&')}%`;
    found = found.where(sql<boolean>`${sql.ref('titleFolded')} like ${pattern} escape '\\'`);
  }
  return found;
}

/** What is on sale stands before what is not where prices decide. */
function sorted<O>(found: TokenQuery<O>, sort: Query['sort']): TokenQuery<O> {
  const newest = (query: TokenQuery<O>) => query.orderBy('minted', 'desc').orderBy('id', 'desc');
  if (sort === 'newest') return newest(found);
  const listedFirst = found.orderBy((order) =>
    order.case().when('priceOrder', 'is', null).then(1).else(0).end(),
  );
  return newest(listedFirst.orderBy('priceOrder', sort === 'cheapest' ? 'asc' : 'desc'));
}

/** Collected rifffs, out of what is known of the chain. */
export function tokenCalls(context: Pick<MarketContext, 'database' | 'publicUrl' | 'sales'>) {
  const { queries } = context.database;

  async function findHistory(tokenId: string): Promise<TokenEvent[]> {
    const rows = await listRows(
      queries,
      'tokenEvents',
      { tokenId },
      ['created desc', 'place desc', 'id'],
      { most: MOST_EVENTS },
    );
    const accounts = rows.flatMap(({ accountId, toAccountId }) => [accountId, toAccountId ?? []]);
    const holders = await findHolders(queries, [...new Set(accounts.flat())]);
    return rows.map(({ kind, created, accountId, toAccountId, price, payout, txHash }) => ({
      kind,
      created,
      accountId,
      toAccountId,
      price,
      txHash,
      userId: holders.get(accountId)?.userId ?? null,
      toUserId: holders.get(toAccountId ?? '')?.userId ?? null,
      payout: payout as TokenEvent['payout'],
    }));
  }

  return {
    async list(reader: Reader, query: Query): Promise<Tokens> {
      const [collector, maker] = await Promise.all([
        idOf(queries, query.collector),
        idOf(queries, query.maker),
      ]);
      const found = matching(queries, query, { collector, maker });
      const [rows, total] = await Promise.all([
        sorted(found.selectAll(), query.sort).limit(query.limit).offset(query.skip).execute(),
        countOf(found),
      ]);
      const tokens = await presentTokens(context, reader, rows);
      return { tokens, total, asOf: context.sales.asOf };
    },

    /** One token with its history, newest first, and its files. Throws `not_found`. */
    async token(reader: Reader, tokenId: string): Promise<TokenPage> {
      const row = await findRow(queries, 'tokens', { id: tokenId });
      if (!row) throw new ApiError('not_found', 'There is no such collected rifff');
      const [[token], history, files] = await Promise.all([
        presentTokens(context, reader, [row]),
        findHistory(tokenId),
        listRows(queries, 'tokenFiles', { tokenId }, ['place'], {
          columns: ['name', 'mime', 'hash'],
        }),
      ]);
      return {
        token: token!,
        history,
        files: files.map((file) => ({ ...file, url: tokenFileUrl(file.hash, context.publicUrl) })),
      };
    },
  };
}
