import { newId } from '../../../src/data/rules/ids.ts';
import { hasRow } from '../../ports/database/rows.ts';
import { TEST_PASSWORD } from '../calls.ts';
import { HOSTILE_CLIENT } from '../hostileProvider.ts';
import type { Example } from './exampleParts.ts';
import type { Member, World } from './world.ts';

const passwords = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };

/** A new person who comes back from the provider. */
async function back(world: World, role: Member) {
  const start = { provider: 'test', intent: 'sign-in' };
  const { address, binding } = await world.call(role, '/auth/provider/start', start);
  const query = world.provider.comesBack(String(address), { sub: newId() });
  return { query: query.toString(), binding: String(binding) };
}

/** The ticket of a new person. */
async function newcomer(world: World, role: Member): Promise<string> {
  const answer = await world.call(role, '/auth/provider/finish', await back(world, role));
  return (answer.newcomer as { ticket: string }).ticket;
}

/** An account elsewhere that is linked to the member. */
async function linked({ server, account }: World, role: Member): Promise<string> {
  const { queries } = server.database;
  const { userId } = account(role);
  await queries.deleteFrom('providerLinks').where('userId', '=', userId).execute();
  const [id, created] = [newId(), Date.now()];
  const there = { issuer: 'https://id.example', subject: id, provider: 'test', label: 'me' };
  await queries
    .insertInto('providerLinks')
    .values({ id, userId, created, ...there })
    .execute();
  return id;
}

/** Gives the member the password back that a request before took away: signing in asks for it. */
export async function givePassword(world: World, role: Member): Promise<void> {
  const where = { id: world.account(role).userId, passwordHash: null };
  if (await hasRow(world.server.database.queries, 'accounts', where)) await world.renew(role);
}

/** Requests about accounts elsewhere, with a provider that answers well. */
export const PROVIDER_EXAMPLES: Readonly<Record<string, Example>> = {
  startProvider: async () => ({ body: { provider: 'test', intent: 'sign-in' } }),
  finishProvider: async (world, role) => ({ body: await back(world, role) }),
  makeProviderAccount: async (world, role) => ({
    body: { ticket: await newcomer(world, role), username: `new_${newId().slice(-10)}` },
  }),
  linkProviderAccount: async (world, role) => {
    const { userId } = world.account(role);
    await world.server.database.queries.deleteFrom('providerLinks').execute();
    const ticket = await newcomer(world, role);
    return { body: { ticket, username: userId, password: TEST_PASSWORD } };
  },
  unlinkProvider: async (world, role) => ({ params: { id: await linked(world, role) } }),
  setFirstPassword: async ({ server, account }, role) => {
    await server.database.queries
      .updateTable('accounts')
      .set({ passwordHash: null })
      .where('id', '=', account(role).userId)
      .execute();
    return { body: passwords };
  },
  providerLogout: async ({ provider }) => {
    const iat = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const about = { iss: provider.issuer, aud: HOSTILE_CLIENT, sub: 'none', jti: newId() };
    const token = await provider.signed({ ...about, iat, exp: iat + 60, events }, 'logout+jwt');
    return { params: { id: 'test' }, text: `logout_token=${token}` };
  },
};
