import type { Selectable } from 'kysely';
import type { Collectible } from '../../../src/data/contract/market.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import type { TokenMetadata } from '../../ports/chain/chain.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, valuesOf } from '../../ports/database/rows.ts';
import type { StoredMaker, TokenRow } from '../../ports/database/schemaMarket.ts';
import type { Reader } from '../jams/access.ts';
import { briefRifff } from '../jams/brief.ts';
import { findNames } from '../jams/lineageRepo.ts';
import { keysWithoutDeleted, presentReadable } from '../jams/present.ts';
import { findPublicShares, keyText, type RifffKey } from '../jams/repo.ts';
import type { MarketContext } from './context.ts';
import { findHolders } from './walletRepo.ts';

export type StoredToken = Selectable<TokenRow>;

/** Address of a file of a token, as answers tell it. @param hash SHA-256 of its content in hex */
export const tokenFileUrl = (hash: string, publicUrl: string | undefined): string =>
  mediaUrl(`tokens/${hash}`, publicUrl);

/** Address of the cover that the metadata of a token names. */
function coverUrlOf(metadata: unknown, publicUrl: string | undefined): string {
  const { media_hash: hash } = metadata as TokenMetadata;
  return tokenFileUrl(Buffer.from(hash, 'base64').toString('hex'), publicUrl);
}

const keyOf = ({ jamId, rifffId }: StoredToken): RifffKey => ({ jamId, rifffId });

/** Rifffs of tokens that the reader may read, brief, by `keyText`; those that are gone are not in the answer. */
async function findShown(
  { queries, publicUrl }: { queries: Queries; publicUrl: string | undefined },
  reader: Reader,
  keys: readonly RifffKey[],
): Promise<Map<string, Rifff>> {
  const rifffs = await presentReadable(queries, reader, keys, publicUrl);
  return new Map([...rifffs].map(([key, rifff]) => [key, briefRifff(rifff)]));
}

/** People who made something, as answers show them; accounts that left have no name. */
export async function presentMakers(queries: Queries, makers: readonly StoredMaker[]) {
  const names = await findNames(queries, valuesOf(makers, 'userId'));
  return makers.map((maker) => presentMaker(maker, names));
}

function presentMaker({ userId, accountId, bps }: StoredMaker, names: ReadonlyMap<string, string>) {
  const displayName = names.get(userId);
  const isHere = displayName !== undefined;
  return { userId: isHere ? userId : '', displayName: displayName ?? '', accountId, bps };
}

/** Those of the jams that this server made for show. */
async function findDemoJams(queries: Queries, jamIds: readonly string[]): Promise<Set<string>> {
  const rows = await findRows(queries, 'jams', { id: [...new Set(jamIds)], isDemo: true }, ['id']);
  return new Set(rows.map(({ id }) => id));
}

/** Tokens as a reader sees them, in the same order; a handful of queries, however many. */
export async function presentTokens(
  { database, publicUrl, sales }: Pick<MarketContext, 'database' | 'publicUrl' | 'sales'>,
  reader: Reader,
  rows: readonly StoredToken[],
): Promise<Collectible[]> {
  if (rows.length === 0) return [];
  const { queries } = database;
  const keys = rows.map(keyOf);
  const makersOf = ({ makers }: StoredToken) => makers as readonly StoredMaker[];
  const people = new Set(rows.flatMap((row) => makersOf(row).map(({ userId }) => userId)));
  const [rifffs, shares, names, holders, shownKeys, demo] = await Promise.all([
    findShown({ queries, publicUrl }, reader, keys),
    findPublicShares(queries, keys),
    findNames(queries, [...people]),
    findHolders(queries, [...new Set(rows.map(({ ownerAccount }) => ownerAccount))]),
    keysWithoutDeleted(queries, keys),
    findDemoJams(queries, valuesOf(keys, 'jamId')),
  ]);
  return rows.map((row, at): Collectible => {
    const owner = holders.get(row.ownerAccount);
    return {
      tokenId: row.id,
      ...(rifffs.has(keyText(row)) ? shownKeys[at]! : { jamId: null, rifffId: null }),
      title: row.title,
      rifff: rifffs.get(keyText(row)) ?? null,
      shareId: shares.get(keyText(row))?.shareId ?? null,
      coverUrl: coverUrlOf(row.metadata, publicUrl),
      makers: makersOf(row).map((maker) => presentMaker(maker, names)),
      ownerAccount: row.ownerAccount,
      owner: owner?.userId ?? null,
      ownerName: owner?.displayName ?? null,
      price: row.price,
      isDemo: demo.has(row.jamId),
      minted: row.minted,
      asOf: Math.max(row.asOf, sales.asOf),
    };
  });
}
