import { defineModule } from '../../kernel/module.ts';
import { auth } from '../auth/module.ts';
import { jams } from '../jams/module.ts';
import { digestJob } from './digest.ts';
import { followsService } from './follows.ts';
import { forgetComment, noteComment, noteLike, noteWinner } from './notes.ts';
import { notificationsService } from './notifications.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { pruningJob } from './pruning.ts';
import { openPush } from './push.ts';
import { peopleRoutes } from './routes.ts';
import { tellNotices } from './tell.ts';

/** Following, notifications by page, mail and push, digests. */
export const people = defineModule({
  name: 'people',
  needs: { auth, jams },
  ownership: { exportOwned, removal: { stage: 'said', steps: REMOVAL_STEPS } },
  async open(server) {
    const { database, settings, publicUrl, log, events } = server;
    const { mailFrom } = settings;
    const { queries } = database;
    const subject = publicUrl?.startsWith('https:')
      ? publicUrl
      : `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
    const push = await openPush({ database, settings: settings.push, subject, log });
    const follows = followsService({ database, events, publicUrl });
    const notifications = notificationsService({ database, publicUrl });
    return {
      jobs: [digestJob(server, push), pruningJob(queries)],
      events: {
        inTransaction: {
          liked: noteLike,
          commented: noteComment,
          commentRemoved: (transaction, { commentId }) => forgetComment(transaction, commentId),
          weekWon: noteWinner,
        },
        afterCommit: { notice: tellNotices(server, push) },
      },
      routes: (app) =>
        void app.register(peopleRoutes, { follows, notifications, push, queries, publicUrl }),
    };
  },
});
