import * as z from 'zod';
import type { ChainSale, ChainToken } from '../chain.ts';

/** What contracts of the interface answer. Anybody may have minted a token there, so nothing is taken for granted. */

const text = z.string().nullish();

export const tokenAnswer = z
  .object({
    token_id: z.string(),
    owner_id: z.string(),
    metadata: z.object({ title: text, media: text, reference: text }).nullish(),
    approved_account_ids: z.record(z.string(), z.number()).nullish(),
    royalty: z.record(z.string(), z.number()).nullish(),
  })
  .transform(
    (token): ChainToken => ({
      tokenId: token.token_id,
      ownerId: token.owner_id,
      title: token.metadata?.title ?? '',
      media: token.metadata?.media ?? null,
      reference: token.metadata?.reference ?? null,
      royalty: token.royalty ?? {},
      approvals: token.approved_account_ids ?? {},
    }),
  );

export const saleAnswer = z
  .object({
    owner_id: z.string(),
    approval_id: z.number(),
    nft_contract_id: z.string(),
    token_id: z.string(),
    sale_conditions: z.string().regex(/^\d{1,39}$/),
  })
  .transform((sale) => ({
    nftContract: sale.nft_contract_id,
    sale: {
      tokenId: sale.token_id,
      ownerId: sale.owner_id,
      approvalId: sale.approval_id,
      price: sale.sale_conditions,
    } satisfies ChainSale,
  }));

export const payoutAnswer = z.object({
  payout: z.record(z.string(), z.string().regex(/^\d{1,39}$/)),
});
