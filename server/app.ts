import type { FastifyInstance } from 'fastify';
import type { Module } from './kernel/module.ts';
import { createServer, type ServerContext } from './kernel/server.ts';
import { accounts } from './modules/accounts/module.ts';
import { arcade } from './modules/arcade/module.ts';
import { audit } from './modules/audit/module.ts';
import { auth } from './modules/auth/module.ts';
import { band } from './modules/band/module.ts';
import { chat } from './modules/chat/module.ts';
import { classes } from './modules/classes/module.ts';
import { clubs } from './modules/clubs/module.ts';
import { covers } from './modules/covers/module.ts';
import { demo } from './modules/demo/module.ts';
import { feed } from './modules/feed/module.ts';
import { grants } from './modules/grants/module.ts';
import { imports } from './modules/imports/module.ts';
import { jams } from './modules/jams/module.ts';
import { library } from './modules/library/module.ts';
import { live } from './modules/live/module.ts';
import { looks } from './modules/looks/module.ts';
import { market } from './modules/market/module.ts';
import { media } from './modules/media/module.ts';
import { moderation } from './modules/moderation/module.ts';
import { operations } from './modules/operations/module.ts';
import { people } from './modules/people/module.ts';
import { plans } from './modules/plans/module.ts';
import { playlists } from './modules/playlists/module.ts';
import { previews } from './modules/previews/module.ts';
import { remote } from './modules/remote/module.ts';
import { rooms } from './modules/rooms/module.ts';
import { search } from './modules/search/module.ts';
import { searchIndex } from './modules/searchIndex/module.ts';
import { setup } from './modules/setup/module.ts';
import { site } from './modules/site/module.ts';
import { starter } from './modules/starter/module.ts';
import { sync } from './modules/sync/module.ts';
import { uploads } from './modules/uploads/module.ts';

/** Every module of the server, each behind those that it needs. */
export const MODULES: readonly Module[] = [
  grants,
  audit,
  searchIndex,
  library,
  jams,
  media,
  auth,
  uploads,
  people,
  feed,
  chat,
  arcade,
  playlists,
  looks,
  clubs,
  covers,
  market,
  plans,
  imports,
  moderation,
  setup,
  accounts,
  classes,
  sync,
  rooms,
  band,
  remote,
  search,
  previews,
  live,
  operations,
  site,
  starter,
  demo,
];

/** The whole server, not listening yet; the caller closes database and blobs after `app.close()`. */
export const createApp = (context: ServerContext): Promise<FastifyInstance> =>
  createServer(context, MODULES);
