import * as z from 'zod';
import type { Host } from '../../host.ts';
import { account, fromIndex, limit, nothing, token } from '../arguments.ts';
import { view } from '../calling.ts';
import { countRows, readRows } from '../rows.ts';
import { ALL_TOKENS, findToken, jsonToken, tokenKey, tokensOf } from './tokens.ts';

const TOKENS_USUAL = 50;
const page = { from_index: fromIndex, limit: limit(TOKENS_USUAL) };

async function tokensPage(host: Host, list: string, from: number, limit: number) {
  const rows = await readRows(host, list, from, limit);
  const start = tokenKey('').length;
  return rows.map((row) => jsonToken(row.key.slice(start), JSON.parse(row.value)));
}

/** Reading tokens, in the order in which they were minted (NEP-171, NEP-181). */
export const ENUMERATION_METHODS = {
  nft_token: view(z.object({ token_id: token }), async (host, input) => {
    const found = await findToken(host, input.token_id);
    return found ? jsonToken(input.token_id, found) : null;
  }),
  nft_tokens: view(z.object(page), (host, input) =>
    tokensPage(host, ALL_TOKENS, input.from_index, input.limit),
  ),
  nft_tokens_for_owner: view(z.object({ account_id: account, ...page }), (host, input) =>
    tokensPage(host, tokensOf(input.account_id), input.from_index, input.limit),
  ),
  nft_total_supply: view(nothing, async (host) => String(await countRows(host, ALL_TOKENS))),
  nft_supply_for_owner: view(z.object({ account_id: account }), async (host, input) =>
    String(await countRows(host, tokensOf(input.account_id))),
  ),
};
