import { newId } from '../../../src/data/rules/ids.ts';
import type { Example } from './exampleParts.ts';

/** Calls of administrators, by name. */
export const OPERATION_EXAMPLES: Readonly<Record<string, Example>> = {
  // A job that writes nothing: what others write later would look like the work of another call.
  runJob: async () => ({ params: { name: 'reading what operators decided' } }),
  announce: async ({ server }) => {
    await server.database.queries.deleteFrom('announcements').execute();
    return { body: { text: 'Closed on Sunday', starts: Date.now(), ends: Date.now() + 60_000 } };
  },
  endAnnouncement: async ({ server }) => {
    const row = { id: newId(), text: 'Closed on Sunday', starts: 0, ends: null };
    await server.database.queries.insertInto('announcements').values(row).execute();
    return { params: { id: row.id } };
  },
  setMode: async () => ({ body: { mode: 'open' } }),
};
