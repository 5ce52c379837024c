/** Lists carry loops with short peaks and no band envelopes; whoever goes on with a rifff has them whole. */

import { call } from './client.ts';
import { JAM_CALLS } from './contract/calls.ts';
import type { Rifff } from './contract/rifff.ts';

/** Work goes on without them after this: everything plays as it is. */
const PATIENCE_MS = 2000;

/** A rifff with the full tables of its loops. Without an answer it comes back as it is. */
export async function withWholeLoops(rifff: Rifff): Promise<Rifff> {
  const isBrief = rifff.loops.some(({ peaks, bands }) => peaks && !bands);
  if (!isBrief || !rifff.jamId) return rifff;
  try {
    const { rifff: whole } = await call(
      JAM_CALLS.rifff,
      { params: { id: rifff.jamId, rifffId: rifff._id } },
      AbortSignal.timeout(PATIENCE_MS),
    );
    const byId = new Map(whole.loops.map((loop) => [loop._id, loop]));
    return { ...rifff, loops: rifff.loops.map((loop) => byId.get(loop._id) ?? loop) };
  } catch {
    return rifff;
  }
}
