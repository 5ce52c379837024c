import { MissionAnswerSchema } from '../../../src/data/contract/arcade.ts';
import { runBody, winningMoves } from '../arcade.ts';
import type { Example } from './exampleParts.ts';
import type { Role, World } from './world.ts';

/** Sends a request as a member, or without a session. @returns the data of the answer */
async function ask(world: World, role: Role, url: string, payload?: object) {
  const answer = await world.server.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api${url}`,
    headers: world.headers(role),
    ...(payload && { payload }),
  });
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`);
  return answer.json().data;
}

async function freshBody(world: World) {
  const today = MissionAnswerSchema.parse(await ask(world, 'nobody', '/arcade/missions/today'));
  const { queries } = world.server.database;
  return runBody(queries, today.mission, await winningMoves(queries, today));
}

/** A run that was handed in just now. */
async function freshRun(world: World, role: Role) {
  const body = await freshBody(world);
  await ask(world, role, '/arcade/runs', body);
  return body;
}

async function freshClaim(world: World) {
  const { runId, token } = await freshRun(world, 'nobody');
  const { code } = await ask(world, 'nobody', '/arcade/claims', { runId, token });
  return { params: { code: code as string } };
}

const daily = async (world: World) => (await freshBody(world)).missionSeed;

/** Requests to the arcade that succeed for a member, by the name of the call. */
export const ARCADE_EXAMPLES: Readonly<Record<string, Example>> = {
  mission: async (world) => ({ params: { seed: await daily(world) } }),
  startRun: async (world) => {
    const { runId, missionSeed, mode } = await freshBody(world);
    return { body: { runId, missionSeed, mode } };
  },
  postRun: async (world) => ({ body: await freshBody(world) }),
  run: async (world, role) => ({ params: { id: (await freshRun(world, role)).runId } }),
  keepRun: async (world, role) => ({
    params: { id: (await freshRun(world, role)).runId },
    body: { title: 'Ninth bus' },
  }),
  makeClaim: async (world) => {
    const { runId, token } = await freshRun(world, 'nobody');
    return { body: { runId, token } };
  },
  claim: async (world) => freshClaim(world),
  useClaim: async (world) => ({ ...(await freshClaim(world)), body: {} }),
};
