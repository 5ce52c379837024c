import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import { MARKET_ENDPOINTS } from '../../../src/data/contract/endpoints/market.ts';
import type { FaucetAnswerSchema, FaucetBodySchema } from '../../../src/data/contract/market.ts';
import type { Identity } from '../../plugins/identity.ts';
import { route } from '../../plugins/route.ts';
import { subPathOf } from '../../plugins/subPath.ts';
import { collectibleJamCalls } from './collectibleJams.ts';
import type { MarketContext } from './context.ts';
import { linkingCalls } from './linking.ts';
import { mintCall } from './mint.ts';
import type { MintWork } from './mintWork.ts';
import type { Refresh } from './refresh.ts';
import { reportCall } from './report.ts';
import { rifffMarketCall } from './rifffMarket.ts';
import { tokenCalls } from './tokens.ts';

/** Makes an account on the play-money chain. */
export type Faucet = (
  identity: Identity,
  body: z.output<typeof FaucetBodySchema>,
) => Promise<z.output<typeof FaucetAnswerSchema>>;

/** The calls of collecting. */
export function marketRoutes(
  app: FastifyInstance,
  context: MarketContext,
  { work, refresh, faucet }: { work: MintWork; refresh: Refresh; faucet: Faucet },
): void {
  const jams = collectibleJamCalls(context);
  const tokens = tokenCalls(context);
  const linking = linkingCalls(context);
  const rifffMarket = rifffMarketCall(context);
  const mint = mintCall(context, work);
  const report = reportCall(context, refresh);
  const calls = MARKET_ENDPOINTS;
  const { config } = context.chain;
  // The play-money chain is asked on this server.
  const start = `${subPathOf(context.publicUrl)}/`;
  const rpcUrls = config.rpcUrls.map((url) => url.replace(/^\//, start));
  route(app, calls.market, async () => ({ ...config, rpcUrls }));
  route(app, calls.collectibleJams, ({ identity, query }) => jams.list(identity, query));
  route(app, calls.collectibleJam, ({ identity, params }) => jams.jam(identity, params.id));
  route(app, calls.setCollectible, ({ identity, params, body }) =>
    jams.set(identity, params.id, body.isCollectible),
  );
  route(app, calls.mint, ({ identity, body }) => mint(identity, body));
  route(app, calls.rifffMarket, ({ identity, params }) => rifffMarket(identity, params));
  route(app, calls.tokens, ({ identity, query }) => tokens.list(identity, query));
  route(app, calls.token, ({ identity, params }) => tokens.token(identity, params.tokenId));
  route(app, calls.reportTransaction, ({ identity, body }) => report(identity, body));
  route(app, calls.nearAccount, ({ params }) => linking.accounts(params.id));
  route(app, calls.linkChallenge, ({ identity, params }) => linking.challenge(identity, params.id));
  route(app, calls.linkNear, ({ identity, params, body }) =>
    linking.link(identity, params.id, body),
  );
  route(app, calls.unlinkNear, ({ identity, params }) => linking.unlink(identity, params.id));
  route(app, calls.faucet, ({ identity, body }) => faucet(identity, body));
}
