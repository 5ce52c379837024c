import * as z from 'zod';
import type { Host } from '../../host.ts';
import { account, nothing } from '../arguments.ts';
import { call, check, view } from '../calling.ts';
import { supplyOf } from './sales.ts';

/** What the market knows of itself. */
interface Facts {
  readonly owner_id: string;
  /** Only its tokens can be listed. */
  readonly nft_contract_id: string;
}
const FACTS = 'facts';

async function facts(host: Host): Promise<Facts> {
  const text = await host.get(FACTS);
  check(text, 'The contract is not initialized');
  return JSON.parse(text);
}

/** Panics for tokens of another contract, whose owners and approvals are not known here. */
export async function checkContract(host: Host, nftContractId: string): Promise<void> {
  const { nft_contract_id } = await facts(host);
  check(nftContractId === nft_contract_id, `Only tokens of ${nft_contract_id} can be listed`);
}

/** Init, and what the market says of itself (NEP-330). */
export const MARKET_FACT_METHODS = {
  /** Where it is not said whose tokens are sold, it is the account `nft` beside this one. */
  new: call(
    z.object({ owner_id: account, nft_contract_id: account.nullish() }),
    async (host, { owner_id, nft_contract_id }) => {
      check((await host.get(FACTS)) === null, 'The contract has already been initialized');
      const beside = host.current.replace(/^[^.]*/, 'nft');
      const made: Facts = { owner_id, nft_contract_id: nft_contract_id ?? beside };
      host.set(FACTS, JSON.stringify(made));
    },
  ),
  nft_contract_id: view(nothing, async (host) => (await facts(host)).nft_contract_id),
  get_supply_sales: view(nothing, async (host) =>
    String(await supplyOf(host, (await facts(host)).nft_contract_id)),
  ),
  contract_source_metadata: view(nothing, async () => ({
    version: '1.0.0',
    link: null,
    standards: [
      { standard: 'nep297', version: '1.0.0' },
      { standard: 'nep330', version: '1.0.0' },
    ],
    build_info: null,
  })),
};
