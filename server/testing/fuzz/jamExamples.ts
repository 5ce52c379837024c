import { newId } from '../../../src/data/rules/ids.ts';
import { type Example, ofJam, ofRifff, ogg, picture, sound } from './exampleParts.ts';
import { PIXEL } from './forms.ts';
import { freshRifff, type Member, type World } from './world.ts';

/** A room of the member's own. */
const ofRoom = async (world: World, role: Member, access = 'link') => {
  const { id } = await world.call(role, '/jam', { name: 'Attic', access });
  return { id: id as string };
};
const codeOf = async (world: World, role: Member, id: string) =>
  (await world.call(role, `/jam/${id}/codes`, {})).code as string;
const otherOf = (role: Member): Member => (role === 'ana' ? 'ben' : 'ana');
/** A message of the member in its own jam. */
const ofMessage = async (world: World, role: Member) => {
  const { userId } = world.account(role);
  const { id } = await world.call(role, `/jam/${userId}/messages`, { message: 'Ninth bus' });
  return { id: userId, messageId: String(id) };
};
/** One that the member reported. */
const reported: Example = async (world, role) => {
  const { id: jamId, messageId: ref } = await ofMessage(world, role);
  await world.call(role, `/jam/${jamId}/feed/${ref}/report`, { reason: 'Listen to it' });
  return { params: { jamId, kind: 'message', ref }, body: { reason: 'Shown to be so' } };
};

/** Requests to jams and their chat. */
export const JAM_EXAMPLES: Readonly<Record<string, Example>> = {
  myJams: async (world, role) => {
    await freshRifff(world, role);
    return { query: { newest: 'true' } };
  },
  jamTree: async (world, role) => {
    await freshRifff(world, role);
    return { ...(await ofJam(world, role)), query: { limit: '5', minBps: '1.5', root: '0' } };
  },
  jamEvents: async (world, role) => {
    await freshRifff(world, role);
    return { ...(await ofJam(world, role)), query: { since: '0', limit: '5' } };
  },
  reportRifff: async (world, role) => ({
    ...(await ofRifff(world, role)),
    body: { reason: 'Not theirs' },
  }),
  hideRifff: ofRifff,
  unhideRifff: ofRifff,
  removeRifff: ofRifff,
  lobby: async (world, role) => {
    await ofRoom(world, role, 'public');
    return { query: { search: 'attic', skip: '0', limit: '5' } };
  },
  createJam: async () => ({ body: { name: 'Attic', description: 'Slow ones', access: 'link' } }),
  changeJam: async (world, role) => ({
    params: await ofRoom(world, role),
    body: { name: 'Cellar', barLength: 12, guests: { mayAnswer: true, mayChat: false } },
  }),
  jamCover: async (world, role) => ({
    params: await ofRoom(world, role),
    form: picture.filter(({ name }) => name === 'image'),
  }),
  removeJamCover: async (world, role) => ({ params: await ofRoom(world, role) }),
  joinJam: async (world, role) => {
    const params = await ofRoom(world, otherOf(role));
    return { params, body: { code: await codeOf(world, otherOf(role), params.id) } };
  },
  leaveJam: async (world, role) => {
    const params = await ofRoom(world, otherOf(role), 'public');
    await world.call(role, `/jam/${params.id}/join`, {});
    return { params };
  },
  jamByCode: async (world, role) => ({
    params: { code: await codeOf(world, role, (await ofRoom(world, role)).id) },
  }),
  joinByCode: async (world, role) => {
    const { id } = await ofRoom(world, otherOf(role));
    return { params: { code: await codeOf(world, otherOf(role), id) }, body: {} };
  },
  members: async (world, role) => ({ params: await ofRoom(world, role) }),
  removeMember: async (world, role) => {
    const { id } = await ofRoom(world, role, 'public');
    await world.call(otherOf(role), `/jam/${id}/join`, {});
    return { params: { id, userId: world.account(otherOf(role)).userId } };
  },
  invites: async (world, role) => ({ params: await ofRoom(world, role) }),
  makeInvite: async (world, role) => ({
    params: await ofRoom(world, role),
    body: { purpose: 'stage', note: 'Wall', days: 3 },
  }),
  endInvite: async (world, role) => {
    const { id } = await ofRoom(world, role);
    return { params: { id, code: await codeOf(world, role, id) } };
  },
  band: async (world, role) => ({ params: await ofRoom(world, role) }),
  inviteBand: async (world, role) => ({
    params: await ofRoom(world, role),
    body: { isResting: false },
  }),
  dismissBand: async (world, role) => ({ params: await ofRoom(world, role) }),
  chat: ofJam,
  postMessage: async (world, role) => {
    const rifffId = await freshRifff(world, role);
    const jamId = world.account(role).userId;
    const id = newId();
    return { params: { id: jamId }, body: { id, message: 'Ninth bus', rifff: { jamId, rifffId } } };
  },
  postImages: async (world, role) => ({
    ...(await ofJam(world, role)),
    form: [
      { name: 'image', value: PIXEL, fileName: 'a.png' },
      { name: 'image', value: PIXEL, fileName: 'b.png' },
      { name: 'message', value: 'Two of them' },
    ],
  }),
  postVoice: async (world, role) => ({
    ...(await ofJam(world, role)),
    form: [sound('file', ogg)],
  }),
  reply: async (world, role) => ({
    params: await ofMessage(world, role),
    body: { message: 'Tenth bus' },
  }),
  react: async (world, role) => ({
    params: await ofMessage(world, role),
    body: { reaction: '🔥' },
  }),
  unreact: async (world, role) => ({
    params: { ...(await ofMessage(world, role)), reaction: '🔥' },
  }),
  removeMessage: async (world, role) => ({ params: await ofMessage(world, role) }),
  reportMessage: async (world, role) => ({
    params: await ofMessage(world, role),
    body: { reason: 'Listen to it' },
  }),
  block: async (world, role) => ({
    params: { userId: world.account(role === 'ben' ? 'ana' : 'ben').userId },
  }),
  unblock: async (world, role) => ({ params: { userId: world.account(role).userId } }),
  readNotices: async () => ({ body: { until: Date.now() } }),
  removeReported: reported,
  dismissReported: reported,
};
