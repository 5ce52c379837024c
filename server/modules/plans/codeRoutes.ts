import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import type { Server } from '../../kernel/module.ts';
import { callerOf } from '../../plugins/caller.ts';
import { route } from '../../plugins/route.ts';
import { codesService } from './codes.ts';
import { redeemService } from './redeem.ts';

/** The calls about redemption codes. */
export function codeRoutes(app: FastifyInstance, context: Pick<Server, 'database'>): void {
  const codes = codesService(context);
  const { redeem } = redeemService(context);
  route(app, ENDPOINTS.redeem, ({ identity, params, request }) =>
    redeem(identity, params.code, callerOf(request).address),
  );
  route(app, ENDPOINTS.redemptionCodes, ({ identity }) => codes.list(identity));
  route(app, ENDPOINTS.makeCodes, ({ identity, body }) => codes.make(identity, body));
  route(app, ENDPOINTS.endCode, ({ identity, params }) => codes.end(identity, params.code));
}
