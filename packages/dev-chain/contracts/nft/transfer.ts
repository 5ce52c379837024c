import * as z from 'zod';
import type { Host } from '../../host.ts';
import { account, approval, text, token } from '../arguments.ts';
import { check, inner, oneYocto, TERA_GAS } from '../calling.ts';
import { logEvent } from '../events.ts';
import { refundApprovals } from './approvals.ts';
import { approvalOf, findToken, giveToken, needToken, type TokenRecord } from './tokens.ts';

const RESOLVE_GAS = 20n * TERA_GAS;
const OWN_GAS = 30n * TERA_GAS;

function logTransfer(
  host: Host,
  tokenId: string,
  from: string,
  to: string,
  more: { authorized_id?: string; memo?: string | null } = {},
): void {
  logEvent(host, 'nep171', 'nft_transfer', {
    authorized_id: more.authorized_id,
    old_owner_id: from,
    new_owner_id: to,
    token_ids: [tokenId],
    memo: more.memo ?? undefined,
  });
}

/**
 * Moves a token in the name of the caller, who must own it or have the approval, and that very one where
 * `approval_id` is given. All approvals end.
 *
 * @returns the token as it was; what its approvals cost is not given back yet
 */
export async function moveToken(
  host: Host,
  move: {
    receiver_id: string;
    token_id: string;
    approval_id?: number | null | undefined;
    memo?: string | null | undefined;
  },
): Promise<TokenRecord> {
  const before = await needToken(host, move.token_id);
  const isOwner = host.predecessor === before.owner_id;
  if (!isOwner) {
    const actual = approvalOf(before, host.predecessor);
    check(actual !== undefined, 'Unauthorized');
    check(
      actual === (move.approval_id ?? actual),
      `Unauthorized: the actual approval_id ${actual} is different from the given approval_id ${move.approval_id}`,
    );
  }
  check(
    before.owner_id !== move.receiver_id,
    'The token owner and the receiver should be different',
  );
  await giveToken(host, move.token_id, before, move.receiver_id);
  logTransfer(host, move.token_id, before.owner_id, move.receiver_id, {
    ...(isOwner ? {} : { authorized_id: host.predecessor }),
    memo: move.memo ?? null,
  });
  return before;
}

const transferInput = {
  receiver_id: account,
  token_id: token,
  approval_id: approval.nullish(),
  memo: text,
};
const resolveInput = z.object({
  owner_id: account,
  receiver_id: account,
  token_id: token,
  approved_account_ids: z.record(account, approval),
});

/** Moving tokens (NEP-171). */
export const TRANSFER_METHODS = {
  nft_transfer: oneYocto(z.object(transferInput), async (host, input) => {
    const before = await moveToken(host, input);
    refundApprovals(host, before.owner_id, before.approved_account_ids);
  }),
  nft_transfer_call: oneYocto(
    z.object({ ...transferInput, msg: z.string() }),
    async (host, input) => {
      const gas = host.prepaidGas - OWN_GAS - RESOLVE_GAS;
      check(gas > 0n, 'Exceeded the prepaid gas');
      const before = await moveToken(host, input);
      const told = host.call(input.receiver_id, [
        {
          method: 'nft_on_transfer',
          args: {
            sender_id: host.predecessor,
            previous_owner_id: before.owner_id,
            token_id: input.token_id,
            msg: input.msg,
          },
          deposit: 0n,
          gas,
        },
      ]);
      const args: z.input<typeof resolveInput> = {
        owner_id: before.owner_id,
        receiver_id: input.receiver_id,
        token_id: input.token_id,
        approved_account_ids: { ...before.approved_account_ids },
      };
      return host.then(told, {
        method: 'nft_resolve_transfer',
        args,
        deposit: 0n,
        gas: RESOLVE_GAS,
      });
    },
  ),
  /** The token goes back where the account that got it says so or fails. Answers whether it stayed. */
  nft_resolve_transfer: inner(resolveInput, async (host, input) => {
    const [answer] = host.results;
    const mustReturn = !answer?.ok || answer.value !== false;
    const now = await findToken(host, input.token_id);
    if (!mustReturn || now?.owner_id !== input.receiver_id) {
      refundApprovals(host, input.owner_id, input.approved_account_ids);
      return true;
    }
    refundApprovals(host, input.receiver_id, now.approved_account_ids);
    await giveToken(host, input.token_id, now, input.owner_id, input.approved_account_ids);
    logTransfer(host, input.token_id, input.receiver_id, input.owner_id);
    return false;
  }),
};
