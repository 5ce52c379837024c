import { newId } from '../../../src/data/rules/ids.ts';
import type { Example } from './exampleParts.ts';
import { freshRifff, type Member, type World } from './world.ts';

/** A club of the member's own. */
async function ofClub({ server, account }: World, role: Member): Promise<{ clubId: string }> {
  const { queries } = server.database;
  const [clubId, { userId }] = [`club${newId().slice(-10)}`, account(role)];
  const about = { id: clubId, name: 'Attic', description: '', ownerId: userId, created: 1 };
  await queries
    .insertInto('clubs')
    .values({ ...about, access: 'open', iconKey: null, bannerKey: null, closes: null })
    .execute();
  await queries
    .insertInto('clubMembers')
    .values({ clubId, userId, role: 'owner', since: 1, isBlocked: false })
    .execute();
  return { clubId };
}

/** The parameters of a playlist in an address, with its club where it is called by that. */
type Place = Record<string, string>;
/** The address of the playlists that a place is among. */
const listsAt = (clubId?: string) =>
  clubId === undefined ? '/playlists' : `/clubs/${clubId}/playlists`;
const addressOf = ({ clubId, playlistId }: Place) => `${listsAt(clubId)}/${playlistId}`;

type MakePlace = (world: World, role: Member) => Promise<Place>;
const ofPerson: MakePlace = async (world, role) => {
  const { playlist } = await world.call(role, '/playlists', { name: 'Ninth bus' });
  return { playlistId: (playlist as { id: string }).id };
};
const ofOwnClub: MakePlace = async (world, role) => {
  const { clubId } = await ofClub(world, role);
  const { playlist } = await world.call(role, listsAt(clubId), { name: 'Ninth bus' });
  return { clubId, playlistId: (playlist as { id: string }).id };
};

async function played(world: World, role: Member) {
  return { jamId: world.account(role).userId, itemId: await freshRifff(world, role) };
}
/** A playlist with one item. */
const filled = (make: MakePlace) => async (world: World, role: Member) => {
  const place = await make(world, role);
  const { item } = await world.call(role, `${addressOf(place)}/items`, await played(world, role));
  return { ...place, itemId: (item as { id: string }).id };
};
/** Requests to one playlist, by what its calls are named after. */
function examplesOf(make: MakePlace) {
  const fill = filled(make);
  const read: Example = async (world, role) => ({
    params: await fill(world, role),
    query: { skip: '0', limit: '20' },
  });
  const add: Example = async (world, role) => ({
    params: await make(world, role),
    body: { id: newId(), ...(await played(world, role)), fadeOut: 2, loopCount: 3 },
  });
  const change: Example = async (world, role) => ({
    params: await fill(world, role),
    body: { fadeOut: 4 },
  });
  const remove: Example = async (world, role) => ({
    params: await fill(world, role),
  });
  const order: Example = async (world, role) => {
    const { itemId, ...params } = await fill(world, role);
    return { params: params, body: { order: [itemId] } };
  };
  return { read, add, change, remove, order };
}
const own = examplesOf(ofPerson);
const club = examplesOf(ofOwnClub);
const named = { name: 'Ninth bus', description: 'Home', access: 'private' };

/** Requests to playlists of people and clubs. */
export const PLAYLIST_EXAMPLES: Readonly<Record<string, Example>> = {
  myPlaylists: async (world, role) => {
    await ofOwnClub(world, role);
    return { query: { clubs: 'true' } };
  },
  playlistsOf: async (world, role) => {
    await ofPerson(world, role);
    return { params: { id: world.account(role).userId } };
  },
  createPlaylist: async () => ({ body: { ...named, id: newId() } }),
  createClubPlaylist: async (world, role) => ({
    params: await ofClub(world, role),
    body: { ...named, id: newId() },
  }),
  playlist: own.read,
  changePlaylist: async (world, role) => ({
    params: await ofPerson(world, role),
    body: { name: 'Tenth bus', access: 'private' },
  }),
  removePlaylist: own.remove,
  addItem: own.add,
  changeItem: own.change,
  removeItem: own.remove,
  orderItems: own.order,
  reactToItem: async (world, role) => ({
    ...(await own.remove(world, role)),
    body: { reaction: '🔥' },
  }),
  unreactToItem: async (world, role) => {
    const { params } = await own.remove(world, role);
    return { params: { ...params, reaction: '🔥' } };
  },
  clubPlaylist: club.read,
  addClubItem: club.add,
  changeClubItem: club.change,
  removeClubItem: club.remove,
  orderClubItems: club.order,
};
