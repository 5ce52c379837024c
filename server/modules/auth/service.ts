import type { AccountsContext } from './context.ts';
import { passwordService } from './passwordCalls.ts';
import { sessionService } from './sessionCalls.ts';
import { signInService } from './signIn.ts';

export type AuthService = ReturnType<typeof authService>;

/** Signing up, in and out, passwords and sessions. */
export function authService(context: AccountsContext) {
  return {
    ...signInService(context),
    ...passwordService(context),
    sessions: sessionService(context),
  };
}
