import * as z from 'zod';
import { ROYALTY_ACCOUNTS_MAX } from '../../../../src/data/contract/constants.ts';
import { type Host, STORAGE_BYTE_YOCTO } from '../../host.ts';
import { account, token } from '../arguments.ts';
import { check, payable } from '../calling.ts';
import { logEvent } from '../events.ts';
import { checkMinter } from './facts.ts';
import { tokenMetadata } from './metadata.ts';
import { WHOLE_BPS } from './shares.ts';
import { addToken, findToken, tokensOf } from './tokens.ts';

const ACCOUNT_CHARACTERS_MAX = 64;

const minted = z.union([
  z
    .object({ token_id: token, metadata: tokenMetadata, receiver_id: account })
    .transform(({ token_id, metadata, receiver_id }) => ({ token_id, metadata, receiver_id })),
  z
    .object({ token_id: token, token_metadata: tokenMetadata, token_owner_id: account })
    .transform((given) => ({
      token_id: given.token_id,
      metadata: given.token_metadata,
      receiver_id: given.token_owner_id,
    })),
]);
const mintInput = z.intersection(
  minted,
  z.object({
    perpetual_royalties: z.record(account, z.int().min(0)).nullish(),
  }),
);

function checkRoyalty(royalty: Readonly<Record<string, number>>): void {
  const shares = Object.values(royalty);
  check(
    shares.length <= ROYALTY_ACCOUNTS_MAX,
    `Cannot add more than ${ROYALTY_ACCOUNTS_MAX} perpetual royalty amounts`,
  );
  const total = shares.reduce((sum, bps) => sum + bps, 0);
  check(total <= WHOLE_BPS, `Royalties must not be more than ${WHOLE_BPS} basis points`);
}

/** Yocto for what a token occupies now, and for the longest name that an owner may ever have. */
async function storageCost(host: Host, bytesBefore: bigint, ownerId: string): Promise<bigint> {
  const grown = (await host.storageUsage()) - bytesBefore;
  const longer = ACCOUNT_CHARACTERS_MAX - ownerId.length;
  // The name stands in the token, in the list of its owner's and in the count of them, which may be a new one.
  const countOfAnother = 40 + `#${tokensOf('')}`.length + ACCOUNT_CHARACTERS_MAX + 12;
  return (grown + BigInt(2 * longer + countOfAnother)) * STORAGE_BYTE_YOCTO;
}

/** Minting: only minters may; both generations' names of the arguments are understood. */
export const MINT_METHODS = {
  nft_mint: payable(mintInput, async (host, input) => {
    await checkMinter(host);
    const bytesBefore = await host.storageUsage();
    const royalty = input.perpetual_royalties ?? {};
    checkRoyalty(royalty);
    check(!(await findToken(host, input.token_id)), 'Token already exists');
    await addToken(host, input.token_id, {
      owner_id: input.receiver_id,
      metadata: input.metadata,
      royalty,
    });
    const cost = await storageCost(host, bytesBefore, input.receiver_id);
    const excess = host.attachedDeposit - cost;
    check(excess >= 0n, `Must attach ${cost} yoctoNEAR to cover storage`);
    if (excess > 0n) host.transfer(host.predecessor, excess);
    logEvent(host, 'nep171', 'nft_mint', {
      owner_id: input.receiver_id,
      token_ids: [input.token_id],
    });
  }),
};
