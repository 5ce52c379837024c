import { defineModule } from '../../kernel/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { playlists } from '../playlists/module.ts';
import { coverSubjects } from './listCovers.ts';
import { publicShares } from './publicShare.ts';
import { coverRoutes } from './routes.ts';
import { coversService } from './service.ts';

/** Pictures of shares, playlists and clubs, for other sites too. */
export const covers = defineModule({
  name: 'covers',
  needs: { feed, jams, playlists },
  open({ database, publicUrl, settings }, { feed: { embeds } }) {
    const { queries } = database;
    const find = publicShares({ queries, embeds });
    const covers = coversService({ find, findSubject: coverSubjects(queries, publicUrl) });
    return {
      offers: { covers, find },
      events: settings.preparesPosters
        ? { afterCommit: { shared: ({ shareId }) => covers.prepare(shareId) } }
        : {},
      routes: (app) => coverRoutes(app, covers),
    };
  },
});
