import { newId } from '../../../src/data/rules/ids.ts';
import { BUILT_IN_LOOKS } from '../../../src/drawing/jam/builtInLooks.ts';
import { type Example, ofJam } from './exampleParts.ts';
import type { Member, World } from './world.ts';

const document = { ...BUILT_IN_LOOKS.rose, name: 'Ninth bus' };

/** A look of the member. An account keeps a certain number: those that were made before are forgotten. */
async function freshLook(world: World, role: Member, access = 'public'): Promise<string> {
  const { queries } = world.server.database;
  const own = queries
    .selectFrom('looks')
    .select('id')
    .where('ownerId', '=', world.account(role).userId);
  await queries.deleteFrom('lookMakers').where('lookId', 'in', own).execute();
  await queries.deleteFrom('roomLooks').where('lookKey', 'in', own).execute();
  await queries.deleteFrom('looks').where('ownerId', '=', world.account(role).userId).execute();
  const { look } = await world.call(role, '/looks', { document, access, madeFrom: 'rose' });
  return (look as { id: string }).id;
}

const ofLook: Example = async (world, role) => ({
  params: { lookId: await freshLook(world, role) },
});

/** A jam of the member that uses a look of theirs. */
async function chosen(world: World, role: Member) {
  const lookId = await freshLook(world, role, 'private');
  const { params } = await ofJam(world, role);
  await world.call(role, `/jam/${params!.id}/looks`, { keys: [lookId, 'paper'] });
  return { params: params!, lookId };
}

/** Requests to looks. */
export const LOOK_EXAMPLES: Readonly<Record<string, Example>> = {
  looks: async (world, role) => {
    await freshLook(world, role);
    return { query: { order: 'used', skip: '0', limit: '5' } };
  },
  myLooks: async (world, role) => {
    await freshLook(world, role, 'private');
    return {};
  },
  looksOf: async (world, role) => {
    await freshLook(world, role);
    return ofJam(world, role);
  },
  look: ofLook,
  makeLook: async (world, role) => ({
    body: { id: newId(), document, access: 'private', madeFrom: await freshLook(world, role) },
  }),
  changeLook: async (world, role) => ({
    ...(await ofLook(world, role)),
    body: { document: { ...document, ground: 'night' }, access: 'private' },
  }),
  removeLook: ofLook,
  reportLook: async (world, role) => ({
    params: { lookId: await freshLook(world, role === 'ana' ? 'ben' : 'ana') },
    body: { reason: 'Read its name' },
  }),
  roomLooks: async (world, role) => ({ params: (await chosen(world, role)).params }),
  setRoomLooks: async (world, role) => {
    const { params, lookId } = await chosen(world, role);
    return { params, body: { keys: ['print', lookId] } };
  },
};
