import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_PLAYLIST_ITEMS, MAX_PLAYLISTS } from '../../../src/data/contract/constants.ts';
import { PlaylistSchema } from '../../../src/data/contract/playlists.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { createApp } from '../../app.ts';
import type { Identity } from '../../plugins/identity.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, useAccount } from '../../testing/accounts.ts';
import { allOf, removalEnds } from '../../testing/afterwards.ts';
import { findBrokenPlaylists } from '../../testing/brokenPlaylists.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { jamCalls } from '../../testing/jamCalls.ts';
import { playlistWorld } from '../../testing/playlistWorld.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';
import { changeAs } from './changing.ts';
import { removePlaylistsOfClub } from './ofClub.ts';
import { exportOwned, hasPlaylists } from './ownership.ts';
import { findPublicPlaylist } from './publicPlaylist.ts';
import { insertReaction } from './reactionsRepo.ts';

type Page = { entries: { id: string }[]; items: { id: string; itemId: string }[] };

describeDatabases('playlists', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const [ada, ben] = [useAccount(server, 'ada'), useAccount(server, 'ben')];
  const world = playlistWorld(server);
  const { send, ok, makeClub, makePlaylist, fill, storeTrack, storedOrder, rifffOf } = world;
  const { share } = jamCalls(server);
  const rifffs: string[] = [];

  beforeAll(async () => {
    for (let at = 0; at < 5; at++) rifffs.push(await rifffOf(ada));
  });

  it('are made with a page of items, each as the reader may see it', async () => {
    const made = (await ok('POST', '/playlists', ada, { name: 'Long way home' })).playlist;
    expect(made).toMatchObject({ clubId: null, access: 'public', owner: 'ada', itemCount: 0 });
    const url = `/playlists/${made.id}`;
    await share('ada', rifffs[1]!, { title: 'Harbour' });
    await share('ada', rifffs[2]!, { title: 'Not told', isPrivate: true });
    const { longId } = await ok('GET', '/jam/ada', ada);
    const trackId = await storeTrack('ada');
    const add = async (itemId: string, more: object = {}) =>
      (await ok('POST', `${url}/items`, ada, { jamId: longId, itemId, ...more })).item;
    for (const itemId of rifffs.slice(1, 3)) await add(itemId);
    const track = await add(trackId, { fadeOut: 3 });
    expect(track).toMatchObject({ type: 'track', loopCount: 1, fadeOut: 3, jamId: 'ada' });
    expect(track).toMatchObject({ title: 'Track of ada', data: { durationSec: 4 } });
    const { playlist } = await ok('GET', url, ada);
    expect(PlaylistSchema.parse(playlist)).toEqual(playlist);
    expect(playlist.items).toMatchObject([
      { type: 'audio', title: 'Harbour', user: 'ada', addedBy: 'ada', loopCount: 2, fadeOut: 0 },
      { itemId: rifffs[2], title: 'From ada', shareId: null, data: { _id: rifffs[2] } },
      { itemId: trackId },
    ]);
    // As lists carry it: short peaks, no bands.
    for (const loop of playlist.items[0].data.loops) expect(loop.bands).toBeUndefined();
    const discs = ({ discs: shown }: { discs: { _id: string }[] }) => shown.map(({ _id }) => _id);
    expect(discs(playlist)).toEqual(rifffs.slice(1, 3));
    // Another account hears what is shared, and learns no more of the rest than that it is there.
    const seen = (await ok('GET', url, null)).playlist;
    expect(seen.items[0]).toMatchObject({ title: 'Harbour', data: { _id: rifffs[1] } });
    const nothing = { title: '', user: '', displayName: '', shareId: null, data: null };
    expect(seen.items.slice(1)).toMatchObject([nothing, nothing]);
    expect(JSON.stringify(seen)).not.toMatch(/Not told|Track of/);
    const { queries } = server.database;
    expect(await findPublicPlaylist(queries, made.id)).toMatchObject({
      ...{ name: 'Long way home', by: 'ada', owner: 'ada', clubId: null, itemCount: 3 },
      discs: [{ _id: rifffs[1] }],
    });
    expect((await ok('GET', '/accounts/ada/playlists', null)).playlists.map(discs)).toEqual([
      [rifffs[1]],
    ]);
    const react = (who: typeof ada, reaction: string) =>
      ok('POST', `${url}/items/${track.id}/reactions`, who, { reaction });
    await react(ada, '🔥');
    await react(ada, '🔥');
    expect((await react(ben, '🔥')).reactions).toEqual([{ reaction: '🔥', count: 2, isOwn: true }]);
    await ok('DELETE', `${url}/items/${track.id}/reactions/${encodeURIComponent('🔥')}`, ada);
    expect((await ok('GET', url, ada)).playlist.items[2].reactions).toEqual([
      { reaction: '🔥', count: 1, isOwn: false },
    ]);
    expect((await ok('GET', url, ben)).playlist.items[2].reactions[0].isOwn).toBe(true);
  });

  it('answer a page from `skip` up to `limit`, with the whole order', async () => {
    const clubId = await makeClub({ ada: 'owner' });
    const id = await makePlaylist({ ownerId: 'ada', clubId });
    const ids = await fill(
      id,
      'ada',
      Array.from({ length: 130 }, (_, at) => `gone${at}`),
    );
    const page = async (query: string): Promise<Page> =>
      (await ok('GET', `/clubs/${clubId}/playlists/${id}${query}`, null)).playlist;
    const shown = async (query: string) => (await page(query)).items.map((item) => item.id);
    expect(await shown('')).toEqual(ids.slice(0, 20));
    expect((await page('')).entries.map((entry) => entry.id)).toEqual(ids);
    expect(await shown('?skip=20&limit=40')).toEqual(ids.slice(20, 40));
    expect(await shown('?skip=120')).toEqual(ids.slice(120));
    expect(await shown('?skip=5&limit=520')).toEqual(ids.slice(5, 105));
    expect(await shown('?skip=40&limit=20')).toEqual([]);
    expect(await shown('?skip=500')).toEqual([]);
  });

  describe('refuse', () => {
    it('what is not there, in the words of the specification', async () => {
      const id = await makePlaylist({ ownerId: 'ada' });
      const other = await makePlaylist({ ownerId: 'ada' });
      const [elsewhere] = await fill(other, 'ada', [rifffs[0]!]);
      const none = { message: 'Item not found in playlist' };
      const at = `/playlists/${id}/items/${elsewhere}`;
      expect((await send('DELETE', at, ada)).body).toMatchObject(none);
      expect((await send('POST', at, ada, { fadeOut: 1 })).body).toMatchObject(none);
      expect((await send('POST', `${at}/reactions`, ada, { reaction: '🔥' })).body).toMatchObject(
        none,
      );
      const gone = await send('GET', '/playlists/nothing', ada);
      expect(gone).toMatchObject({ status: 404, body: { message: 'Playlist not found' } });
      const add = async (body: object) => {
        const answer = await send('POST', `/playlists/${id}/items`, ada, body);
        return [answer.status, answer.body.message];
      };
      const secret = await rifffOf(ben);
      const track = await storeTrack('ben');
      const missing = [404, 'There is no such rifff or track in this jam'];
      expect(await add({ jamId: 'ada', itemId: 'nothing' })).toEqual(missing);
      expect(await add({ jamId: 'ada', itemId: track })).toEqual(missing);
      for (const itemId of [secret, track]) {
        expect(await add({ jamId: 'ben', itemId })).toEqual([404, expect.any(String)]);
      }
      expect((await add({ jamId: 'ada', itemId: rifffs[0], loopCount: 65 }))[0]).toBe(400);
      expect(await storedOrder(id)).toEqual([]);
    });

    itOnce('more than there may be, and names of the house', async () => {
      const id = await makePlaylist({ ownerId: 'ben' });
      const itemId = await rifffOf(ben);
      const most = Array.from({ length: MAX_PLAYLIST_ITEMS - 1 }, (_, at) => `gone${at}`);
      const ids = await fill(id, 'ben', most);
      const add = () => send('POST', `/playlists/${id}/items`, ben, { jamId: 'ben', itemId });
      const last = (await add()).body.data.item.id;
      expect((await add()).status).toBe(403);
      const wish = [last, ...ids].reverse();
      const { order } = await ok('POST', `/playlists/${id}/order`, ben, { order: wish });
      expect(order).toEqual(wish);
      expect(await storedOrder(id)).toEqual(wish);
      const make = (name: string) => send('POST', '/playlists', ben, { name });
      expect((await make('Rondo official')).body.validationErrors).toHaveProperty('name');
      const change = { name: 'Moderators' };
      expect((await send('POST', `/playlists/${id}`, ben, change)).status).toBe(400);
      await Promise.all(
        Array.from({ length: MAX_PLAYLISTS - 1 }, () => makePlaylist({ ownerId: 'ben' })),
      );
      expect((await make('One more')).status).toBe(403);
      expect((await ok('GET', '/playlists/mine', ben)).playlists).toHaveLength(MAX_PLAYLISTS);
    });
  });

  it('store what is sent again once, and nothing under the id of something else', async () => {
    const id = newId();
    const body = { id, name: 'Twice' };
    const made = await Promise.all([1, 2].map(() => ok('POST', '/playlists', ada, body)));
    expect(made.map(({ playlist }) => playlist.id)).toEqual([id, id]);
    expect((await send('POST', '/playlists', ben, body)).status).toBe(409);
    const clubId = await makeClub({ ada: 'owner' });
    expect((await send('POST', `/clubs/${clubId}/playlists`, ada, body)).status).toBe(409);
    const item = { id: newId(), jamId: 'ada', itemId: rifffs[0]! };
    const add = (more: object = {}, at = id) =>
      send('POST', `/playlists/${at}/items`, ada, { ...item, ...more });
    const twice = await Promise.all([add(), add()]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    // What was changed since stays changed when a lost answer is asked for again.
    await ok('POST', `/playlists/${id}/items/${item.id}`, ada, { loopCount: 7 });
    expect((await add()).body.data.item).toMatchObject({ id: item.id, loopCount: 7 });
    expect(await storedOrder(id)).toEqual([item.id]);
    expect((await add({ itemId: rifffs[1] })).status).toBe(409);
    const other = await makePlaylist({ ownerId: 'ada' });
    expect((await add({}, other)).status).toBe(409);
    const fresh = newId();
    const race = await Promise.all([id, other].map((at) => add({ id: fresh }, at)));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('keep every item once and without gaps when ten people change them at once', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `many${at}`);
    const people = await Promise.all(names.map((name) => makeAccount(server.database, name)));
    const roles = Object.fromEntries(names.map((name) => [name, 'member' as const]));
    const clubId = await makeClub({ ada: 'owner', ...roles });
    const id = await makePlaylist({ ownerId: 'ada', clubId });
    const at = `/clubs/${clubId}/playlists/${id}`;
    const before = await fill(id, 'ada', rifffs);
    const old: string[] = [];
    for (const name of names) old.push(...(await fill(id, name, [rifffs[0]!])));
    await share('ada', rifffs[3]!, { title: 'Open' });
    const body = { jamId: 'ada', itemId: rifffs[3] };
    const answers = await Promise.all(
      people.flatMap((who, by) => [
        send('POST', `${at}/items`, who, body),
        send('POST', `${at}/order`, who, { order: [...before].reverse().slice(by % 5) }),
        send('DELETE', `${at}/items/${old[by]}`, who),
        send('POST', `${at}/items`, who, body),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const added = answers.flatMap(({ body: answer }) => answer.data.item?.id ?? []);
    const order = await storedOrder(id);
    expect([...order].sort()).toEqual([...before, ...added].sort());
    const last = [...order].reverse();
    expect((await ok('POST', `${at}/order`, ada, { order: last })).order).toEqual(last);
    expect(await storedOrder(id)).toEqual(last);
  });

  it('leave no reaction behind to what is taken out meanwhile', async () => {
    const id = await makePlaylist({ ownerId: 'ada' });
    const [itemId] = await fill(id, 'ada', [rifffs[0]!]);
    const identity = { userId: 'ben' } as Identity;
    let removal: Promise<unknown> = Promise.resolve();
    await changeAs(server, identity, { playlistId: id }, 'react', async (transaction) => {
      removal = send('DELETE', `/playlists/${id}/items/${itemId}`, ada);
      // It waits for the account that is reacting; if it did not, it would be done by then.
      await Promise.race([removal, delay(50)]);
      const row = { itemId: itemId!, userId: 'ben', reaction: '👀', created: 1 };
      await insertReaction(transaction, row);
    });
    await removal;
    expect(await storedOrder(id)).toEqual([]);
    expect(await findBrokenPlaylists(server.database.queries)).toEqual([]);
  });

  describe('when something goes', () => {
    it('keep the place of a rifff or track that is gone, until somebody takes it out', async () => {
      const id = await makePlaylist({ ownerId: 'ada' });
      const itemId = await rifffOf(ada);
      await share('ada', itemId, { title: 'Short-lived' });
      const trackId = await storeTrack('ada');
      const [first, second] = await fill(id, 'ada', [itemId, trackId]);
      const { queries } = server.database;
      await queries
        .updateTable('playlistItems')
        .set({ kind: 'track' })
        .where('id', '=', second!)
        .execute();
      const shown = async () => (await ok('GET', `/playlists/${id}`, ada)).playlist;
      expect((await shown()).items).toMatchObject([{ title: 'Short-lived' }, { user: 'ada' }]);
      await ok('DELETE', `/jam/ada/rifffs/${itemId}`, ada);
      await queries.deleteFrom('tracks').where('id', '=', trackId).execute();
      const gone = { data: null, title: '', user: '', displayName: '', shareId: null };
      expect(await shown()).toMatchObject({ items: [gone, gone], discs: [], itemCount: 2 });
      await ok('DELETE', `/playlists/${id}/items/${first}`, ada);
      expect(await storedOrder(id)).toEqual([second]);
    });

    it('go with their club, and take reactions along', async () => {
      const { queries } = server.database;
      const clubId = await makeClub({ ada: 'owner' });
      const id = await makePlaylist({ ownerId: 'ada', clubId });
      const [itemId] = await fill(id, 'ada', [rifffs[0]!]);
      await ok('POST', `/playlists/${id}/items/${itemId}/reactions`, ada, { reaction: '🔥' });
      const kept = await makePlaylist({ ownerId: 'ada', clubId: await makeClub({ ada: 'owner' }) });
      await removePlaylistsOfClub(queries, clubId);
      expect((await send('GET', `/playlists/${id}`, ada)).status).toBe(404);
      expect(await rowsOf(server.database, 'playlistItems', 'playlistId', id)).toEqual([]);
      expect(await rowsOf(server.database, 'playlistReactions', 'itemId', itemId!)).toEqual([]);
      expect((await send('GET', `/playlists/${kept}`, ada)).status).toBe(200);
    });

    it('leave with the account of their owner, who stays unnamed in those of clubs', async () => {
      const { database } = server;
      const gus = await makeAccount(database, 'gus');
      const clubId = await makeClub({ ada: 'owner', gus: 'moderator' });
      const own = await makePlaylist({ ownerId: 'gus' });
      const ofClub = await makePlaylist({ ownerId: 'gus', clubId });
      const [personal] = await fill(own, 'gus', [rifffs[0]!], { jamId: 'ada' });
      const hers = await rifffOf(gus);
      const [theirs] = await fill(ofClub, 'gus', [rifffs[0]!, hers], { jamId: 'ada' });
      const react = (at: string) => ok('POST', `${at}/reactions`, gus, { reaction: '👏' });
      await react(`/playlists/${own}/items/${personal}`);
      await react(`/playlists/${ofClub}/items/${theirs}`);
      const exported = await allOf(exportOwned(database.queries, 'gus'));
      expect(exported).toMatchObject({
        playlists: expect.arrayContaining([expect.objectContaining({ id: own })]),
        reactions: [{ reaction: '👏' }, { reaction: '👏' }],
      });
      expect(exported.items).toHaveLength(3);
      await closeAccount(database, 'gus', Date.now());
      // From the moment on that it is closed, long before its belongings are gone.
      expect((await send('GET', `/playlists/${own}`, ada)).status).toBe(404);
      expect(await hasPlaylists(database.queries, 'gus')).toBe(true);
      const { playlist } = await ok('GET', `/playlists/${ofClub}`, ada);
      expect(playlist).toMatchObject({ owner: '', displayName: '', itemCount: 2 });
      expect(playlist.items).toMatchObject([{ addedBy: '', user: 'ada' }, { addedBy: '' }]);
      expect(JSON.stringify(playlist)).not.toContain('gus');
      const settings = readSettings({ RONDO_DATA: server.folder });
      const app = await createApp({ settings, database, blobs: server.blobs });
      await removalEnds(database.queries);
      await app.close();
      expect(await hasPlaylists(database.queries, 'gus')).toBe(false);
      expect(await rowsOf(database, 'playlistItems', 'playlistId', own)).toEqual([]);
      expect(await rowsOf(database, 'playlistReactions', 'userId', 'gus')).toEqual([]);
      const left = (await ok('GET', `/playlists/${ofClub}`, ada)).playlist;
      expect(left.items).toMatchObject([{ id: theirs, reactions: [] }, { data: null }]);
    });
  });
});
