import { expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { createEvents } from '../../kernel/events.ts';
import { createChildJobs } from '../../plugins/childJobs.ts';
import { readSettings } from '../../settings.ts';
import { useAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import { shareStored } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { feedService } from './service.ts';
import { createShownLooks } from './shownLooks.ts';
import { storeWinner } from './winners.ts';

describeOnce('whoever notifies people', (open) => {
  const server = useTestServer({ openDatabase: open });
  const ada = useAccount(server, 'ada');
  const ben = useAccount(server, 'ben');

  it('hears of likes, comments and winners in their transaction, and tells after it', async () => {
    const { database } = server;
    const heard: unknown[] = [];
    const notice = (kind: 'answer') => ({
      ...{ id: newId(), userId: 'ada', kind, created: 1, isRead: false, fromId: 'ben' },
      ...{ jamId: 'ada', rifffId: null, parentJamId: null, parentId: null },
    });
    const events = createEvents();
    events.hear({
      inTransaction: {
        liked: async (queries, { share, userId, count }) => {
          // What it stores here is rolled back with the like.
          await queries.insertInto('notices').values(notice('answer')).execute();
          heard.push(['liked', share.id, userId, count]);
          return notice('answer');
        },
        commented: async (_, { share, userId, text }) => {
          heard.push(['commented', share.id, userId, text]);
          return notice('answer');
        },
        commentRemoved: async (_, { commentId }) => void heard.push(['gone', commentId]),
        weekWon: async (_, { share, week }) => {
          heard.push(['won', share.id, week]);
          return null;
        },
      },
      afterCommit: { notice: () => void heard.push(['told']) },
    });
    const { accounts } = readSettings({});
    const shownLooks = createShownLooks(createChildJobs());
    const about = { database, publicUrl: undefined, events, shownLooks };
    const feed = feedService({ ...about, rules: accounts });
    const identity = { userId: 'ben', roles: [] };
    const id = await shareStored(database.queries, { userId: ada.userId });
    const commentId = newId();
    await feed.like(identity as never, id);
    await feed.like(identity as never, id);
    await feed.unlike(identity as never, id);
    await feed.comment(identity as never, id, { id: commentId, message: 'A <b>' });
    await feed.comment(identity as never, id, { id: commentId, message: 'A <b>' });
    await feed.removeComment(identity as never, id, commentId);
    const none = { origin: 'rule', reason: '', points: 3, people: 3, strangers: 0 } as const;
    const week = Date.UTC(2026, 10, 16);
    const row = { ...none, week, shareId: id, userId: 'ada', chosen: week };
    await database.transaction((queries) => storeWinner(queries, row, events));
    expect(heard).toEqual([
      ['liked', id, ben.userId, 1],
      ['told'],
      ['commented', id, 'ben', 'A <b>'],
      ['told'],
      ['gone', commentId],
      ['won', id, '2026-11-16'],
    ]);
  });
});
