import { createECDH, randomBytes } from 'node:crypto';
import { newId } from '../../../src/data/rules/ids.ts';
import { newSecret } from '../../modules/auth/sessions.ts';
import type { Example, RequestParts } from './exampleParts.ts';
import type { Member, World } from './world.ts';

const other = ({ account }: World, role: Member): string =>
  account(role === 'ben' ? 'ana' : 'ben').userId;

/** A subscription as a browser makes it. */
function subscription() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${newId()}`,
    expirationTime: null,
    keys: {
      p256dh: pair.getPublicKey().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  };
}

async function withDevice(world: World, role: Member): Promise<RequestParts> {
  const { id } = await world.call(role, '/notifications/push', subscription());
  return { params: { id: String(id) } };
}

async function withToken({ server, account }: World, role: Member): Promise<RequestParts> {
  const { userId } = account(role);
  const token = newSecret();
  const { queries } = server.database;
  const settings = { userId, choices: '{}', lastDigest: 0, sharesSeen: 0, token };
  await queries
    .insertInto('noticeSettings')
    .values({ ...settings, digest: 'daily' })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ token, digest: 'daily' }))
    .execute();
  return { params: { token } };
}

const ofOther: Example = async (world, role) => ({ params: { id: other(world, role) } });

/** Requests that succeed about people and what they are told. */
export const PEOPLE_EXAMPLES: Readonly<Record<string, Example>> = {
  following: ofOther,
  followers: ofOther,
  performances: ofOther,
  unfollow: ofOther,
  follow: async (world, role) => {
    // The row of calls may have blocked them before.
    await world.server.database.queries.deleteFrom('blocks').execute();
    return { body: { userId: other(world, role) } };
  },
  reportProfile: async (world, role) => ({
    ...(await ofOther(world, role)),
    body: { reason: 'Not their picture' },
  }),
  dismissProfile: async (world, role) => ({
    params: { userId: other(world, role) },
    body: { reason: 'It is theirs' },
  }),
  readNotifications: async () => ({ body: { until: Date.now() } }),
  unsubscribe: withToken,
  subscribePush: async () => ({ body: subscription() }),
  unsubscribePush: withDevice,
};
