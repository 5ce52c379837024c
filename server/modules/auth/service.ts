import type { DeviceSession, Login, SignedOut } from '../../../src/data/contract/auth.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { type Credential, type Identity, readCredential } from '../../plugins/identity.ts';
import { takeRows } from '../../ports/database/rows.ts';
import type { AccountsContext } from './context.ts';
import { passwordService } from './passwordCalls.ts';
import type { LogoutService } from './providers/logout.ts';
import { endOtherSessions, endSession, listSessions, rotateSession } from './sessions.ts';
import { signInService } from './signIn.ts';

export type AuthService = ReturnType<typeof authService>;

/** Signing up, in and out, passwords and sessions. @param logout says where a session that came by an account elsewhere ends */
export function authService(
  context: AccountsContext,
  logout: Pick<LogoutService, 'endSessionAddress'>,
) {
  return {
    ...signInService(context),
    ...passwordService(context),
    sessions: sessionService(context, logout),
  };
}

type Done = Record<string, never>;

/** Sessions of an account: every call is about the caller's own. */
function sessionService(
  { database: { queries }, announcer }: Pick<AccountsContext, 'database' | 'announcer'>,
  { endSessionAddress }: Pick<LogoutService, 'endSessionAddress'>,
) {
  return {
    /** Ends the session of the call, if it has one, and says where the page goes to end the one that it came by. */
    async logout(identity: Identity | null): Promise<SignedOut> {
      if (!identity) return {};
      const { userId, sessionId: id } = identity;
      const [ended] = await takeRows(queries, 'sessions', { userId, id }, ['linkId']);
      announcer.recheck(userId);
      const endSession = ended?.linkId ? await endSessionAddress(ended.linkId) : undefined;
      return endSession === undefined ? {} : { endSession };
    },

    /** A new credential in place of the one that the call carried. */
    async refresh(identity: Identity, authorization: string | undefined): Promise<Login> {
      const { token } = readCredential(authorization) as Credential;
      const login = await rotateSession(queries, identity, token, Date.now());
      if (!login) throw new ApiError('unauthorised', 'This credential was replaced already');
      return login;
    },

    async list(identity: Identity): Promise<{ sessions: DeviceSession[] }> {
      return { sessions: await listSessions(queries, identity, Date.now()) };
    },

    /** Signs one device out. Throws `not_found` for a session of anyone else. */
    async end(identity: Identity, id: string): Promise<Done> {
      if (!(await endSession(queries, identity.userId, id))) {
        throw new ApiError('not_found', 'You are not signed in there');
      }
      announcer.recheck(identity.userId);
      return {};
    },

    async endOthers(identity: Identity): Promise<{ ended: number }> {
      const ended = await endOtherSessions(queries, identity);
      announcer.recheck(identity.userId);
      return { ended };
    },
  };
}
