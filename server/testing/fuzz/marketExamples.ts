import { KeyPair } from 'near-api-js';
import { signChallenge } from '../market.ts';
import { postable } from '../rifffs.ts';
import type { Example } from './exampleParts.ts';
import type { Member, World } from './world.ts';

/** One key for each account of the play-money chain, so that asking for it again is the same again. */
const keys = new Map<string, ReturnType<typeof KeyPair.fromRandom>>();

function walletOf({ account }: World, role: Member) {
  const accountId = `${account(role).userId.toLowerCase()}.rondo`;
  const key = keys.get(accountId) ?? KeyPair.fromRandom('ed25519');
  keys.set(accountId, key);
  return { accountId, key };
}

/** Links an account of the chain as if it had been proven. */
async function linked(world: World, role: Member): Promise<string> {
  const { accountId, key } = walletOf(world, role);
  const { userId } = world.account(role);
  const row = { userId, publicKey: String(key.getPublicKey()), linked: Date.now() };
  await world.server.database.queries
    .insertInto('walletAccounts')
    .values({ accountId, ...row })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
    .execute();
  return accountId;
}

/** A room of the member's own that anyone can collect from, with a rifff in it. */
async function openRoom(world: World, role: Member) {
  const { userId } = world.account(role);
  const { queries } = world.server.database;
  await queries
    .updateTable('accounts')
    .set({ awaitsConfirmation: false })
    .where('id', '=', userId)
    .execute();
  // An account owns few rooms: those that were made before are the house's.
  await queries
    .updateTable('jams')
    .set({ ownerId: 'house' })
    .where('ownerId', '=', userId)
    .where('kind', '=', 'room')
    .execute();
  const { id: jamId } = await world.call(role, '/jam', { name: 'Ninth bus', access: 'public' });
  await queries
    .updateTable('jams')
    .set({ isCollectible: true })
    .where('id', '=', String(jamId))
    .execute();
  const { id } = await world.call(role, `/jam/${jamId}/rifffs`, { rifff: postable([1, 3]) });
  return { jamId: String(jamId), rifffId: String(id) };
}

const ofRoom: Example = async (world, role) => ({
  params: { id: (await openRoom(world, role)).jamId },
});
const ofWallet: Example = async (world, role) => ({ params: { id: await linked(world, role) } });

async function faucet(world: World, role: Member) {
  const { accountId, key } = walletOf(world, role);
  const body = { accountId, publicKey: String(key.getPublicKey()) };
  await world.call(role, '/marketplace/faucet', body);
  return { accountId, key, body };
}

/** Requests to the market. */
export const MARKET_EXAMPLES: Readonly<Record<string, Example>> = {
  collectibleJams: async () => ({ query: { pageSize: '5', pageNo: '0' } }),
  collectibleJam: ofRoom,
  setCollectible: async (world, role) => ({
    ...(await ofRoom(world, role)),
    body: { isCollectible: true },
  }),
  mint: async (world, role) => ({
    body: { ...(await openRoom(world, role)), accountId: await linked(world, role) },
  }),
  rifffMarket: async (world, role) => ({ params: await openRoom(world, role) }),
  tokens: async (world, role) => ({
    query: { collector: world.account(role).userId, sort: 'cheapest', minPrice: '1', limit: '5' },
  }),
  token: async (world, role) => {
    const body = { ...(await openRoom(world, role)), accountId: await linked(world, role) };
    const { tokenId } = await world.call(role, '/marketplace/mint', body);
    return { params: { tokenId: String(tokenId) } };
  },
  reportTransaction: async (world, role) => ({
    body: {
      txHash: '1'.repeat(43),
      accountId: walletOf(world, role).accountId,
    },
  }),
  nearAccount: ofWallet,
  linkChallenge: ofWallet,
  linkNear: async (world, role) => {
    const { accountId, key } = await faucet(world, role);
    const at = `/marketplace/accounts/near/${accountId}`;
    const challenge = await world.call(role, `${at}/challenge`, {});
    const signed = await signChallenge({ accountId, key }, challenge as never);
    return { params: { id: accountId }, body: signed };
  },
  unlinkNear: ofWallet,
  faucet: async (world, role) => ({ body: (await faucet(world, role)).body }),
};
