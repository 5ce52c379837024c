import { newId } from '../../../src/data/rules/ids.ts';
import { TEST_PASSWORD } from '../calls.ts';
import type { MadeClass } from '../classCalls.ts';
import type { Example } from './exampleParts.ts';
import type { Member, World } from './world.ts';

/** A class of the member's own. A teacher has few: those that were made before are another's. */
async function newClass(world: World, role: Member): Promise<MadeClass> {
  const { queries } = world.server.database;
  const { userId } = world.account(role);
  const other = { teacherId: 'another' };
  await queries.updateTable('classes').set(other).where('teacherId', '=', userId).execute();
  const made = await world.call(role, '/classes', { name: '7b', names: ['Ada', 'Ben'] });
  return made as unknown as MadeClass;
}

const ofOwn: Example = async (world, role) => ({
  params: { id: (await newClass(world, role)).class.id },
});
const ofPupil: Example = async (world, role) => {
  const { class: made, cards } = await newClass(world, role);
  return { params: { id: made.id, userId: cards[0].userId } };
};
const ofSome: Example = async (world, role) => {
  const { class: made, cards } = await newClass(world, role);
  return { params: { id: made.id }, body: { userIds: [cards[0].userId] } };
};
/** The token of a link by which a pupil moves out. */
async function moving(world: World, role: Member): Promise<string> {
  const { params } = await ofPupil(world, role);
  const url = `/classes/${params?.id}/pupils/${params?.userId}/move`;
  return String((await world.call(role, url, {})).token);
}

/** Requests to classes. */
export const CLASS_EXAMPLES: Readonly<Record<string, Example>> = {
  makeClass: async (world, role) => {
    await newClass(world, role);
    return { body: { name: '7c', names: ['Ada', 'Ada'], channels: ['Red', 'Blue'] } };
  },
  classPage: ofOwn,
  changeClass: async (world, role) => ({
    ...(await ofOwn(world, role)),
    body: { name: '8b', isOpen: true, isPaused: true },
  }),
  exportClass: ofOwn,
  deleteClass: ofOwn,
  addPupils: async (world, role) => ({ ...(await ofOwn(world, role)), body: { names: ['Cleo'] } }),
  changePupil: async (world, role) => ({
    ...(await ofPupil(world, role)),
    body: { name: 'Ada L.', isMuted: true },
  }),
  removePupil: ofPupil,
  movePupil: ofPupil,
  makeCards: ofSome,
  endCards: ofSome,
  cardLogin: async (world, role) => ({
    body: { code: (await newClass(world, role)).cards[0].code },
  }),
  moveOffer: async (world, role) => ({ body: { token: await moving(world, role) } }),
  moveOut: async (world, role) => ({
    body: {
      token: await moving(world, role),
      email: `${newId()}@mail.example`,
      password: TEST_PASSWORD,
      confirmPassword: TEST_PASSWORD,
    },
  }),
};
