import { beforeAll, expect, it } from 'vitest';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { playlistWorld } from '../../testing/playlistWorld.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { findPublicPlaylist } from './publicPlaylist.ts';

const fire = { reaction: '🔥' };
/** Who asks; `owner`, `mod` and `mem` are in every club, `out` was blocked there. */
const WHO = ['nobody', 'other', 'out', 'mem', 'mod', 'owner'] as const;
/**
 * By playlist, a letter for each of `WHO`: nothing (-), reads (r), reacts too (c), adds, orders and takes out what they
 * added too (a), or everything (e).
 */
const RIGHTS: readonly (readonly [string, string])[] = [
  // Personal ones of `owner`.
  ['public', 'rcccce'],
  ['private', '-----e'],
  // Of clubs.
  ['open', 'rrraee'],
  ['openOfMods', 'rrrcee'],
  ['invite', '---aee'],
  ['inviteOfMods', '---cee'],
  ['closing', '---rrr'],
];

describeDatabases('who may do what with a playlist', (open, { isThorough }) => {
  const server = useTestServer({
    openDatabase: open,
    environment: { RATE_LIMIT: '1000000', RONDO_MODERATORS: 'judge' },
  });
  const world = playlistWorld(server);
  const { send, ok, makeClub, makePlaylist, fill, rifffOf } = world;
  const accounts: Record<string, TestAccount | null> = { nobody: null };
  const lists = new Map<string, { id: string; clubId: string | null; theirs: string }>();
  const rifffs = new Map<string, string>();

  beforeAll(async () => {
    for (const name of WHO.slice(1)) {
      const who = await makeAccount(server.database, name);
      accounts[name] = who;
      rifffs.set(name, await rifffOf(who));
    }
    const people = { owner: 'owner', mod: 'moderator', mem: 'member', out: null } as const;
    const clubs = {
      open: await makeClub(people),
      invite: await makeClub(people, { access: 'invite' }),
      closing: await makeClub(people, { closes: Date.now() + 60_000 }),
    };
    const parts: Record<string, object> = {
      public: {},
      private: { access: 'private' },
      open: { clubId: clubs.open },
      openOfMods: { clubId: clubs.open, adders: 'moderators' },
      invite: { clubId: clubs.invite },
      inviteOfMods: { clubId: clubs.invite, adders: 'moderators' },
      closing: { clubId: clubs.closing },
    };
    for (const [name, more] of Object.entries(parts)) {
      const clubId = (more as { clubId?: string }).clubId ?? null;
      const id = await makePlaylist({ ownerId: 'owner', ...more });
      const [theirs] = await fill(id, 'owner', [rifffs.get('owner')!]);
      lists.set(name, { id, clubId, theirs: theirs! });
    }
  });

  // The rules are the same on each database: a personal playlist and a club's show that its queries answer them.
  const rights = RIGHTS.filter(([name]) => isThorough || ['public', 'invite'].includes(name));
  it.each(rights)('%s', async (name, letters) => {
    const { id, clubId, theirs } = lists.get(name)!;
    for (const [at, who] of WHO.entries()) {
      const letter = letters[at]!;
      const [account, level] = [accounts[who] ?? null, '-rcae'.indexOf(letter)];
      const url = `/playlists/${id}`;
      const answer = await send('GET', url, account);
      expect(answer.status, `${who} reads`).toBe(level > 0 ? 200 : 404);
      if (level === 0) expect(answer.body.message).toBe('Playlist not found');
      else
        expect(answer.body.data.playlist).toMatchObject({ mayAdd: level > 2, mayEdit: level > 3 });
      expect((await findPublicPlaylist(server.database.queries, id)) !== undefined).toBe(
        letters.startsWith('r'),
      );
      // By its own club it is the same, by another it is not there.
      for (const [path, isOwn] of [
        [clubId, true],
        [lists.get(name.startsWith('open') ? 'invite' : 'open')!.clubId, false],
      ] as const) {
        if (path === null) continue;
        const isRead = isOwn && level > 0;
        const { status } = await send('GET', `/clubs/${path}/playlists/${id}`, account);
        expect(status, `${who} reads by ${isOwn ? 'its' : 'another'} club`).toBe(
          isRead ? 200 : 404,
        );
      }
      const own = { jamId: who, itemId: rifffs.get(who) ?? 'none' };
      const added = await send('POST', `${url}/items`, account, own);
      const tries: [number, string, () => ReturnType<typeof send>][] = [
        [2, 'reacts', () => send('POST', `${url}/items/${theirs}/reactions`, account, fire)],
        [3, 'orders', () => send('POST', `${url}/order`, account, { order: [] })],
        [4, 'renames', () => send('POST', url, account, { description: who })],
        [4, 'changes', () => send('POST', `${url}/items/${theirs}`, account, { fadeOut: 1 })],
        [3, 'adds', async () => added],
      ];
      if (added.status === 200) {
        const mine = `${url}/items/${added.body.data.item.id}`;
        tries.push([3, 'changes own', () => send('POST', mine, account, { loopCount: 3 })]);
        tries.push([3, 'takes own out', () => send('DELETE', mine, account)]);
      }
      if (level < 4) {
        tries.push([4, 'takes out', () => send('DELETE', `${url}/items/${theirs}`, account)]);
        tries.push([4, 'deletes', () => send('DELETE', url, account)]);
      }
      const refusal = account === null ? 401 : level === 0 ? 404 : 403;
      for (const [needed, what, tried] of tries) {
        expect((await tried()).status, `${who} ${what}`).toBe(level >= needed ? 200 : refusal);
      }
    }
  });

  it('lists one’s own and those that one may add to, and of others what is public', async () => {
    const names = async (who: string, url: string) => {
      const { playlists } = await ok('GET', url, accounts[who] ?? null);
      const byId = new Map([...lists].map(([name, { id }]) => [id, name]));
      return playlists.map(({ id }: { id: string }) => byId.get(id)).sort();
    };
    const [personal, ofMods] = [
      ['private', 'public'],
      ['inviteOfMods', 'openOfMods'],
    ];
    expect(await names('owner', '/playlists/mine')).toEqual(personal);
    expect(await names('owner', '/playlists/mine?clubs=true')).toEqual(
      [...personal, ...ofMods, 'invite', 'open'].sort(),
    );
    expect(await names('mod', '/playlists/mine?clubs=true')).toEqual(
      [...ofMods, 'invite', 'open'].sort(),
    );
    expect(await names('mem', '/playlists/mine?clubs=true')).toEqual(['invite', 'open']);
    expect(await names('out', '/playlists/mine?clubs=true')).toEqual([]);
    expect((await send('GET', '/playlists/mine', null)).status).toBe(401);
    expect(await names('owner', '/accounts/OWNER/playlists')).toEqual(personal);
    expect(await names('nobody', '/accounts/owner/playlists')).toEqual(['public']);
    await ok('POST', '/accounts/blocked/owner', accounts.other!);
    expect(await names('other', '/accounts/owner/playlists')).toEqual([]);
    expect((await send('GET', '/accounts/whoever/playlists', null)).status).toBe(404);
  });

  it('are deleted by a moderator of this server where they are public, and that is written down', async () => {
    const judge = await makeAccount(server.database, 'judge');
    const { owner, other } = accounts;
    const made = async (access: string) =>
      (await ok('POST', '/playlists', owner!, { name: 'Bought followers', access })).playlist.id;
    const [shown, hidden] = [await made('public'), await made('private')];
    expect((await send('DELETE', `/playlists/${shown}`, other!)).status).toBe(403);
    expect((await send('DELETE', `/playlists/${hidden}`, judge)).status).toBe(404);
    await ok('DELETE', `/playlists/${shown}`, judge);
    expect((await send('GET', `/playlists/${shown}`, owner!)).status).toBe(404);
    await ok('DELETE', `/playlists/${hidden}`, owner!);
    const { entries } = await ok('GET', '/moderation/audit', judge);
    expect(entries).toMatchObject([
      { action: 'remove-playlist', user: 'owner', reason: 'Bought followers', moderator: 'judge' },
    ]);
  });

  it('are made for a club by those who keep order in it, which keeps one', async () => {
    const { owner, mod, mem, other } = accounts;
    const clubId = await makeClub({ owner: 'owner', mod: 'moderator', mem: 'member' });
    const url = `/clubs/${clubId}/playlists`;
    const name = 'Rooftops';
    expect((await send('POST', url, mem!, { name })).status).toBe(403);
    expect((await send('POST', url, other!, { name })).status).toBe(403);
    const first = (await ok('POST', url, owner!, { name })).playlist;
    expect(first).toMatchObject({ clubId, adders: 'members', mayEdit: true, owner: 'owner', name });
    const second = (await ok('POST', url, mod!, { name })).playlist;
    // Two who delete the last two at once: one of them stays.
    const gone = await Promise.all([
      send('DELETE', `/playlists/${first.id}`, owner!),
      send('DELETE', `/playlists/${second.id}`, mod!),
    ]);
    expect(gone.map(({ status }) => status).sort()).toEqual([200, 403]);
    const left = gone[0]!.status === 403 ? first.id : second.id;
    const change = (body: object) => send('POST', `/playlists/${left}`, mod!, body);
    expect((await change({ access: 'private' })).body.validationErrors).toHaveProperty('access');
    expect(
      (await change({ adders: 'moderators', name: 'Cellars' })).body.data.playlist,
    ).toMatchObject({
      adders: 'moderators',
      name: 'Cellars',
      clubName: expect.stringContaining(clubId),
    });
    expect((await send('POST', `/playlists/${left}/order`, mem!, { order: [] })).status).toBe(403);
  });
});
