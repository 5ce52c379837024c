/**
 * `npm run test:scale`: two server processes on a real PostgreSQL, a real Redis and an S3-compatible store serve one
 * room. What must hold fails the run; bars of speed are printed, hit or missed. `--only NAME` takes one step.
 */
import { measureRoom } from '../../bench/rooms/measure.ts';
import { canHaveRealNodes, startRealNodes } from '../../server/testing/realNodes.ts';
import { fanOutAcrossNodes, killNode, moveBetweenNodes, type Step } from './steps.ts';

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

const at = process.argv.indexOf('--only');
const only = at < 0 ? undefined : process.argv[at + 1];

if (!canHaveRealNodes()) {
  console.info('Skipped: two nodes need PostgreSQL and Redis, and nothing was proved.');
  process.exit(process.env.CI ? 1 : 0);
}
const world = await startRealNodes(2);
let failed = 0;
try {
  for (const [name, step] of Object.entries(STEPS)) {
    if (only && name !== only) continue;
    const began = performance.now();
    const found = await step(world).catch((error: unknown) => {
      failed += 1;
      return `FAILED: ${error instanceof Error ? error.message : String(error)}`;
    });
    console.info(`${name}: ${found} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  }
} finally {
  await world.close();
}
console.info(failed === 0 ? 'ok' : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
