import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { defineModule } from '../../kernel/module.ts';
import { route } from '../../plugins/route.ts';
import { arcade } from '../arcade/module.ts';
import { covers } from '../covers/module.ts';
import { feed } from '../feed/module.ts';
import { library } from '../library/module.ts';
import { looks } from '../looks/module.ts';
import { playlists } from '../playlists/module.ts';
import { atomRoutes } from './atom.ts';
import { previewsService } from './service.ts';

/** What pages say before their script runs, oEmbed and Atom. */
export const previews = defineModule({
  name: 'previews',
  needs: { arcade, covers, feed, library, looks, playlists },
  open({ database, settings, publicUrl }, { covers: { covers, find }, library }) {
    const { queries } = database;
    const { hasLookPictures } = covers;
    const previews = previewsService({
      ...{ find, library, publicUrl, queries, settings, hasLookPictures },
    });
    return {
      offers: previews,
      routes(app) {
        route(app, ENDPOINTS.oembed, ({ query }) => previews.oembed(query));
        atomRoutes(app, { queries, settings, publicUrl });
      },
    };
  },
});
