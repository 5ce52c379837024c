import * as z from 'zod';
import { type Host, STORAGE_BYTE_YOCTO } from '../../host.ts';
import { account, approval, token } from '../arguments.ts';
import { check, oneYocto, payable, TERA_GAS, view } from '../calling.ts';
import { approvalOf, needToken, saveToken, type TokenRecord } from './tokens.ts';

/** Approvals of a token at the same time: a token must stay small enough to be read. */
const APPROVALS_MAX = 20;
const OWN_GAS = 20n * TERA_GAS;

/** Yocto for the room that an approval takes. */
const approvalCost = (accountId: string) => BigInt(accountId.length + 20) * STORAGE_BYTE_YOCTO;

/** Gives back what approvals cost. */
export function refundApprovals(
  host: Host,
  receiverId: string,
  approvals: Readonly<Record<string, number>>,
): void {
  const sum = Object.keys(approvals).reduce((total, id) => total + approvalCost(id), 0n);
  if (sum > 0n) host.transfer(receiverId, sum);
}

async function ownToken(host: Host, tokenId: string): Promise<TokenRecord> {
  const token = await needToken(host, tokenId);
  check(host.predecessor === token.owner_id, 'Predecessor must be the token owner.');
  return token;
}

function withoutApproval(token: TokenRecord, accountId: string): TokenRecord {
  const { [accountId]: _, ...others } = token.approved_account_ids;
  return { ...token, approved_account_ids: others };
}

/** Who else may move a token (NEP-178). */
export const APPROVAL_METHODS = {
  nft_approve: payable(
    z.object({ token_id: token, account_id: account, msg: z.string().nullish() }),
    async (host, input) => {
      check(host.attachedDeposit >= 1n, 'Requires attached deposit of at least 1 yoctoNEAR');
      const before = await ownToken(host, input.token_id);
      const isNew = approvalOf(before, input.account_id) === undefined;
      const cost = isNew ? approvalCost(input.account_id) : 0n;
      check(host.attachedDeposit >= cost, `Must attach ${cost} yoctoNEAR to cover storage`);
      const approvals = {
        ...before.approved_account_ids,
        [input.account_id]: before.next_approval_id,
      };
      check(Object.keys(approvals).length <= APPROVALS_MAX, 'Too many approvals');
      saveToken(host, input.token_id, {
        ...before,
        approved_account_ids: approvals,
        next_approval_id: before.next_approval_id + 1,
      });
      if (host.attachedDeposit > cost) {
        host.transfer(host.predecessor, host.attachedDeposit - cost);
      }
      if (input.msg == null) return;
      const gas = host.prepaidGas - OWN_GAS;
      check(gas > 0n, 'Exceeded the prepaid gas');
      const args = {
        token_id: input.token_id,
        owner_id: before.owner_id,
        approval_id: before.next_approval_id,
        msg: input.msg,
      };
      return host.call(input.account_id, [{ method: 'nft_on_approve', args, deposit: 0n, gas }]);
    },
  ),
  /**
   * Besides the owner the account that was approved may give that up; the owner gets what it cost. With `approval_id` only
   * that very approval is taken back. What is not there is no error.
   */
  nft_revoke: oneYocto(
    z.object({ token_id: token, account_id: account, approval_id: approval.nullish() }),
    async (host, input) => {
      const before =
        host.predecessor === input.account_id
          ? await needToken(host, input.token_id)
          : await ownToken(host, input.token_id);
      const id = approvalOf(before, input.account_id);
      if (id === undefined || id !== (input.approval_id ?? id)) return;
      saveToken(host, input.token_id, withoutApproval(before, input.account_id));
      refundApprovals(host, before.owner_id, { [input.account_id]: id });
    },
  ),
  nft_revoke_all: oneYocto(z.object({ token_id: token }), async (host, input) => {
    const before = await ownToken(host, input.token_id);
    saveToken(host, input.token_id, { ...before, approved_account_ids: {} });
    refundApprovals(host, before.owner_id, before.approved_account_ids);
  }),
  nft_is_approved: view(
    z.object({
      token_id: token,
      approved_account_id: account,
      approval_id: approval.nullish(),
    }),
    async (host, input) => {
      const id = approvalOf(await needToken(host, input.token_id), input.approved_account_id);
      return id !== undefined && id === (input.approval_id ?? id);
    },
  ),
};
