/** What a transaction does, in words, for the person who is asked to sign it. Pure. */
import { exactAmount } from './amount.ts';

/** A call of a contract; `deposit` in yocto. */
export interface SignedCall {
  readonly receiverId: string;
  readonly methodName: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly deposit: string;
}
interface Words {
  readonly nftContract: string;
  readonly marketContract: string;
  readonly symbol: string;
  /** A language tag. */
  readonly locale: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Ids of tokens are long: their beginning tells them apart for people. */
const shortId = (id: unknown) => (text(id).length > 12 ? `${text(id).slice(0, 8)}…` : text(id));

function priceIn(message: unknown): string | null {
  try {
    const price: unknown = JSON.parse(text(message)).sale_conditions;
    return typeof price === 'string' && /^\d{1,39}$/.test(price) ? price : null;
  } catch {
    return null;
  }
}

/**
 * One call in a sentence. A call of a contract that is not the market's own is named and not explained: its methods may
 * do anything.
 */
export function callInWords(
  { receiverId, methodName, args, deposit }: SignedCall,
  { nftContract, marketContract, symbol, locale }: Words,
): string {
  const coins = (yocto: string) => `${exactAmount(yocto, locale)} ${symbol}`;
  const token = `token ${shortId(args.token_id)}`;
  const unknown = `Call ${methodName} of ${receiverId}`;
  const typed = text(args.price) || text(args.sale_conditions);
  const price = /^\d{1,39}$/.test(typed) ? typed : priceIn(args.msg);
  if (receiverId === nftContract && args.account_id === marketContract) {
    if (methodName === 'nft_approve') {
      return price === null
        ? `Allow the market to hand over ${token}`
        : `Put ${token} on sale for ${coins(price)}`;
    }
    if (methodName === 'nft_revoke') return `Take back that the market may hand over ${token}`;
  }
  if (receiverId !== marketContract) return unknown;
  if (methodName === 'storage_deposit') return 'Leave a deposit with the market, for listings';
  if (methodName === 'storage_withdraw') return 'Take back deposits that no listing needs';
  if (args.nft_contract_id !== nftContract) return unknown;
  switch (methodName) {
    case 'list_nft_for_sale':
      return price === null ? unknown : `Put ${token} on sale for ${coins(price)}`;
    case 'update_price':
      return price === null ? unknown : `Ask ${coins(price)} for ${token}`;
    case 'remove_sale':
      return `Take ${token} off sale`;
    case 'offer':
      return `Buy ${token} for ${coins(deposit)}`;
    default:
      return unknown;
  }
}
