import type { Migration } from 'kysely/migration';
import { accounts } from './accounts.ts';
import { always } from './always.ts';
import { arcade } from './arcade.ts';
import { chart } from './chart.ts';
import { classes } from './classes.ts';
import { clubs } from './clubs.ts';
import { codes } from './codes.ts';
import { copies } from './copies.ts';
import { doors } from './doors.ts';
import { factors } from './factors.ts';
import { feed } from './feed.ts';
import { follows } from './follows.ts';
import { jams } from './jams.ts';
import { leaving } from './leaving.ts';
import { library } from './library.ts';
import { looks } from './looks.ts';
import { market } from './market.ts';
import { moderation } from './moderation.ts';
import { oldImports } from './oldImports.ts';
import { operations } from './operations.ts';
import { people } from './people.ts';
import { plans } from './plans.ts';
import { playlists } from './playlists.ts';
import { profileReports } from './profileReports.ts';
import { providers } from './providers.ts';
import { rights } from './rights.ts';
import { room } from './room.ts';
import { rooms } from './rooms.ts';
import { search } from './search.ts';
import { setup } from './setup.ts';
import { shareLooks } from './shareLooks.ts';
import { sharing } from './sharing.ts';
import { sync } from './sync.ts';
import { thoughts } from './thoughts.ts';
import { timbres } from './timbres.ts';
import { uploads } from './uploads.ts';

/** Every migration by name. Names sort in the order of time; one that was released never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-library': library,
  '0002-accounts': accounts,
  '0003-jams': jams,
  '0004-sharing': sharing,
  '0005-uploads': uploads,
  '0006-doors': doors,
  '0007-moderation': moderation,
  '0008-room': room,
  '0009-leaving': leaving,
  '0010-rooms': rooms,
  '0011-follows': follows,
  '0012-people': people,
  '0013-chart': chart,
  '0014-arcade': arcade,
  '0015-search': search,
  '0016-feed': feed,
  '0017-profile-reports': profileReports,
  '0018-clubs': clubs,
  '0019-playlists': playlists,
  '0020-market': market,
  '0021-plans': plans,
  '0022-always': always,
  '0023-rights': rights,
  '0024-sync': sync,
  '0025-doors': copies,
  '0026-rights-of-old-imports': oldImports,
  '0027-codes': codes,
  '0028-thoughts': thoughts,
  '0029-looks': looks,
  '0030-share-looks': shareLooks,
  '0031-timbres': timbres,
  '0032-setup': setup,
  '0033-operations': operations,
  '0034-factors': factors,
  '0035-providers': providers,
  '0036-classes': classes,
};
