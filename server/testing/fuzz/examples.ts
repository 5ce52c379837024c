import { newId } from '../../../src/data/rules/ids.ts';
import { newSecret } from '../../modules/auth/sessions.ts';
import { makeSetupToken } from '../../modules/setup/link.ts';
import { sha256 } from '../../plugins/identity.ts';
import type { TicketRow } from '../../ports/database/schemaAccounts.ts';
import { TEST_PASSWORD } from '../calls.ts';
import { postable } from '../rifffs.ts';
import { loopDocument } from '../sounds.ts';
import { fixtureLoopId } from '../starterFixture.ts';
import { ARCADE_EXAMPLES } from './arcadeExamples.ts';
import { CLASS_EXAMPLES } from './classExamples.ts';
import { CLUB_EXAMPLES } from './clubExamples.ts';
import { CODE_EXAMPLES } from './codeExamples.ts';
import {
  type Example,
  flac,
  metadata,
  ofJam,
  ofRifff,
  ogg,
  picture,
  type RequestParts,
  sendForm,
  sound,
} from './exampleParts.ts';
import { FACTOR_EXAMPLES, forgetFactors } from './factorExamples.ts';
import { FEED_EXAMPLES } from './feedExamples.ts';
import { IMPORT_EXAMPLES } from './importExamples.ts';
import { JAM_EXAMPLES } from './jamExamples.ts';
import { LOOK_EXAMPLES } from './lookExamples.ts';
import { MARKET_EXAMPLES } from './marketExamples.ts';
import { OPERATION_EXAMPLES } from './operationExamples.ts';
import type { Operation } from './operations.ts';
import { PEOPLE_EXAMPLES } from './peopleExamples.ts';
import { PLAN_EXAMPLES } from './planExamples.ts';
import { PLAYLIST_EXAMPLES } from './playlistExamples.ts';
import { givePassword, PROVIDER_EXAMPLES } from './providerExamples.ts';
import { freshRifff, freshShare, type Member, type World } from './world.ts';

const passwords = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
let signedUp = 0;

async function ticket(
  { server, account }: World,
  role: Member,
  kind: TicketRow['kind'],
  remoteHash: string | null = null,
): Promise<string> {
  const token = newSecret();
  const now = Date.now();
  const { userId } = account(role);
  await server.database.queries
    .insertInto('tickets')
    .values({
      tokenHash: sha256(token),
      kind,
      userId,
      created: now,
      expires: now + 60_000,
      remoteHash,
    })
    .execute();
  return token;
}

const startRemote = async (world: World, role: Member) =>
  (await world.call(role, '/accounts/auth/remote-login/start', { device: 'TV' })) as {
    remoteToken: string;
    secret: string;
  };

async function verification(world: World, role: Member): Promise<RequestParts> {
  const { remoteToken } = await startRemote(world, role);
  return {
    body: { verificationToken: await ticket(world, role, 'email-login', sha256(remoteToken)) },
  };
}

const ofShare: Example = async (world, role) => ({ params: { id: await freshShare(world, role) } });
const judged: Example = async (world, role) => ({
  ...(await ofShare(world, role)),
  body: { reason: 'Shown to be stolen' },
});
/** Suspends a member of the world: ben, unless another account is named. */
async function suspend(
  { server, account }: World,
  userId = account('ben').userId,
): Promise<string> {
  const change = { reason: 'Spam', since: Date.now(), until: null };
  await server.database.queries
    .insertInto('suspensions')
    .values({ userId, ...change })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(change))
    .execute();
  return userId;
}
const appealed: Example = async (world) => {
  const { queries } = world.server.database;
  const userId = await suspend(world);
  await queries.deleteFrom('appeals').where('userId', '=', userId).execute();
  const [id, created] = [newId(), Date.now()];
  const appeal = { id, userId, text: 'It was not me', created, state: 'open', answer: '' } as const;
  await queries.insertInto('appeals').values(appeal).execute();
  return { params: { id }, body: { reason: 'Shown to be so' } };
};
const withPicture: Example = async (world, role) => {
  await sendForm(world, role, '/api/v3/image/upload', picture);
  return ofJam(world, role);
};
const withTrack: Example = async (world, role) => {
  const trackId = newId();
  const form = [sound('file', ogg), metadata({ _id: trackId, name: 'Ninth bus' })];
  const { userId } = world.account(role);
  await sendForm(world, role, `/api/jam/${userId}/tracks`, form);
  return { params: { id: userId, trackId } };
};

