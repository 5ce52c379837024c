import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { callerOf } from '../../plugins/caller.ts';
import { route } from '../../plugins/route.ts';
import type { PasskeyService } from './passkeyCalls.ts';
import type { ProofService } from './proofs.ts';
import type { SecondStepService } from './secondStep.ts';
import type { CodesService } from './timeCodes.ts';

/** What the calls of factors are answered by. */
export interface FactorServices {
  readonly passkeys: PasskeyService;
  readonly codes: CodesService;
  readonly secondStep: SecondStepService;
  readonly proofs: ProofService;
}

/** The calls of passkeys, second factors and proofs. */
export function factorRoutes(
  app: FastifyInstance,
  { passkeys, codes, secondStep, proofs }: FactorServices,
): void {
  route(app, ENDPOINTS.factors, ({ identity }) => passkeys.factors(identity));
  route(app, ENDPOINTS.startPasskey, ({ identity }) => passkeys.start(identity));
  route(app, ENDPOINTS.addPasskey, ({ body, identity, request }) =>
    passkeys.add(body, identity, callerOf(request)),
  );
  route(app, ENDPOINTS.renamePasskey, ({ params, body, identity }) =>
    passkeys.rename(params.id, body.name, identity),
  );
  route(app, ENDPOINTS.removePasskey, ({ params, identity }) =>
    passkeys.remove(params.id, identity),
  );
  route(app, ENDPOINTS.startPasskeyLogin, ({ request }) => passkeys.startLogin(callerOf(request)));
  route(app, ENDPOINTS.passkeyLogin, ({ body, request }) =>
    passkeys.login(body, callerOf(request)),
  );
  route(app, ENDPOINTS.startSecondStep, ({ body }) => secondStep.start(body));
  route(app, ENDPOINTS.secondStep, ({ body, request }) =>
    secondStep.finish(body, callerOf(request)),
  );
  route(app, ENDPOINTS.startTimeCodes, ({ identity }) => codes.start(identity));
  route(app, ENDPOINTS.confirmTimeCodes, ({ body, identity }) =>
    codes.confirm(body.code, identity),
  );
  route(app, ENDPOINTS.removeTimeCodes, ({ identity }) => codes.remove(identity));
  route(app, ENDPOINTS.renewRecoveryCodes, ({ identity }) => codes.renewRecoveryCodes(identity));
  route(app, ENDPOINTS.startProof, ({ identity }) => proofs.start(identity));
  route(app, ENDPOINTS.prove, ({ body, identity }) => proofs.prove(body, identity));
}
