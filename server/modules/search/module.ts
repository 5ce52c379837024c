import { defineModule } from '../../kernel/module.ts';
import { accounts } from '../accounts/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { searchRoutes } from './routes.ts';
import { searchService } from './service.ts';

/** Finding people, rifffs, jams and loops. */
export const search = defineModule({
  name: 'search',
  needs: { accounts, feed, jams, library, searchIndex },
  open: ({ database, publicUrl }, { feed }) => ({
    routes: (app) => searchRoutes(app, searchService({ database, publicUrl, feed })),
  }),
});