const setupToken = ({ server }: World) => makeSetupToken(server.database, Date.now());

/** Makes the member one whose address is not confirmed, until it commits a fresh rifff. */
async function unconfirmed({ server, account }: World, role: Member): Promise<void> {
  await server.database.queries
    .updateTable('accounts')
    .set({ awaitsConfirmation: true })
    .where('id', '=', account(role).userId)
    .execute();
}

/** Requests that succeed for a member, by the name of the call, where its schemas alone do not lead there. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  ...JAM_EXAMPLES,
  ...ARCADE_EXAMPLES,
  ...CLASS_EXAMPLES,
  ...CLUB_EXAMPLES,
  ...OPERATION_EXAMPLES,
  ...PEOPLE_EXAMPLES,
  ...FEED_EXAMPLES,
  ...PLAYLIST_EXAMPLES,
  ...LOOK_EXAMPLES,
  ...MARKET_EXAMPLES,
  ...PLAN_EXAMPLES,
  ...IMPORT_EXAMPLES,
  ...CODE_EXAMPLES,
  ...FACTOR_EXAMPLES,
  ...PROVIDER_EXAMPLES,
  signup: async () => {
    signedUp += 1;
    const username = `new${signedUp}_${newId().slice(-8)}`;
    return { body: { username, email: `${username}@mail.example`, ...passwords } };
  },
  checkSetupLink: async (world) => ({ body: { token: await setupToken(world) } }),
  setUp: async (world) => {
    signedUp += 1;
    const username = `new${signedUp}_${newId().slice(-8)}`;
    const account = { username, email: `${username}@mail.example`, ...passwords };
    return { body: { token: await setupToken(world), account } };
  },
  claimSetup: async (world) => ({ body: { token: await setupToken(world) } }),
  changeStoredSettings: async () => ({
    body: { changes: { OPERATOR_NAME: 'Hill Street Sound', BACKUP_KEEP: null } },
  }),
  login: async (world, role) => ({
    body: { username: world.account(role).userId, password: TEST_PASSWORD },
  }),
  forgotPassword: async (world, role) => ({
    body: { email: `${world.account(role).userId}@rondo.test` },
  }),
  passwordReset: async (world, role) => ({
    body: { token: await ticket(world, role, 'reset'), ...passwords },
  }),
  passwordChange: async () => ({
    body: {
      currentPassword: TEST_PASSWORD,
      newPassword: 'Other horse',
      confirmPassword: 'Other horse',
    },
  }),
  confirmEmail: async (world, role) => {
    await unconfirmed(world, role);
    return { body: { token: await ticket(world, role, 'confirm') } };
  },
  resendConfirmation: async (world, role) => {
    await unconfirmed(world, role);
    return {};
  },
  changeEmail: async (world, role) => {
    await unconfirmed(world, role);
    return { body: { email: `${newId()}@mail.example`, password: TEST_PASSWORD } };
  },
  makeInvitation: async () => ({ body: { uses: 2, days: 7, note: 'Tuesday class' } }),
  endInvitation: async (world) => {
    const { code } = await world.call('judge', '/moderation/invitations', {});
    return { params: { code: String(code) } };
  },
  changeSettings: async () => ({ body: { settings: { productUpdates: true } } }),
  changeAccessRights: async () => ({ body: { access: 'none', license: 'cc0-1.0' } }),
  remoteStart: async () => ({ body: { device: 'TV' } }),
  profiles: async (world, role) => ({ body: { userIds: [world.account(role).userId, 'nobody_'] } }),
  availability: async () => ({ body: { email: 'free@mail.example', username: 'free' } }),
  endSession: async (world, role) => {
    const { userId } = world.account(role);
    const { id } = await world.server.database.queries
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return { params: { id } };
  },
  remoteShow: async (world, role) => {
    const { remoteToken } = await startRemote(world, role);
    return { params: { remoteToken } };
  },
  remoteLogin: async (world, role) => {
    const { remoteToken } = await startRemote(world, role);
    return { body: { remoteToken } };
  },
  remoteClaim: async (world, role) => {
    const { remoteToken, secret } = await startRemote(world, role);
    return { body: { remoteToken, secret } };
  },
  emailLogin: async (world, role) => {
    const { remoteToken } = await startRemote(world, role);
    return { body: { email: `${world.account(role).userId}@rondo.test`, remoteToken } };
  },
  emailLoginShow: verification,
  emailLoginVerify: verification,
  profile: ofJam,
  changeProfile: async () => ({
    body: { bio: 'Long nights', externalLinks: {}, displayName: 'Ana the <b>' },
  }),
  uploadImage: async () => ({ query: { group: 'avatars' }, form: picture }),
  avatar: withPicture,
  removeAvatar: withPicture,
  deleteAccount: async () => ({ body: { password: TEST_PASSWORD } }),
  jam: ofJam,
  jamRifffs: async (world, role) => {
    await freshRifff(world, role);
    return ofJam(world, role);
  },
  rifff: ofRifff,
  rifffLineage: ofRifff,
  rifffsQuery: async (world, role) => {
    const { id = '', rifffId = '' } = (await ofRifff(world, role)).params ?? {};
    const hidden = { jamId: 'vault_', rifffId: world.vault.rifffId };
    return { body: { rifffs: [{ jamId: id, rifffId }, hidden] } };
  },
  postRifff: async (world, role) => ({
    ...(await ofJam(world, role)),
    body: { rifff: postable([1, 2], { note: { kept: true }, state_2: [] }) },
  }),
  remixRifff: async (world, role) => {
    const rifffId = await freshRifff(world, role);
    const jamId = world.account(role).userId;
    return {
      params: { id: jamId, originalId: rifffId },
      body: { rifff: postable([5], { parent: { jamId, rifffId } }) },
    };
  },
  libraryImport: async (world, role) => ({
    ...(await ofJam(world, role)),
    body: { loopId: fixtureLoopId(9) },
  }),
  uploadLoop: async (world, role) => ({
    ...(await ofJam(world, role)),
    form: [sound('file', ogg), sound('master', flac), metadata(loopDocument())],
  }),
  uploadTrack: async (world, role) => ({
    ...(await ofJam(world, role)),
    form: [sound('file', ogg), metadata({ _id: newId(), name: 'Ninth bus' })],
  }),
  jamTracks: withTrack,
  removeTrack: withTrack,
  pinTrack: async () => ({ form: [sound('file', flac), metadata({ _id: newId() })] }),
  share: async (world, role) => {
    const rifffId = await freshRifff(world, role);
    const jamId = world.account(role).userId;
    return { body: { jamId, rifffId, shareId: newId(), title: 'Tenth bus', look: 'rose' } };
  },
  sharedBy: async (world, role) => ({ params: { userId: world.account(role).userId } }),
  sharedRifff: ofShare,
  oembed: async (world, role) => ({
    query: { url: `http://localhost:4000/rifff/${await freshShare(world, role)}` },
  }),
  unshare: ofShare,
  like: ofShare,
  unlike: ofShare,
  hide: ofShare,
  unhide: ofShare,
  report: async (world, role) => ({
    ...(await ofShare(world, role)),
    body: { reason: 'other', message: 'Listen to it' },
  }),
  removeShare: judged,
  restoreShare: judged,
  dismissReports: judged,
  removeProfileParts: async (world, role) => ({
    params: { userId: world.account(role).userId },
    body: { parts: ['bio', 'picture'], reason: 'Spam' },
  }),
  suspend: async (world) => ({
    params: { userId: world.account('ben').userId },
    body: { reason: 'Spam', until: Date.now() + 60_000 },
  }),
  liftSuspension: async (world) => ({
    params: { userId: await suspend(world) },
    body: { reason: 'It was a mistake' },
  }),
  acceptAppeal: appealed,
  refuseAppeal: appealed,
  appeal: async (world, role) => {
    const userId = await suspend(world, world.account(role).userId);
    await world.server.database.queries
      .deleteFrom('appeals')
      .where('userId', '=', userId)
      .execute();
    return { body: { text: 'It was not me' } };
  },
};

/**
 * A request that should succeed for a member, or undefined where the schemas are enough. What moderators did before is
 * forgotten.
 */
export async function exampleOf(
  { name }: Operation,
  world: World,
  role: Member,
): Promise<RequestParts | undefined> {
  const { queries } = world.server.database;
  await queries.deleteFrom('suspensions').execute();
  await queries.deleteFrom('storedSettings').execute();
  await queries.deleteFrom('barred').execute();
  await forgetFactors(world);
  await givePassword(world, role);
  return EXAMPLES[name]?.(world, role);
}
