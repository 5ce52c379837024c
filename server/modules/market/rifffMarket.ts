import type { RifffMarket } from '../../../src/data/contract/market.ts';
import type { Identity } from '../../plugins/identity.ts';
import { findRows, hasRow } from '../../ports/database/rows.ts';
import { findReadableRifff, withRoles } from '../jams/access.ts';
import { findJam } from '../jams/repo.ts';
import type { MarketContext } from './context.ts';
import { closedFor, closesAt } from './judging.ts';
import { findMakers } from './makers.ts';
import { presentMakers, presentTokens } from './presentTokens.ts';
import { tokenIdOf } from './tokenId.ts';

/** What a page needs to offer a rifff to be collected. */
export function rifffMarketCall(context: Pick<MarketContext, 'database' | 'publicUrl' | 'sales'>) {
  const { queries } = context.database;

  /** Is a token on its way that this account asked for? */
  async function isPending(reader: Identity | null, tokenId: string): Promise<boolean> {
    if (!reader) return false;
    return hasRow(queries, 'mints', {
      tokenId,
      userId: reader.userId,
      state: ['planned', 'signed'],
    });
  }

  /** Throws `not_found`. */
  return async (
    reader: Identity | null,
    asked: { readonly jamId: string; readonly rifffId: string },
  ): Promise<RifffMarket> => {
    const rifff = await findReadableRifff(queries, reader, asked.jamId, asked.rifffId);
    const { jamId, id: rifffId } = rifff;
    // A shared rifff may be read though its jam may not.
    const stored = await findJam(queries, jamId);
    const [jam] = await withRoles(queries, reader, stored ? [stored] : []);
    const tokenId = tokenIdOf({ jamId, rifffId });
    const now = Date.now();
    const [closed, rows, isOnItsWay] = await Promise.all([
      jam ? closedFor(queries, jam, rifff, now) : ('jam' as const),
      findRows(queries, 'tokens', { id: tokenId }),
      isPending(reader, tokenId),
    ]);
    const [token] = await presentTokens(context, reader, rows);
    const makers =
      token?.makers ?? (await presentMakers(queries, await findMakers(queries, rifff.doc)));
    const closes = closesAt(rifff);
    return {
      jamId: asked.jamId,
      rifffId,
      closed,
      closes,
      now,
      token: token ?? null,
      makers,
      isPending: isOnItsWay,
    };
  };
}
