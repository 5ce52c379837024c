import * as z from 'zod';
import type { Host, Promised } from '../../host.ts';
import { account, approval, token, yocto } from '../arguments.ts';
import { check, inner, payable, TERA_GAS } from '../calling.ts';
import { logMarket } from './events.ts';
import { approvalHere, seenToken } from './listing.ts';
import { addSale, dropSale, findSale, needSale } from './sales.ts';
import { hasRoom } from './storage.ts';

/** Payees of a sale at most. */
const PAYEES_MAX = 10;
const TRANSFER_GAS = 30n * TERA_GAS;
const READ_GAS = 10n * TERA_GAS;
const FAIL_GAS = 5n * TERA_GAS;
const UNDO_GAS = 40n * TERA_GAS;
const RESOLVE_GAS = 115n * TERA_GAS;

const purchase = z.object({
  buyer_id: account,
  /** What the buyer attached. */
  deposit: yocto,
  owner_id: account,
  approval_id: approval,
  nft_contract_id: account,
  token_id: token,
  sale_conditions: yocto,
});
type Purchase = z.output<typeof purchase>;

function jsonPurchase(bought: Purchase): z.input<typeof purchase> {
  return {
    ...bought,
    deposit: String(bought.deposit),
    sale_conditions: String(bought.sale_conditions),
  };
}

const payoutAnswer = z.object({ payout: z.record(account, yocto) });

/** Who gets what, if the answer of `nft_transfer_payout` can be paid out: all of the price, but for a yocto at most. */
function payoutIn(host: Host, price: bigint): Record<string, bigint> | undefined {
  const [answer] = host.results;
  const read = payoutAnswer.safeParse(answer?.ok ? answer.value : null);
  if (!read.success) return undefined;
  const shares = Object.values(read.data.payout);
  const rest = price - shares.reduce((sum, share) => sum + share, 0n);
  const isWhole = rest === 0n || rest === 1n;
  return isWhole && shares.length > 0 && shares.length <= PAYEES_MAX ? read.data.payout : undefined;
}

function payOut(host: Host, bought: Purchase, payout: Readonly<Record<string, bigint>>): string {
  for (const [accountId, share] of Object.entries(payout)) {
    if (share > 0n) host.transfer(accountId, share);
  }
  const price = bought.sale_conditions;
  if (bought.deposit > price) host.transfer(bought.buyer_id, bought.deposit - price);
  logMarket(host, 'sale', {
    token_id: bought.token_id,
    seller_id: bought.owner_id,
    buyer_id: bought.buyer_id,
    price: String(price),
    payout: Object.fromEntries(Object.entries(payout).map(([id, share]) => [id, String(share)])),
  });
  return String(price);
}

/** The buyer gets everything back; then the token is looked at, and at last the purchase fails for all to see. */
function undo(host: Host, bought: Purchase): Promised {
  host.transfer(bought.buyer_id, bought.deposit);
  const seen = host.call(bought.nft_contract_id, [
    { method: 'nft_token', args: { token_id: bought.token_id }, deposit: 0n, gas: READ_GAS },
  ]);
  return host.then(seen, {
    method: 'undo_purchase',
    args: jsonPurchase(bought),
    deposit: 0n,
    gas: UNDO_GAS,
  });
}

/** True where the listing still holds, and the token was not listed anew and the room not taken meanwhile. */
async function canListAgain(host: Host, bought: Purchase): Promise<boolean> {
  const [answer] = host.results;
  const seen = seenToken.safeParse(answer?.ok ? answer.value : null);
  if (!seen.success || seen.data.owner_id !== bought.owner_id) return false;
  if (approvalHere(host, seen.data) !== bought.approval_id) return false;
  return hasRoom(host, bought.owner_id);
}

/** Buying. The transaction ends as the purchase does: it fails where nothing was bought, with everything refunded. */
export const PURCHASE_METHODS = {
  offer: payable(z.object({ nft_contract_id: account, token_id: token }), async (host, input) => {
    const deposit = host.attachedDeposit;
    check(deposit > 0n, 'Attached deposit must be greater than 0');
    const { place: _, ...sale } = await needSale(host, input.nft_contract_id, input.token_id);
    const price = BigInt(sale.sale_conditions);
    check(host.predecessor !== sale.owner_id, 'Cannot bid on your own sale.');
    check(
      deposit >= price,
      `Attached deposit must be greater than or equal to the current price: ${price}`,
    );
    await dropSale(host, input.nft_contract_id, input.token_id);
    const args = {
      receiver_id: host.predecessor,
      token_id: sale.token_id,
      approval_id: sale.approval_id,
      memo: 'payout from market',
      balance: String(price),
      max_len_payout: PAYEES_MAX,
    };
    const moved = host.call(input.nft_contract_id, [
      { method: 'nft_transfer_payout', args, deposit: 1n, gas: TRANSFER_GAS },
    ]);
    return host.then(moved, {
      method: 'resolve_purchase',
      args: { ...sale, buyer_id: host.predecessor, deposit: String(deposit) },
      deposit: 0n,
      gas: RESOLVE_GAS,
    });
  }),
  resolve_purchase: inner(purchase, async (host, bought) => {
    const payout = payoutIn(host, bought.sale_conditions);
    return payout ? payOut(host, bought, payout) : undo(host, bought);
  }),
  /** The listing is put back where it still holds; otherwise an event says that the seller has to list again. */
  undo_purchase: inner(purchase, async (host, bought) => {
    const { nft_contract_id, token_id, owner_id, buyer_id } = bought;
    const price = String(bought.sale_conditions);
    const isListedAnew = (await findSale(host, nft_contract_id, token_id)) !== undefined;
    const isPutBack = !isListedAnew && (await canListAgain(host, bought));
    if (isPutBack) {
      const { approval_id } = bought;
      await addSale(host, {
        owner_id,
        approval_id,
        nft_contract_id,
        token_id,
        sale_conditions: price,
      });
    }
    const is_listed = isListedAnew || isPutBack;
    if (!is_listed) logMarket(host, 'unlist', { token_id, owner_id });
    logMarket(host, 'sale_failed', { token_id, seller_id: owner_id, buyer_id, price, is_listed });
    const args = { is_listed };
    return host.call(host.current, [{ method: 'fail_purchase', args, deposit: 0n, gas: FAIL_GAS }]);
  }),
  /** What was done before stays: only this last receipt is taken back, and there is nothing in it. */
  fail_purchase: inner(z.object({ is_listed: z.boolean() }), async (_, { is_listed }) => {
    const then = is_listed ? 'it is still on sale' : 'its owner has to list it again';
    check(false, `The token was not sold and the buyer was refunded; ${then}`);
  }),
};
