/** A server on a migrated fixture, used as people use it. */

import { TEST_PASSWORD } from '../calls.ts';
import { startServerProcess } from '../serverProcess.ts';
import { CONTENTS, MEDIA_KEY, MIA, RIFFF, ROOM } from './world.ts';

/** Blocks of play money in a fixture follow no chain, so nothing may build on them. */
export const PLAIN = { RONDO_MARKET: 'off', RONDO_DEMO: 'off' };

/** What a person finds: the jam, its rifff with its loop, and whether the sound of it is whole. */
export interface Used {
  readonly jam: string;
  readonly rifff: string;
  readonly loops: readonly string[];
  readonly isSoundWhole: boolean;
}

/** What they should find, whatever the schema was. */
export const WHOLE: Used = { jam: ROOM, rifff: RIFFF, loops: ['Tide'], isSoundWhole: true };

/** Signs in with the password at the server on a migrated fixture, and reads. Throws where a call is refused. */
export async function findWorld(address: string): Promise<Used> {
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${address}${path}`, init);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const login = await call('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: MIA, password: TEST_PASSWORD }),
  });
  const { token, password } = (await login.json()) as { token: string; password: string };
  const headers = { authorization: `Bearer ${token}:${password}` };
  const jam = await (await call(`/api/jam/${ROOM}`, { headers })).json();
  const rifff = await (await call(`/api/jam/${ROOM}/rifffs/${RIFFF}`, { headers })).json();
  const sound = await (await call(`/media/${MEDIA_KEY}`, { headers })).arrayBuffer();
  return {
    jam: jam.data.id,
    rifff: rifff.data.rifff._id,
    loops: rifff.data.rifff.loops.map(({ name }: { name: string }) => name),
    isSoundWhole: CONTENTS[0]!.equals(Buffer.from(sound)),
  };
}

/** Starts a server on a data folder and uses it. Throws where a call is refused. */
export async function useFixture(
  dataFolder: string,
  environment: Record<string, string> = {},
): Promise<Used> {
  const server = await startServerProcess(dataFolder, { ...PLAIN, ...environment });
  try {
    return await findWorld(server.url);
  } finally {
    await server.kill();
  }
}
