import type { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { PlaylistItem } from '../../../src/data/contract/playlists.ts';
import { createExports, type InTurn, inTurns, listPieces } from '../../plugins/exports.ts';
import type { Identity } from '../../plugins/identity.ts';
import { inPages, mapPages, type Pages } from '../../ports/database/batches.ts';
import type { Queries } from '../../ports/database/database.ts';
import { type ClubFor, findReadableClub, heardBy } from '../jams/clubs.ts';
import { presentRifffs } from '../jams/present.ts';
import { asRifff } from '../jams/repo.ts';
import { briefsOfClub } from '../playlists/ofClub.ts';
import { presentItems } from '../playlists/presentItems.ts';
import { findOrder } from '../playlists/repo.ts';
import { type ClubsContext, findChannels } from './context.ts';
import { selectMembers } from './members.ts';
import { presentChannels, presentClub } from './present.ts';

/** Documents at a time: most rifffs take 8 kB, the largest 40. */
const DOCUMENTS = 8;
const PAGE = 200;

type Reading = Pick<ClubsContext, 'database' | 'presence' | 'publicUrl'>;

/** Throws `not_found` as reading does, `forbidden` for accounts that are not in it. */
async function requireIn(queries: Queries, identity: Identity, clubId: string): Promise<ClubFor> {
  const club = await findReadableClub(queries, identity, clubId);
  if (club.role === null) throw new ApiError('forbidden', 'Join this club first');
  return club;
}

/** The rifffs of these channels, of one after the other, the oldest first. */
async function* rifffPages(
  queries: Queries,
  reader: Identity,
  jamIds: readonly string[],
  publicUrl: string | undefined,
): Pages {
  for (const jamId of jamIds) {
    const rows = queries
      .selectFrom('rifffs')
      .selectAll()
      .where('jamId', '=', jamId)
      .where('digest', '!=', '');
    const pages = inPages(rows, ['created', 'id'], DOCUMENTS);
    yield* mapPages(pages, (page) => presentRifffs(queries, reader, page.map(asRifff), publicUrl));
  }
}

async function* itemPages(
  { database: { queries }, publicUrl }: Reading,
  identity: Identity,
  playlistId: string,
): AsyncGenerator<readonly PlaylistItem[]> {
  const rows = queries.selectFrom('playlistItems').selectAll().where('playlistId', '=', playlistId);
  const pages = inPages(rows, ['position', 'id'], DOCUMENTS);
  yield* mapPages(pages, (page) => presentItems(queries, identity, page, publicUrl));
}

/** Playlists with all that is in them, whose covers are left out. */
async function* playlistPieces(
  context: Reading,
  identity: Identity,
  club: ClubFor,
): AsyncGenerator<string> {
  const { database, publicUrl } = context;
  let separator = '\n';
  yield '"playlists":[';
  for (const brief of await briefsOfClub(database.queries, identity, club, publicUrl)) {
    const order = await findOrder(database.queries, brief.id);
    const playlist = { ...brief, discs: [], entries: order.map((id) => ({ id })) };
    yield `${separator}${JSON.stringify(playlist).slice(0, -1)},`;
    yield* listPieces('items', itemPages(context, identity, brief.id));
    yield '}';
    separator = ',\n';
  }
  yield ']';
}

/** The answer as pieces of one JSON text. */
async function* pieces(
  context: Reading,
  identity: Identity,
  club: ClubFor,
): AsyncGenerator<string> {
  const { queries } = context.database;
  const heard = heardBy(club.role);
  const channels = (await findChannels(queries, [club.id])).filter(({ channelAccess }) =>
    heard.includes(channelAccess ?? 'members'),
  );
  const shown = await presentChannels(context, channels);
  const members = selectMembers(queries, club.id);
  const jamIds = channels.map(({ id }) => id);
  const documents = shown.map(({ newest: _newest, present: _present, ...channel }) => channel);
  yield `{"ok":true,"data":{"club":${JSON.stringify(await presentClub(queries, club, context.publicUrl))},`;
  yield* listPieces('members', inPages(members, ['since', 'userId'], PAGE));
  yield `,"channels":${JSON.stringify(documents)},`;
  yield* listPieces('rifffs', rifffPages(queries, identity, jamIds, context.publicUrl));
  yield ',';
  yield* playlistPieces(context, identity, club);
  yield '}}';
}

/** The answer of `exportClub` piece by piece. Fails in the middle when the reader is not in the club any more. */
export async function clubPieces(
  context: Reading,
  identity: Identity,
  clubId: string,
  inTurn: InTurn,
): Promise<AsyncGenerator<string>> {
  const { queries } = context.database;
  const text = pieces(context, identity, await requireIn(queries, identity, clubId));
  return inTurns(text, () => requireIn(queries, identity, clubId), inTurn);
}

/** Exports of clubs on this node. Throws `not_found`, `forbidden`, `too_many_requests`. */
export function createClubExporter(context: Reading, log: FastifyBaseLogger) {
  const start = createExports(context.database.queries, log);
  return (identity: Identity, clubId: string): Promise<Readable> =>
    start(identity.userId, (inTurn) => clubPieces(context, identity, clubId, inTurn));
}
