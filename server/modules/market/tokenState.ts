import type { ChainSale, ChainToken } from '../../ports/chain/chain.ts';

/** Digits of the largest amount of 128 bits. */
const DIGITS = 39;

/** An amount as text that sorts as the amount does. */
export const priceOrder = (yocto: string): string => yocto.padStart(DIGITS, '0');

/** What the chain says of a token, as far as the index keeps it. */
export interface TokenState {
  readonly ownerAccount: string;
  /** Null where it is not on sale, or its listing does not hold. */
  readonly price: string | null;
  readonly approvalId: number | null;
}

/**
 * What a token and its listing say together. A listing outlives a transfer and a revoked approval behind the market's
 * back: it holds only while owner and approval are those that it was made with.
 */
export function tokenState(
  { ownerId, approvals }: ChainToken,
  sale: ChainSale | null | undefined,
  marketContract: string,
): TokenState {
  const holds =
    sale != null && sale.ownerId === ownerId && approvals[marketContract] === sale.approvalId;
  return {
    ownerAccount: ownerId,
    price: holds ? sale.price : null,
    approvalId: holds ? sale.approvalId : null,
  };
}
