import type { Insertable } from 'kysely';
import { PLAYLIST_DEFAULT_LOOPS } from '../../../src/data/contract/constants.ts';
import {
  DEMO_CLUB,
  type PlannedChannel,
  type PlannedPlaylist,
} from '../../../src/data/rules/demo/club.ts';
import { DEMO_PEOPLE } from '../../../src/data/rules/demo/people.ts';
import { deleteCodesOf } from '../../kernel/codes.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRows, insertRows, removeRows, valuesOf } from '../../ports/database/rows.ts';
import type { Schema } from '../../ports/database/schema.ts';
import { removePlaylistsOfClub } from '../playlists/ofClub.ts';
import { deletePlaylists } from '../playlists/repo.ts';
import { inBatches } from '../starter/repo.ts';
import { type DemoRows, demoHash, idAt, type Writer } from './documents.ts';
import { restoreJam } from './repo.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const CLUB_ID = `club${demoHash(`club ${DEMO_CLUB.key}`).slice(0, 10)}`;

type Rows<T extends 'playlists' | 'playlistItems'> = Insertable<Schema[T]>[];

/** A channel: a jam of the club that anyone may hear. */
function channelRows(writer: Writer, channel: PlannedChannel): DemoRows {
  const rows = writer.jamRows({ ...channel, shares: [] });
  const { description } = channel.room;
  const jam = { ...rows.jam, description, clubId: CLUB_ID, channelAccess: 'public' as const };
  return { ...rows, jam };
}

function playlistRows(writer: Writer, playlists: readonly PlannedPlaylist[]) {
  const rows: { playlists: Rows<'playlists'>; items: Rows<'playlistItems'> } = {
    playlists: [],
    items: [],
  };
  for (const { key, name, description, ownerId, isOfClub, agoMs, items } of playlists) {
    const created = writer.startMs - agoMs;
    const id = idAt(created, `playlist ${key}`);
    const times = items.map((item) => writer.startMs - item.agoMs);
    rows.playlists.push({
      id,
      clubId: isOfClub ? CLUB_ID : null,
      ownerId,
      name,
      description,
      access: 'public',
      adders: 'moderators',
      created,
      changed: Math.max(...times),
    });
    items.forEach(({ played }, position) => {
      rows.items.push({
        id: idAt(times[position]!, `item ${key} ${position}`),
        playlistId: id,
        position,
        kind: 'audio',
        jamId: writer.jamIdOf(played.jam),
        itemId: writer.idOf(played),
        addedBy: ownerId,
        created: times[position]!,
        fadeOut: 0,
        loopCount: PLAYLIST_DEFAULT_LOOPS,
      });
    });
  }
  return rows;
}

/** What the club and the playlists are made from: `writer` knows their rifffs. */
export interface ClubPlan {
  readonly writer: Writer;
  readonly channels: readonly PlannedChannel[];
  readonly playlists: readonly PlannedPlaylist[];
}

/** Stores the club with its members and channels; inside a transaction. */
export async function restoreClub(
  queries: Queries,
  { writer, channels }: Pick<ClubPlan, 'writer' | 'channels'>,
): Promise<void> {
  const { name, description, ownerId, fromDays } = DEMO_CLUB;
  const created = writer.startMs - fromDays * DAY_MS;
  await insertRows(queries, 'clubs', {
    id: CLUB_ID,
    name,
    description,
    access: 'open',
    ownerId,
    created,
    iconKey: null,
    bannerKey: null,
    closes: null,
  });
  const members = [...DEMO_PEOPLE].sort(
    (a, b) => Number(b.userId === ownerId) - Number(a.userId === ownerId),
  );
  await insertRows(
    queries,
    'clubMembers',
    members.map(({ userId }, at) => ({
      clubId: CLUB_ID,
      userId,
      isBlocked: false,
      since: created + at * HOUR_MS,
      role: userId === ownerId ? ('owner' as const) : ('member' as const),
    })),
  );
  for (const channel of channels) await restoreJam(queries, channelRows(writer, channel));
}

/** Stores the playlists with what is in them; inside a transaction. */
export async function restorePlaylists(
  queries: Queries,
  { writer, playlists }: Pick<ClubPlan, 'writer' | 'playlists'>,
): Promise<void> {
  const rows = playlistRows(writer, playlists);
  await inBatches(rows.playlists, (batch) => insertRows(queries, 'playlists', batch));
  await inBatches(rows.items, (batch) => insertRows(queries, 'playlistItems', batch));
}

/**
 * Takes clubs and playlists of demo accounts out, and what members put into them; the channels are jams, which go as
 * such.
 */
export async function removeClubs(queries: Queries, demoIds: readonly string[]): Promise<void> {
  const playlists = await findRows(queries, 'playlists', { ownerId: demoIds }, ['id']);
  await deletePlaylists(queries, valuesOf(playlists, 'id'));
  const clubs = await findRows(queries, 'clubs', { ownerId: demoIds }, ['id']);
  for (const { id } of clubs) {
    await removePlaylistsOfClub(queries, id);
    await removeRows(queries, 'clubMembers', { clubId: id });
    await deleteCodesOf(queries, ['club'], id);
    await removeRows(queries, 'jamReports', { kind: 'club', ref: id });
    await removeRows(queries, 'clubs', { id });
  }
}
