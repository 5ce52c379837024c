import { newId } from '../../../src/data/rules/ids.ts';
import { loopDocument } from '../sounds.ts';
import { type Example, metadata, ogg, sound } from './exampleParts.ts';
import { freshRifff, type Member, type World } from './world.ts';

const newJam = () => ({
  kind: 'rondo',
  origin: 'jams.example',
  jam: { id: `band${newId().slice(-10)}`, name: 'Ninth bus', created: 1 },
});

async function begun(world: World, role: Member): Promise<string> {
  const answer = (await world.call(role, '/imports', newJam())) as { import: { id: string } };
  return answer.import.id;
}
const ofImport: Example = async (world, role) => ({ params: { id: await begun(world, role) } });

/** Requests that bring a jam in. */
export const IMPORT_EXAMPLES: Readonly<Record<string, Example>> = {
  beginImport: async () => ({ body: newJam() }),
  importPeople: async (world, role) => ({
    ...(await ofImport(world, role)),
    body: { people: [{ id: 'mia', displayName: 'Mia' }] },
  }),
  missingLoops: async (world, role) => ({
    ...(await ofImport(world, role)),
    body: { ids: [newId()] },
  }),
  importLoop: async (world, role) => ({
    ...(await ofImport(world, role)),
    form: [sound('file', ogg), metadata(loopDocument())],
  }),
  importRifffs: async (world, role) => ({
    ...(await ofImport(world, role)),
    body: { rifffs: [{ _id: newId() }] },
  }),
  importMessages: async (world, role) => ({
    ...(await ofImport(world, role)),
    body: { messages: [{ id: newId(), created: 1, user: 'mia', message: 'Who has a bass?' }] },
  }),
  finishImport: ofImport,
  exportJam: async (world, role) => {
    await freshRifff(world, role);
    return { params: { id: world.account(role).userId } };
  },
};
