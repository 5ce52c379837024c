import * as z from 'zod';
import type { Host } from '../../host.ts';
import { account, nothing } from '../arguments.ts';
import { call, check, oneYocto, view } from '../calling.ts';
import { type ContractMetadata, contractMetadata, DEFAULT_METADATA } from './metadata.ts';

/** What the contract knows of itself. */
interface Facts {
  readonly owner_id: string;
  readonly minter_ids: readonly string[];
  readonly metadata: ContractMetadata;
}
const FACTS = 'facts';

async function facts(host: Host): Promise<Facts> {
  const text = await host.get(FACTS);
  check(text, 'The contract is not initialized');
  return JSON.parse(text);
}

async function begin(
  host: Host,
  ownerId: string,
  minterId: string | null | undefined,
  metadata: ContractMetadata,
): Promise<void> {
  check((await host.get(FACTS)) === null, 'The contract has already been initialized');
  const made: Facts = { owner_id: ownerId, minter_ids: [minterId ?? ownerId], metadata };
  host.set(FACTS, JSON.stringify(made));
}

export async function checkMinter(host: Host): Promise<void> {
  const { minter_ids } = await facts(host);
  check(minter_ids.includes(host.predecessor), 'Only minters may mint');
}

const minters = z.array(account).max(20);

/** Init, who may mint, and what the contract says of itself (NEP-177, NEP-330). */
export const FACT_METHODS = {
  new: call(
    z.object({ owner_id: account, metadata: contractMetadata, minter_id: account.nullish() }),
    (host, input) => begin(host, input.owner_id, input.minter_id, input.metadata),
  ),
  new_default_meta: call(
    z.object({ owner_id: account, minter_id: account.nullish() }),
    (host, input) => begin(host, input.owner_id, input.minter_id, DEFAULT_METADATA),
  ),
  set_minters: oneYocto(z.object({ minter_ids: minters }), async (host, input) => {
    const known = await facts(host);
    check(host.predecessor === known.owner_id, 'Only the owner says who may mint');
    host.set(FACTS, JSON.stringify({ ...known, minter_ids: input.minter_ids }));
  }),
  minters: view(nothing, async (host) => (await facts(host)).minter_ids),
  nft_metadata: view(nothing, async (host) => (await facts(host)).metadata),
  contract_source_metadata: view(nothing, async () => ({
    version: '1.0.0',
    link: null,
    standards: ['nep171', 'nep177', 'nep178', 'nep181', 'nep199', 'nep297', 'nep330'].map(
      (standard) => ({ standard, version: '1.0.0' }),
    ),
    build_info: null,
  })),
};
