import * as z from 'zod';
import type { ChainEvent } from '../chain.ts';
import type { Contracts, MethodCall } from './transaction.ts';

const yocto = z.string().regex(/^\d{1,39}$/);
const conditions = z.object({ sale_conditions: yocto });
const withMessage = z.object({ msg: z.string() });

/** A price as both generations of contracts are told it: itself, or within a message. */
function priceIn(args: MethodCall['args']): string | undefined {
  const plain = conditions.safeParse(args);
  if (plain.success) return plain.data.sale_conditions;
  const message = withMessage.safeParse(args);
  if (!message.success) return undefined;
  try {
    return conditions.safeParse(JSON.parse(message.data.msg)).data?.sale_conditions;
  } catch {
    return undefined;
  }
}

function eventOf(call: MethodCall, ownerId: string, contracts: Contracts): ChainEvent | undefined {
  const { receiverId, method, args } = call;
  const tokenId = args.token_id;
  if (typeof tokenId !== 'string') return undefined;
  if (receiverId === contracts.nft) {
    const price = method === 'nft_approve' ? priceIn(args) : undefined;
    const isHere = args.account_id === contracts.market;
    return price && isHere ? { kind: 'list', tokenId, ownerId, price } : undefined;
  }
  if (receiverId !== contracts.market || args.nft_contract_id !== contracts.nft) return undefined;
  switch (method) {
    case 'list_nft_for_sale':
      return { kind: 'list', tokenId, ownerId, price: priceIn(args) ?? null };
    case 'update_price':
      return { kind: 'price', tokenId, ownerId, price: yocto.safeParse(args.price).data ?? null };
    case 'remove_sale':
      return { kind: 'unlist', tokenId, ownerId, price: null };
    default:
      return undefined;
  }
}

/** What calls that went well did to listings, for markets that log nothing of them. */
export function callEvents(
  calls: readonly MethodCall[],
  signerId: string,
  contracts: Contracts,
): ChainEvent[] {
  return calls.flatMap((call) => eventOf(call, signerId, contracts) ?? []);
}
