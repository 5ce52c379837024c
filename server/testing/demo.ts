import type { Queries } from '../ports/database/database.ts';

/** Everything that demo content consists of, as it is stored; likes of members apart. */
export async function storedDemo(queries: Queries) {
  const rows = <T extends 'accounts' | 'jams' | 'shares'>(table: T) =>
    queries
      .selectFrom(table as 'jams')
      .selectAll()
      .orderBy('id')
      .execute();
  return {
    accounts: await rows('accounts'),
    jams: await rows('jams'),
    shares: await rows('shares'),
    rifffs: await queries.selectFrom('rifffs').selectAll().orderBy('id').execute(),
    found: await queries
      .selectFrom('searchDocs')
      .select(['kind', 'id'])
      .where('kind', '!=', 'loops')
      .orderBy('kind')
      .orderBy('id')
      .execute(),
    clubs: await queries.selectFrom('clubs').selectAll().execute(),
    members: await queries.selectFrom('clubMembers').selectAll().orderBy('userId').execute(),
    playlists: await queries.selectFrom('playlists').selectAll().orderBy('id').execute(),
    items: await queries.selectFrom('playlistItems').selectAll().orderBy('id').execute(),
    fields: await queries.selectFrom('arcadeFields').selectAll().orderBy('day').execute(),
    runs: await queries.selectFrom('arcadeRuns').selectAll().orderBy('id').execute(),
    best: await queries
      .selectFrom('arcadeBest')
      .selectAll()
      .orderBy('day')
      .orderBy('userId')
      .execute(),
    loops: (await queries.selectFrom('rifffLoops').selectAll().execute()).length,
    likes: await queries
      .selectFrom('likes')
      .selectAll()
      .orderBy('shareId')
      .orderBy('userId')
      .execute(),
  };
}
