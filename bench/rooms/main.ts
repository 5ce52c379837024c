/**
 * `npm run bench:rooms`: a room of a thousand on two nodes, with PostgreSQL, Redis and an S3-compatible store: how soon
 * all of them are told of a commit, beside a bare `ws` broadcast in the same run, and what each is sent.
 */
import { canHaveRealNodes, startRealNodes } from '../../server/testing/realNodes.ts';
import { measureRoom } from './measure.ts';

if (canHaveRealNodes()) {
  const world = await startRealNodes(2);
  try {
    const { isComplete, areBarsMet } = await measureRoom(world);
    process.exitCode = isComplete && areBarsMet ? 0 : 1;
  } finally {
    await world.close();
  }
}
