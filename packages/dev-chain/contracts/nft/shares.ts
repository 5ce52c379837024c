import type { TokenRecord } from './tokens.ts';

/** Basis points of the whole. */
export const WHOLE_BPS = 10_000;

/**
 * Who gets what of a sale (NEP-199): shares are rounded down, and the seller has the rest, so that the sum is the
 * price to the yocto. Accounts that get nothing are not named.
 */
export function payoutOf(
  token: Pick<TokenRecord, 'owner_id' | 'royalty'>,
  price: bigint,
): Record<string, bigint> {
  const shares: Record<string, bigint> = {};
  let rest = price;
  for (const [accountId, bps] of Object.entries(token.royalty)) {
    if (accountId === token.owner_id) continue;
    const share = (price * BigInt(bps)) / BigInt(WHOLE_BPS);
    if (share > 0n) shares[accountId] = share;
    rest -= share;
  }
  if (rest > 0n) shares[token.owner_id] = rest;
  return shares;
}
