/** Calls of passkeys and second factors, as a page makes them. */
import { generateSync } from 'otplib';
import { type Authenticator, createAuthenticator, type Wrong } from './authenticator.ts';
import { type CallAnswer, callsOf, credentialOf } from './calls.ts';
import type { TestServer } from './testApp.ts';

/** Where servers of these tests are reached. */
export const PASSKEY_URL = 'https://rondo.example';

/** The calls of one server whose PUBLIC_URL is `PASSKEY_URL`. */
export function factorCallsOf(server: Pick<TestServer, 'app' | 'database'>) {
  const calls = callsOf(server);
  const { post } = calls;

  /** Adds a passkey to the account of a credential. @returns the answer, and the passkey */
  async function addPasskey(as: string, wrong: Wrong = {}, key = createAuthenticator(PASSKEY_URL)) {
    const started = await post('/auth/passkeys/start', undefined, { as });
    if (started.status !== 200) return { key, answer: started };
    const response = key.create(started.data.options, wrong);
    return { key, answer: await post('/auth/passkeys', { response }, { as }) };
  }

  async function loginResponse(key: Authenticator, wrong: Wrong = {}) {
    const started = await post('/auth/passkey-login/start');
    return key.get(started.data.options, wrong);
  }

  /** The code of now, which was not used before. */
  async function codeOf(userId: string): Promise<string> {
    const { queries } = server.database;
    await queries.updateTable('timeCodes').set({ lastStep: 0 }).execute();
    const { secret } = await queries
      .selectFrom('timeCodes')
      .select('secret')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return generateSync({ secret });
  }

  return {
    ...calls,
    addPasskey,
    loginResponse,
    codeOf,

    /** Signs in with a passkey. */
    passkeyLogin: async (key: Authenticator, wrong: Wrong = {}): Promise<CallAnswer> =>
      post('/auth/passkey-login', { response: await loginResponse(key, wrong) }),

    /** Turns time codes on. @returns the recovery codes, where they are the first factor */
    async turnOnTimeCodes(userId: string, as: string): Promise<string[] | undefined> {
      await post('/auth/time-codes/start', undefined, { as });
      const answer = await post('/auth/time-codes', { code: await codeOf(userId) }, { as });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer));
      return answer.data.recoveryCodes;
    },

    /** The ticket of an account whose password was right. */
    async ticketOf(userId: string): Promise<string> {
      const { secondFactor } = await calls.login(userId);
      return secondFactor.ticket;
    },

    /** Signs up; answers the credential. */
    signedUp: async (userId: string): Promise<string> => credentialOf(await calls.signup(userId)),

    /** Lets the sessions of an account have shown who is there so long ago, in ms. */
    age: (userId: string, ageMs: number) =>
      server.database.queries
        .updateTable('sessions')
        .set({ proven: Date.now() - ageMs })
        .where('userId', '=', userId)
        .execute(),
  };
}
