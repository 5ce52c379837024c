import * as z from 'zod';
import type { ChainEvent } from '../chain.ts';
import { payoutAnswer } from './answers.ts';
import { type Contracts, type Receipt, readBase64 } from './transaction.ts';

/** What the events of our market are called (NEP-297). */
export const MARKET_STANDARD = 'rondo-market';
const PREFIX = 'EVENT_JSON:';
const yocto = z.string().regex(/^\d{1,39}$/);
const ids = z.array(z.string());
const listed = z.object({ token_id: z.string(), owner_id: z.string(), price: yocto });

const event = z.union([
  z.object({
    standard: z.literal('nep171'),
    event: z.literal('nft_mint'),
    data: z.array(z.object({ owner_id: z.string(), token_ids: ids })),
  }),
  z.object({
    standard: z.literal('nep171'),
    event: z.literal('nft_transfer'),
    data: z.array(
      z.object({
        authorized_id: z.string().nullish(),
        old_owner_id: z.string(),
        new_owner_id: z.string(),
        token_ids: ids,
      }),
    ),
  }),
  z.object({
    standard: z.literal(MARKET_STANDARD),
    event: z.enum(['list', 'price']),
    data: z.array(listed),
  }),
  z.object({
    standard: z.literal(MARKET_STANDARD),
    event: z.literal('unlist'),
    data: z.array(listed.omit({ price: true })),
  }),
  z.object({
    standard: z.literal(MARKET_STANDARD),
    event: z.literal('sale'),
    data: z.array(
      z.object({
        token_id: z.string(),
        seller_id: z.string(),
        buyer_id: z.string(),
        price: yocto,
        payout: z.record(z.string(), yocto),
      }),
    ),
  }),
]);
type Logged = z.output<typeof event>;

function loggedBy(receipt: Receipt): Logged[] {
  return receipt.outcome.logs.flatMap((line) => {
    if (!line.startsWith(PREFIX)) return [];
    try {
      const read = event.safeParse(JSON.parse(line.slice(PREFIX.length)));
      return read.success ? [read.data] : [];
    } catch {
      return [];
    }
  });
}

/** What `nft_transfer_payout` answered: who got what. The price is the sum. */
function payoutIn(receipt: Receipt): { price: string; payout: Record<string, string> } | undefined {
  const { status } = receipt.outcome;
  if (typeof status !== 'object' || !status.SuccessValue) return undefined;
  const read = payoutAnswer.safeParse(readBase64(status.SuccessValue));
  if (!read.success) return undefined;
  const { payout } = read.data;
  return { price: String(Object.values(payout).reduce((sum, y) => sum + BigInt(y), 0n)), payout };
}

function tokenEvents(logged: Logged, receipt: Receipt, market: string): ChainEvent[] {
  if (logged.event === 'nft_mint') {
    return logged.data.flatMap(({ owner_id, token_ids }) =>
      token_ids.map((tokenId) => ({ kind: 'mint' as const, tokenId, ownerId: owner_id })),
    );
  }
  if (logged.event !== 'nft_transfer') return [];
  return logged.data.flatMap((data) => {
    const sold = data.authorized_id === market ? payoutIn(receipt) : undefined;
    return data.token_ids.map((tokenId) => ({
      kind: sold ? ('sale' as const) : ('transfer' as const),
      tokenId,
      from: data.old_owner_id,
      to: data.new_owner_id,
      price: sold?.price ?? null,
      payout: sold?.payout ?? {},
    }));
  });
}

function marketEvents(logged: Logged): ChainEvent[] {
  if (logged.standard !== MARKET_STANDARD) return [];
  if (logged.event === 'sale') {
    return logged.data.map(({ token_id, seller_id, buyer_id, price, payout }) => ({
      kind: 'sale',
      tokenId: token_id,
      from: seller_id,
      to: buyer_id,
      price,
      payout,
    }));
  }
  if (logged.event === 'unlist') {
    return logged.data.map(({ token_id, owner_id }) => ({
      kind: 'unlist',
      tokenId: token_id,
      ownerId: owner_id,
      price: null,
    }));
  }
  return logged.data.map(({ token_id, owner_id, price }) => ({
    kind: logged.event,
    tokenId: token_id,
    ownerId: owner_id,
    price,
  }));
}

/**
 * What our two contracts logged (NEP-297), in the order of the receipts; what a receipt logged that failed did not
 * happen. A sale is told twice, as a transfer in the name of the market and by the market of ours: it is listed once.
 */
export function receiptEvents(
  receipts: readonly Receipt[],
  { nft, market }: Contracts,
): ChainEvent[] {
  const events: ChainEvent[] = [];
  for (const receipt of receipts) {
    const { executor_id, status } = receipt.outcome;
    if (typeof status !== 'object' || status.Failure !== undefined) continue;
    for (const logged of loggedBy(receipt)) {
      if (executor_id === nft) events.push(...tokenEvents(logged, receipt, market));
      if (executor_id === market) events.push(...marketEvents(logged));
    }
  }
  return events.filter(
    (one, index) =>
      one.kind !== 'sale' ||
      !events
        .slice(0, index)
        .some(
          (other) => other.kind === 'sale' && other.tokenId === one.tokenId && other.to === one.to,
        ),
  );
}
