import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { defineModule } from '../../kernel/module.ts';
import { preparedRoute } from '../../plugins/route.ts';
import { accounts } from '../accounts/module.ts';
import { wholeAnswer } from '../feed/answer.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { searchService } from './service.ts';

/** Finding people, rifffs, jams and loops. */
export const search = defineModule({
  name: 'search',
  needs: { accounts, feed, jams, library, searchIndex },
  open: ({ database, publicUrl }, { feed }) => ({
    routes(app) {
      const { search } = searchService({ database, publicUrl, feed });
      // Rifffs go in as the feed keeps them.
      preparedRoute(app, ENDPOINTS.search, async ({ identity, query, request }) =>
        wholeAnswer(await search(identity, query), request.headers['accept-encoding']),
      );
    },
  }),
});
