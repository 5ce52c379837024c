import type { Channel, Club, ClubPage, ListedClub } from '../../../src/data/contract/clubs.ts';
import { findOpenCode, showCode } from '../../kernel/codes.ts';
import type { Reader } from '../../plugins/identity.ts';
import { mediaUrl } from '../../plugins/subPath.ts';
import type { Queries } from '../../ports/database/database.ts';
import { findRow, valuesOf } from '../../ports/database/rows.ts';
import type { JamRow } from '../../ports/database/schemaJams.ts';
import { type ClubFor, heardBy, keepsOrder } from '../jams/clubs.ts';
import { findDemo } from '../jams/lineageRepo.ts';
import { findNewest } from '../jams/presentJam.ts';
import { briefsOfClub } from '../playlists/ofClub.ts';
import { type ClubsContext, findChannels } from './context.ts';
import { countMembers, findBlocked } from './members.ts';

type Reading = Pick<ClubsContext, 'database' | 'presence' | 'publicUrl'>;

/** A club as lists show it. */
function present(
  club: ClubFor,
  {
    memberCount,
    channels,
    isDemo,
  }: { memberCount: number; channels: readonly JamRow[]; isDemo: boolean },
  publicUrl: string | undefined,
): Club {
  const { id, name, description, ownerId, access, created, role, closes } = club;
  // Those who are not in it yet see how many they would hear.
  const heard = heardBy(role ?? 'member');
  return {
    id,
    name,
    profile: { name },
    description,
    owner: ownerId,
    access,
    created,
    role,
    closes,
    iconUrl: club.iconKey && mediaUrl(club.iconKey, publicUrl),
    bannerUrl: club.bannerKey && mediaUrl(club.bannerKey, publicUrl),
    memberCount,
    isDemo,
    channelCount: channels.filter(({ channelAccess }) => heard.includes(channelAccess ?? 'members'))
      .length,
  };
}

async function withChannels(
  queries: Queries,
  clubs: readonly ClubFor[],
  publicUrl: string | undefined,
) {
  const ids = clubs.map(({ id }) => id);
  const [counts, channels, demo] = await Promise.all([
    countMembers(queries, ids),
    ids.length > 0 ? findChannels(queries, ids) : [],
    findDemo(queries, valuesOf(clubs, 'ownerId')),
  ]);
  const byClub = Map.groupBy(channels, ({ clubId }) => clubId);
  return clubs.map((club) => {
    const all = byClub.get(club.id) ?? [];
    const heard = all.filter(({ channelAccess }) =>
      heardBy(club.role).includes(channelAccess ?? 'members'),
    );
    const memberCount = counts.get(club.id) ?? 0;
    const isDemo = demo.has(club.ownerId);
    return { club, shown: present(club, { memberCount, channels: all, isDemo }, publicUrl), heard };
  });
}

/** One club as the reader it was found for sees it. */
export async function presentClub(
  queries: Queries,
  club: ClubFor,
  publicUrl: string | undefined,
): Promise<Club> {
  const [one] = await withChannels(queries, [club], publicUrl);
  return one!.shown;
}

/** Clubs as a list shows them, in the same order: each with the newest rifff of the channels that its reader hears. */
export async function listClubs(
  { database: { queries }, presence, publicUrl }: Reading,
  clubs: readonly ClubFor[],
): Promise<ListedClub[]> {
  const found = await withChannels(queries, clubs, publicUrl);
  const latest = found.map(({ heard }) =>
    heard.reduce<JamRow | null>(
      (best, one) => ((one.latest ?? 0) > (best?.latest ?? 0) ? one : best),
      null,
    ),
  );
  const [newest, here] = await Promise.all([
    // As anybody sees them: what the newest answers is not what these lists are about.
    findNewest(
      queries,
      null,
      latest.flatMap((jam) => jam?.id ?? []),
      publicUrl,
    ),
    presence.inRooms(found.flatMap(({ heard }) => heard.map(({ id }) => id))),
  ]);
  return found.map(({ shown, heard }, at) => ({
    ...shown,
    newest: newest.get(latest[at]?.id ?? '') ?? null,
    presentCount: heard.reduce((sum, { id }) => sum + (here.get(id)?.count ?? 0), 0),
  }));
}

/** Channels as the page of their club shows them. */
export async function presentChannels(
  { database: { queries }, presence, publicUrl }: Reading,
  channels: readonly JamRow[],
): Promise<Channel[]> {
  const ids = channels.map(({ id }) => id);
  const [newest, here] = await Promise.all([
    findNewest(queries, null, ids, publicUrl),
    presence.inRooms(ids),
  ]);
  return channels.map(({ id, coverKey, channelAccess, ...jam }) => ({
    jamId: id,
    name: jam.name,
    description: jam.description,
    rifffCount: jam.rifffCount,
    latest: jam.latest,
    isDemo: jam.isDemo,
    imageUrl: coverKey && mediaUrl(coverKey, publicUrl),
    access: channelAccess ?? 'members',
    newest: newest.get(id) ?? null,
    present: [...(here.get(id)?.users ?? [])].slice(0, 8),
    presentCount: here.get(id)?.count ?? 0,
    isBeingAnswered: here.get(id)?.isBeingAnswered ?? false,
  }));
}

/** A club as its own page shows it to the reader that it was found for. */
export async function presentPage(
  context: Reading,
  reader: Reader,
  club: ClubFor,
): Promise<ClubPage> {
  const { queries } = context.database;
  const isOrderly = keepsOrder(club.role);
  const [one] = await withChannels(queries, [club], context.publicUrl);
  const { shown, heard } = one!;
  const [channels, playlists, code, blockedUsers, ofClass] = await Promise.all([
    presentChannels(context, heard),
    briefsOfClub(queries, reader, club, context.publicUrl),
    isOrderly ? findOpenCode(queries, 'club', club.id, Date.now()) : undefined,
    isOrderly ? findBlocked(queries, club.id) : [],
    club.role === 'owner' ? findRow(queries, 'classes', { clubId: club.id }, ['id']) : undefined,
  ]);
  const inviteCode = code ? showCode(code) : null;
  const classId = ofClass?.id ?? null;
  return { ...shown, channels, playlists, inviteCode, classId, blockedUsers };
}
