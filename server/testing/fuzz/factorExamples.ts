import { generateSync } from 'otplib';
import { sha256 } from '../../plugins/identity.ts';
import { createAuthenticator } from '../authenticator.ts';
import { TEST_PASSWORD } from '../calls.ts';
import type { Example } from './exampleParts.ts';
import { type Member, WORLD_URL, type World } from './world.ts';

/** Takes what a request before added away: signing in asks for nothing more then. */
export async function forgetFactors({ server }: World): Promise<void> {
  const { queries } = server.database;
  for (const table of ['passkeys', 'challenges', 'timeCodes', 'recoveryCodes'] as const) {
    await queries.deleteFrom(table).execute();
  }
  await queries
    .updateTable('accounts')
    .set({ hasSecondFactor: false })
    .where('hasSecondFactor', '=', true)
    .execute();
}

type Options = Parameters<ReturnType<typeof createAuthenticator>['get']>[0];

/** The options that a call answers. */
const optionsOf = async (world: World, role: Member, url: string, body = {}) =>
  (await world.call(role, url, body)).options as Options;

/** A passkey that the member has added. */
async function withPasskey(world: World, role: Member) {
  const key = createAuthenticator(WORLD_URL);
  const response = key.create(await optionsOf(world, role, '/auth/passkeys/start'));
  await world.call(role, '/auth/passkeys', { response, name: 'Phone' });
  return key;
}
const ofPasskey: Example = async (world, role) => ({
  params: { id: (await withPasskey(world, role)).id },
});

/** Time codes of the member that wait for the first of them. @returns that code */
async function startedCodes(world: World, role: Member): Promise<string> {
  const { secret } = await world.call(role, '/auth/time-codes/start', {});
  return generateSync({ secret: String(secret) });
}
async function withCodes(world: World, role: Member): Promise<string[]> {
  const code = await startedCodes(world, role);
  return (await world.call(role, '/auth/time-codes', { code })).recoveryCodes as string[];
}

/** A ticket of the member for the second step. */
async function stepTicket({ server, account }: World, role: Member): Promise<string> {
  const ticket = createAuthenticator(WORLD_URL).id;
  const now = Date.now();
  await server.database.queries
    .insertInto('tickets')
    .values({
      tokenHash: sha256(ticket),
      kind: 'second-step',
      userId: account(role).userId,
      created: now,
      expires: now + 60_000,
      remoteHash: null,
    })
    .execute();
  return ticket;
}

/** Requests about passkeys, codes and proofs. */
export const FACTOR_EXAMPLES: Readonly<Record<string, Example>> = {
  addPasskey: async (world, role) => {
    const options = await optionsOf(world, role, '/auth/passkeys/start');
    return { body: { response: createAuthenticator(WORLD_URL).create(options), name: 'Phone' } };
  },
  renamePasskey: async (world, role) => ({
    ...(await ofPasskey(world, role)),
    body: { name: 'Tower' },
  }),
  removePasskey: ofPasskey,
  passkeyLogin: async (world, role) => {
    const key = await withPasskey(world, role);
    return {
      body: { response: key.get(await optionsOf(world, role, '/auth/passkey-login/start')) },
    };
  },
  startSecondStep: async (world, role) => {
    await withPasskey(world, role);
    return { body: { ticket: await stepTicket(world, role) } };
  },
  secondStep: async (world, role) => {
    const [recoveryCode] = await withCodes(world, role);
    return { body: { ticket: await stepTicket(world, role), recoveryCode } };
  },
  confirmTimeCodes: async (world, role) => ({ body: { code: await startedCodes(world, role) } }),
  removeTimeCodes: async (world, role) => {
    await withCodes(world, role);
    return {};
  },
  renewRecoveryCodes: async (world, role) => {
    await withCodes(world, role);
    return {};
  },
  prove: async () => ({ body: { password: TEST_PASSWORD } }),
};
