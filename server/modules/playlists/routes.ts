import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import type { PlaylistsContext } from './changing.ts';
import { type PlaylistsService, playlistsService } from './service.ts';

/** What older clients call by the path of a club: the same, for playlists of that club. */
function clubRoutes(app: FastifyInstance, playlists: PlaylistsService): void {
  const { items } = playlists;
  route(app, ENDPOINTS.createClubPlaylist, ({ identity, params, body }) =>
    playlists.create(identity, body, params.clubId),
  );
  route(app, ENDPOINTS.clubPlaylist, ({ identity, params, query }) =>
    playlists.read(identity, params, query),
  );
  route(app, ENDPOINTS.addClubItem, ({ identity, params, body }) =>
    items.add(identity, params, body),
  );
  route(app, ENDPOINTS.changeClubItem, ({ identity, params, body }) =>
    items.change(identity, params, body),
  );
  route(app, ENDPOINTS.removeClubItem, ({ identity, params }) => items.remove(identity, params));
  route(app, ENDPOINTS.orderClubItems, ({ identity, params, body }) =>
    items.order(identity, params, body.order),
  );
}

/** The calls of playlists; in a scope of their own. */
export async function playlistRoutes(
  app: FastifyInstance,
  context: PlaylistsContext,
): Promise<void> {
  const playlists = playlistsService(context);
  const { items } = playlists;
  route(app, ENDPOINTS.myPlaylists, ({ identity, query }) =>
    playlists.mine(identity, query.clubs === 'true'),
  );
  route(app, ENDPOINTS.playlistsOf, ({ identity, params }) => playlists.of(identity, params.id));
  route(app, ENDPOINTS.createPlaylist, ({ identity, body }) =>
    playlists.create(identity, body, null),
  );
  route(app, ENDPOINTS.playlist, ({ identity, params, query }) =>
    playlists.read(identity, params, query),
  );
  route(app, ENDPOINTS.changePlaylist, ({ identity, params, body }) =>
    playlists.change(identity, params, body),
  );
  route(app, ENDPOINTS.removePlaylist, ({ identity, params }) =>
    playlists.remove(identity, params),
  );
  route(app, ENDPOINTS.addItem, ({ identity, params, body }) => items.add(identity, params, body));
  route(app, ENDPOINTS.changeItem, ({ identity, params, body }) =>
    items.change(identity, params, body),
  );
  route(app, ENDPOINTS.removeItem, ({ identity, params }) => items.remove(identity, params));
  route(app, ENDPOINTS.orderItems, ({ identity, params, body }) =>
    items.order(identity, params, body.order),
  );
  route(app, ENDPOINTS.reactToItem, ({ identity, params, body }) =>
    playlists.react(identity, params, body.reaction),
  );
  route(app, ENDPOINTS.unreactToItem, ({ identity, params }) =>
    playlists.unreact(identity, params, params.reaction),
  );
  clubRoutes(app, playlists);
}
