import type { Contract } from '../../host.ts';
import { APPROVAL_METHODS } from './approvals.ts';
import { ENUMERATION_METHODS } from './enumeration.ts';
import { FACT_METHODS } from './facts.ts';
import { MINT_METHODS } from './mint.ts';
import { PAYOUT_METHODS } from './payout.ts';
import { TRANSFER_METHODS } from './transfer.ts';

/** Rifffs as tokens: NEP-171, 177, 178, 181, 199, 297 and 330. */
export const NFT_CONTRACT: Contract = {
  name: 'nft',
  methods: {
    ...FACT_METHODS,
    ...MINT_METHODS,
    ...TRANSFER_METHODS,
    ...APPROVAL_METHODS,
    ...PAYOUT_METHODS,
    ...ENUMERATION_METHODS,
  },
};
