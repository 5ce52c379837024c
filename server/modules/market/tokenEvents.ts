/** What happened to tokens, as rows. */
import type { Insertable } from 'kysely';
import { sha256 } from '../../plugins/identity.ts';
import type { ChainEvent, ChainOutcome } from '../../ports/chain/chain.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, insertRows, listRows, removeRows } from '../../ports/database/rows.ts';
import type { TokenEventRow } from '../../ports/database/schemaMarket.ts';
import type { StoredToken } from './presentTokens.ts';
import type { TokenState } from './tokenState.ts';

type NewEvent = Insertable<TokenEventRow>;

/** An id that stands for one thing that happened, however often it is read. */
export const eventIdOf = (...parts: readonly (string | number)[]): string =>
  sha256(`token event ${parts.join(' ')}`).slice(0, 32);

const NOTHING = { toAccountId: null, price: null, payout: '[]', txHash: null } as const;

/** What an event of a transaction says, without id, time and place; null for a mint, which is known from the mint. */
function contentOf(event: ChainEvent) {
  if (event.kind === 'mint') return null;
  const { tokenId, price } = event;
  if ('from' in event) {
    const payout = Object.entries(event.payout).map(([accountId, amount]) => ({
      accountId,
      amount,
    }));
    const parts = { kind: event.kind, accountId: event.from, toAccountId: event.to, price };
    return { ...NOTHING, tokenId, ...parts, payout: JSON.stringify(payout) };
  }
  return { ...NOTHING, tokenId, kind: event.kind, accountId: event.ownerId, price };
}

/**
 * What a transaction did to a token, in the order of its receipts.
 * @param nowMs when it was read; the chain tells no time with it
 */
export function eventsOf({ hash, events }: ChainOutcome, tokenId: string, nowMs: number) {
  return events.flatMap((event, place): NewEvent[] => {
    const content = event.tokenId === tokenId ? contentOf(event) : null;
    if (!content) return [];
    const id = eventIdOf(hash, place, tokenId);
    return [{ ...content, id, place, created: nowMs, txHash: hash }];
  });
}

/** What must have happened between two looks at a token, where it was not told which transaction did it. */
export function eventsBetween(
  { id: tokenId, ownerAccount, price }: StoredToken,
  after: TokenState,
  nowMs: number,
): NewEvent[] {
  const isMoved = ownerAccount !== after.ownerAccount;
  const happened: Pick<NewEvent, 'kind' | 'accountId' | 'toAccountId' | 'price'>[] = [];
  const note = (kind: NewEvent['kind'], more: Partial<NewEvent> = {}) =>
    happened.push({
      kind,
      accountId: after.ownerAccount,
      toAccountId: null,
      price: null,
      ...more,
    });
  if (isMoved) note('transfer', { accountId: ownerAccount, toAccountId: after.ownerAccount });
  const before = isMoved ? null : price;
  if (before === null && after.price !== null) note('list', { price: after.price });
  else if (before !== null && after.price === null) note('unlist');
  else if (before !== after.price) note('price', { price: after.price });
  return happened.map((event, place) => ({
    ...NOTHING,
    ...event,
    tokenId,
    created: nowMs,
    place,
    id: eventIdOf(tokenId, nowMs, place, event.kind),
  }));
}

/** Does a row that was found by looking tell of the same as one of a transaction? */
function isSame(found: Pick<TokenEventRow, 'kind' | 'toAccountId' | 'price'>, told: NewEvent) {
  const isMove = (kind: string) => kind === 'transfer' || kind === 'sale';
  if (isMove(told.kind)) return isMove(found.kind) && found.toAccountId === told.toAccountId;
  const isOffer = (kind: string) => kind === 'list' || kind === 'price';
  if (isOffer(told.kind)) return isOffer(found.kind) && found.price === told.price;
  return found.kind === told.kind;
}

/**
 * Stores what a transaction did, once; what was found by looking before anybody said which transaction it was makes way
 * for it, and it keeps that time.
 */
export async function storeEvents(queries: Queries, events: readonly NewEvent[]): Promise<void> {
  for (const event of events) {
    const found = await listRows(
      queries,
      'tokenEvents',
      { tokenId: event.tokenId, txHash: null },
      ['created desc'],
      { most: 20 },
    );
    const same = found.find((one) => isSame(one, event));
    const isKnown = await findRow(queries, 'tokenEvents', { id: event.id }, ['id']);
    if (isKnown) continue;
    if (same) await removeRows(queries, 'tokenEvents', { id: same.id });
    await insertRows(queries, 'tokenEvents', { ...event, created: same?.created ?? event.created });
  }
}
