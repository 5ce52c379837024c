import { defineModule } from '../../kernel/module.ts';
import { feed } from '../feed/module.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { looks } from '../looks/module.ts';
import { playlists } from '../playlists/module.ts';
import { coverSubjects } from './listCovers.ts';
import { publicShares } from './publicShare.ts';
import { coverRoutes } from './routes.ts';
import { coversService } from './service.ts';

/** Pictures of shares, playlists, clubs and looks, for other sites too. */
export const covers = defineModule({
  name: 'covers',
  needs: { feed, jams, library, looks, playlists },
  open({ database, publicUrl, settings }, { feed: { embeds }, library }) {
    const { queries } = database;
    const find = publicShares({ queries, embeds });
    const sample = async () => (await library.starterRifffs(1)).rifffs[0]?.rifff;
    const findSubject = coverSubjects(queries, publicUrl, sample);
    const covers = coversService({ find, findSubject, hasLookPictures: settings.preparesPosters });
    return {
      offers: { covers, find },
      events: settings.preparesPosters
        ? { afterCommit: { shared: ({ shareId }) => covers.prepare(shareId) } }
        : {},
      routes: (app) => coverRoutes(app, covers),
    };
  },
});
