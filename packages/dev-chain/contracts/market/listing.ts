import * as z from 'zod';
import type { Host } from '../../host.ts';
import { account, approval, token, yocto } from '../arguments.ts';
import { call, check, inner, oneYocto, TERA_GAS } from '../calling.ts';
import { logMarket } from './events.ts';
import { checkContract } from './facts.ts';
import { addSale, changePrice, dropSale, needSale, type Sale } from './sales.ts';
import { checkRoom } from './storage.ts';

const READ_GAS = 10n * TERA_GAS;
const PROCESS_GAS = 30n * TERA_GAS;
const REVOKE_GAS = 10n * TERA_GAS;

/** What a token looks like to the market. */
export const seenToken = z.object({
  owner_id: account,
  approved_account_ids: z.record(z.string(), z.number()),
});

/** Id of the approval that this contract has in what `nft_token` answered; undefined for none. */
export function approvalHere(host: Host, seen: z.output<typeof seenToken>): number | undefined {
  return new Map(Object.entries(seen.approved_account_ids)).get(host.current);
}

const conditions = z.object({ sale_conditions: yocto });

function priceIn(message: string): bigint {
  let given: unknown;
  try {
    given = JSON.parse(message);
  } catch {}
  const read = conditions.safeParse(given);
  check(read.success, 'Not valid SaleArgs');
  return read.data.sale_conditions;
}

function checkPrice(price: bigint): void {
  check(price > 0n, 'The price must be greater than 0');
}

/** Puts a token on sale. An earlier listing of it is over: the token has another owner now, or is listed anew. */
async function list(host: Host, sale: Sale): Promise<void> {
  await dropSale(host, sale.nft_contract_id, sale.token_id);
  await checkRoom(host, sale.owner_id);
  await addSale(host, sale);
  logMarket(host, 'list', {
    token_id: sale.token_id,
    owner_id: sale.owner_id,
    price: sale.sale_conditions,
  });
}

const key = { nft_contract_id: account, token_id: token };
const processInput = z.object({
  owner_id: account,
  ...key,
  approval_id: approval,
  sale_conditions: yocto,
});

/** Putting on sale, by the approval itself or by a call after it; another price; taking off. */
export const LISTING_METHODS = {
  nft_on_approve: call(
    z.object({ token_id: token, owner_id: account, approval_id: approval, msg: z.string() }),
    async (host, input) => {
      check(
        host.predecessor !== host.signer,
        'nft_on_approve should only be called via cross-contract call',
      );
      check(input.owner_id === host.signer, 'owner_id should be signer_id');
      await checkContract(host, host.predecessor);
      const price = priceIn(input.msg);
      checkPrice(price);
      await list(host, {
        owner_id: input.owner_id,
        approval_id: input.approval_id,
        nft_contract_id: host.predecessor,
        token_id: input.token_id,
        sale_conditions: String(price),
      });
    },
  ),
  list_nft_for_sale: call(
    z.object({
      ...key,
      approval_id: approval,
      sale_conditions: yocto.nullish(),
      msg: z.string().nullish(),
    }),
    async (host, input) => {
      await checkContract(host, input.nft_contract_id);
      const price = input.sale_conditions ?? priceIn(input.msg ?? '');
      checkPrice(price);
      await checkRoom(host, host.predecessor);
      const seen = host.call(input.nft_contract_id, [
        {
          method: 'nft_token',
          args: { token_id: input.token_id },
          deposit: 0n,
          gas: READ_GAS,
        },
      ]);
      const args: z.input<typeof processInput> = {
        owner_id: host.predecessor,
        nft_contract_id: input.nft_contract_id,
        token_id: input.token_id,
        approval_id: input.approval_id,
        sale_conditions: String(price),
      };
      return host.then(seen, { method: 'process_listing', args, deposit: 0n, gas: PROCESS_GAS });
    },
  ),
  /** Nothing is listed that is not the caller's and approved. */
  process_listing: inner(processInput, async (host, input) => {
    const [answer] = host.results;
    const seen = seenToken.safeParse(answer?.ok ? answer.value : null);
    check(seen.success, 'No token');
    check(seen.data.owner_id === input.owner_id, 'Predecessor must be the token owner.');
    check(
      approvalHere(host, seen.data) === input.approval_id,
      'Unauthorized: the market does not have that approval',
    );
    await list(host, { ...input, sale_conditions: String(input.sale_conditions) });
  }),
  /** The yocto goes on to the token's contract, where the market gives up its approval. */
  remove_sale: oneYocto(z.object(key), async (host, input) => {
    const sale = await needSale(host, input.nft_contract_id, input.token_id);
    check(host.predecessor === sale.owner_id, 'Must be sale owner');
    await dropSale(host, input.nft_contract_id, input.token_id);
    logMarket(host, 'unlist', { token_id: sale.token_id, owner_id: sale.owner_id });
    const args = {
      token_id: sale.token_id,
      account_id: host.current,
      approval_id: sale.approval_id,
    };
    return host.call(input.nft_contract_id, [
      { method: 'nft_revoke', args, deposit: 1n, gas: REVOKE_GAS },
    ]);
  }),
  update_price: oneYocto(z.object({ ...key, price: yocto }), async (host, input) => {
    const sale = await needSale(host, input.nft_contract_id, input.token_id);
    check(host.predecessor === sale.owner_id, 'Must be sale owner');
    checkPrice(input.price);
    changePrice(host, sale, input.price);
    logMarket(host, 'price', {
      token_id: sale.token_id,
      owner_id: sale.owner_id,
      price: String(input.price),
    });
  }),
};
