import { defineModule } from '../../kernel/module.ts';
import { audit } from '../audit/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { media } from '../media/module.ts';
import { people } from '../people/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { exportOwned, REMOVAL_STEPS } from './ownership.ts';
import { feedRoutes } from './routes.ts';
import { feedService } from './service.ts';
import { createShownLooks } from './shownLooks.ts';
import { countAnswer } from './voices.ts';
import { winnersJob } from './winners.ts';

/** Shares: the feed, likes, comments, the chart and its winners. */
export const feed = defineModule({
  name: 'feed',
  needs: { audit, jams, library, media, people, searchIndex },
  ownership: { exportOwned, removal: { stage: 'shown', steps: REMOVAL_STEPS } },
  open({ database, publicUrl, settings, events, childJobs, trials }, { jams: { sales } }) {
    const rules = settings.accounts;
    const shownLooks = createShownLooks(childJobs, trials.mostFlashes);
    const { saleOf } = sales;
    const feed = feedService({ database, publicUrl, rules, events, shownLooks, saleOf });
    return {
      offers: { ...feed, shownLooks },
      jobs: [winnersJob(database, events)],
      events: {
        inTransaction: {
          committed: (transaction, { rifff, nowMs }) => countAnswer(transaction, rifff, nowMs),
        },
      },
      routes: (app) => feedRoutes(app, feed, events),
    };
  },
});
