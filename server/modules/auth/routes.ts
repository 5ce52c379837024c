import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { callerOf } from '../../plugins/caller.ts';
import { route } from '../../plugins/route.ts';
import type { ConfirmationService } from './confirmation.ts';
import type { InvitationsService } from './invitations.ts';
import type { AuthService } from './service.ts';
import { presentSession } from './sessions.ts';
import type { SignInHistory } from './signIns.ts';

/** The calls of signing up, in and out, of passwords and of sessions. */
export function authRoutes(app: FastifyInstance, auth: AuthService): void {
  route(app, ENDPOINTS.signup, ({ body, identity, request }) =>
    auth.signup(body, callerOf(request), identity),
  );
  route(app, ENDPOINTS.login, ({ body, request }) => auth.login(body, callerOf(request)));
  route(app, ENDPOINTS.logout, ({ identity }) => auth.sessions.logout(identity));
  route(app, ENDPOINTS.session, async ({ identity }) => presentSession(identity));
  route(app, ENDPOINTS.authUser, async ({ identity }) => ({ user: presentSession(identity) }));
  route(app, ENDPOINTS.refresh, ({ identity, request }) =>
    auth.sessions.refresh(identity, request.headers.authorization),
  );
  route(app, ENDPOINTS.availability, ({ body, request }) =>
    auth.availability(body, callerOf(request)),
  );
  route(app, ENDPOINTS.forgotPassword, ({ body, request }) => auth.forgot(body, callerOf(request)));
  route(app, ENDPOINTS.passwordReset, ({ body, request }) => auth.reset(body, callerOf(request)));
  route(app, ENDPOINTS.passwordChange, ({ body, identity, request }) =>
    auth.change(body, identity, callerOf(request)),
  );
  route(app, ENDPOINTS.sessions, ({ identity }) => auth.sessions.list(identity));
  route(app, ENDPOINTS.endSession, ({ identity, params }) =>
    auth.sessions.end(identity, params.id),
  );
  route(app, ENDPOINTS.endOtherSessions, ({ identity }) => auth.sessions.endOthers(identity));
}

/** The calls that confirm an address. */
export function confirmationRoutes(app: FastifyInstance, confirmation: ConfirmationService): void {
  route(app, ENDPOINTS.confirmEmail, ({ body, request }) =>
    confirmation.confirm(body, callerOf(request)),
  );
  route(app, ENDPOINTS.resendConfirmation, ({ identity }) => confirmation.resend(identity));
  route(app, ENDPOINTS.changeEmail, ({ body, identity }) =>
    confirmation.changeEmail(body, identity),
  );
}

/** The calls about what signed in before. */
export function historyRoutes(app: FastifyInstance, history: SignInHistory): void {
  route(app, ENDPOINTS.signIns, ({ identity }) => history.list(identity));
  route(app, ENDPOINTS.showSignIn, ({ body, request }) => history.show(body, callerOf(request)));
  route(app, ENDPOINTS.disownSignIn, ({ body, request }) =>
    history.disown(body, callerOf(request)),
  );
}

/** The calls about invitations. */
export function invitationRoutes(app: FastifyInstance, invitations: InvitationsService): void {
  route(app, ENDPOINTS.invitations, ({ identity }) => invitations.list(identity));
  route(app, ENDPOINTS.makeInvitation, ({ identity, body }) => invitations.make(identity, body));
  route(app, ENDPOINTS.endInvitation, ({ identity, params }) =>
    invitations.end(identity, params.code),
  );
}
