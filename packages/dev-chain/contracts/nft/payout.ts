import * as z from 'zod';
import { account, approval, text, token, yocto } from '../arguments.ts';
import { check, oneYocto, view } from '../calling.ts';
import { refundApprovals } from './approvals.ts';
import { payoutOf } from './shares.ts';
import { needToken, type TokenRecord } from './tokens.ts';
import { moveToken } from './transfer.ts';

function payoutAnswer(token: TokenRecord, price: bigint, most: number | null | undefined) {
  const shares = Object.entries(payoutOf(token, price));
  check(shares.length <= (most ?? shares.length), 'Market cannot payout to that many receivers');
  return { payout: Object.fromEntries(shares.map(([id, share]) => [id, String(share)])) };
}

const most = z.int().min(0).nullish();

/** Royalties (NEP-199). */
export const PAYOUT_METHODS = {
  nft_payout: view(
    z.object({ token_id: token, balance: yocto, max_len_payout: most }),
    async (host, input) =>
      payoutAnswer(await needToken(host, input.token_id), input.balance, input.max_len_payout),
  ),
  nft_transfer_payout: oneYocto(
    z.object({
      receiver_id: account,
      token_id: token,
      approval_id: approval.nullish(),
      memo: text,
      balance: yocto,
      max_len_payout: most,
    }),
    async (host, input) => {
      const before = await moveToken(host, input);
      refundApprovals(host, before.owner_id, before.approved_account_ids);
      return payoutAnswer(before, input.balance, input.max_len_payout);
    },
  ),
};
