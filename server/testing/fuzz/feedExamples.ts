import { WEEK_MS, weekOf } from '../../../src/data/rules/chart/weeks.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { Example } from './exampleParts.ts';
import { freshShare } from './world.ts';

const commented: Example = async (world, role) => {
  const [id, commentId] = [await freshShare(world, role), newId()];
  const body = { id: commentId, message: 'Ninth bus' };
  await world.call(role, `/rifff-feed/${id}/comments`, body);
  return { params: { id, commentId } };
};

/** Examples of calls about comments and the chart. */
export const FEED_EXAMPLES: Readonly<Record<string, Example>> = {
  comments: commented,
  comment: async (world, role) => ({
    params: { id: await freshShare(world, role) },
    body: { message: 'The <a href="https://mail.example">eleventh</a> <b>bus</b>' },
  }),
  removeComment: commented,
  reportComment: async (world, role) => ({
    ...(await commented(world, role)),
    body: { reason: 'Read it' },
  }),
  chooseWinner: async (world, role) => {
    const [shareId, start] = [await freshShare(world, role), weekOf(Date.now()) - WEEK_MS];
    await world.server.database.queries
      .updateTable('shares')
      .set({ created: start })
      .where('id', '=', shareId)
      .execute();
    return { params: { start: String(start) }, body: { shareId, reason: 'So much work' } };
  },
};
