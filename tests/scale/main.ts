/**
 * `npm run test:scale`: two server processes on a real PostgreSQL, a real Redis and an S3-compatible store serve one
 * room. What must hold fails the run; bars of speed are printed, hit or missed. `--only NAME` takes one step. `rolling` brings two
 * servers of an earlier commit up to this source, one after the other: `--from COMMIT` names it, `--people N` says how many people there are, and `--image FOLDER` takes the
 * image that `node tests/image/main.ts FOLDER` built there for the newer ones.
 */
import { measureRoom } from '../../bench/rooms/measure.ts';
import {
  canHaveRealNodes,
  type RealNodes,
  startRealNodes,
} from '../../server/testing/realNodes.ts';
import { Podman } from '../image/podman.ts';
import { containersOf } from './containers.ts';
import { rollOver } from './rolling.ts';
import { fanOutAcrossNodes, killNode, moveBetweenNodes, type Step } from './steps.ts';

const option = (name: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** Steps of two nodes that are there already. */
const STEPS: Record<string, Step> = {
  'fan-out': fanOutAcrossNodes,
  moved: moveBetweenNodes,
  killed: killNode,
  thousand: async (world) => {
    const { isComplete, areBarsMet } = await measureRoom(world);
    if (!isComplete) throw new Error('somebody was not told, or twice');
    return areBarsMet ? 'all bars hit' : 'a bar is MISSED, see above';
  },
};
/** Those that start servers of their own. */
const ALONE: Record<string, () => Promise<string>> = {
  rolling: () => {
    const folder = option('--image');
    const startNew = folder ? containersOf(new Podman(folder), 'localhost/rondo') : undefined;
    return rollOver({
      from: option('--from'),
      people: Number(option('--people') ?? 200),
      ...(startNew && { startNew }),
    });
  },
};

const only = option('--only');
const isAsked = (name: string) => !only || name === only;

if (!canHaveRealNodes()) {
  console.info('Skipped: two nodes need PostgreSQL and Redis, and nothing was proved.');
  process.exit(process.env.CI ? 1 : 0);
}
let failed = 0;
async function take(name: string, step: () => Promise<string>): Promise<void> {
  const began = performance.now();
  const found = await step().catch((error: unknown) => {
    failed += 1;
    return `FAILED: ${error instanceof Error ? error.message : String(error)}`;
  });
  console.info(`${name}: ${found} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}

const steps = Object.entries(STEPS).filter(([name]) => isAsked(name));
let world: RealNodes | undefined;
try {
  for (const [name, step] of steps) {
    world ??= await startRealNodes(2);
    const shared = world;
    await take(name, () => step(shared));
  }
} finally {
  await world?.close();
}
for (const [name, step] of Object.entries(ALONE)) if (isAsked(name)) await take(name, step);
console.info(failed === 0 ? 'ok' : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
