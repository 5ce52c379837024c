import { beforeAll, expect, it } from 'vitest';
import { SEARCH_KINDS, SEARCH_MOST } from '../../../src/data/contract/constants.ts';
import {
  type SearchFound,
  type SearchKind,
  SearchSchema,
} from '../../../src/data/contract/search.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { type TestAccount, useAccount } from '../../testing/accounts.ts';
import { callsAs, callsOf, credentialOf } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';
import { indexPeople, indexShares } from '../searchIndex/indexing.ts';

const environment = { RATE_LIMIT: '1000000', RONDO_MODERATORS: 'judge' };

/** Names of what was found of a kind, in its order. */
const NAMES: { [K in SearchKind]: (found: SearchFound) => string[] } = {
  rifffs: ({ rifffs }) => rifffs!.results.map(({ title }) => title),
  people: ({ people }) => people!.results.map(({ user_id }) => user_id),
  jams: ({ jams }) => jams!.results.map(({ name }) => name),
  loops: ({ loops }) => loops!.results.map(({ name }) => name ?? ''),
};

describeDatabases('search', (open) => {
  const server = useTestServer({ openDatabase: open, environment });
  const ada = useAccount(server, 'Ada');
  const bo = useAccount(server, 'bo_');
  const judge = useAccount(server, 'judge');
  beforeAll(() => indexPeople(server.database.queries, ['Ada', 'bo_', 'judge']));

  const send = callsAs(server);
  const search = async (asked: string, who: TestAccount | null = null): Promise<SearchFound> => {
    const { status, body } = await send('GET', `/search?limit=50&${asked}`, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return SearchSchema.strict().parse(body.data);
  };
  const names = async (kind: SearchKind, asked: string, who: TestAccount | null = null) =>
    NAMES[kind](await search(`kind=${kind}&${asked}`, who));
  const act = async (
    method: 'POST' | 'DELETE',
    url: string,
    who: TestAccount = ada,
    body?: object,
  ) => {
    const answer = await send(method, url, who, body ?? (method === 'POST' ? {} : undefined));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data;
  };

  interface Made {
    readonly who?: TestAccount;
    readonly isPrivate?: boolean;
    readonly bpm?: number;
    readonly root?: number;
    readonly scale?: number;
    /** By their number in the fixture. */
    readonly loops?: readonly number[];
  }
  /** Shares a rifff as its maker would; answers its ids. */
  const share = async (title: string, made: Made = {}) => {
    const { who = ada, isPrivate = false, bpm = 120, root = 0, scale = 0, loops = [1] } = made;
    const rifffId = await storeRifff(server.database.queries, {
      ...{ jamId: who.userId, userId: who.userId },
      loopIds: loops.map(fixtureLoopId),
      extra: { root, scale },
    });
    const { doc } = await server.database.queries
      .selectFrom('rifffs')
      .select('doc')
      .where('id', '=', rifffId)
      .executeTakeFirstOrThrow();
    const { state, ...rest } = doc as { state: object };
    const changed = JSON.stringify({ ...rest, state: { ...state, bps: bpm / 60 } });
    await server.database.queries
      .updateTable('rifffs')
      .set({ doc: changed })
      .where('id', '=', rifffId)
      .execute();
    const body = { jamId: who.userId, rifffId, shareId: newId(), title, private: isPrivate };
    await act('POST', '/rifff-feed/share', who, body);
    return body;
  };

  it('finds nothing where nothing is asked for, and kinds by themselves', async () => {
    const none = { results: [], total: 0, isMore: false };
    const all = Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, none]));
    expect(await search('q=%20!')).toEqual(all);
    expect(await search('q=&kind=jams')).toEqual({ jams: none });
    for (const wrong of ['kind=clubs', 'tempoMin=fast', 'root=12', 'category=drum', 'limit=51']) {
      expect((await send('GET', `/search?q=a&${wrong}`)).status).toBe(400);
    }
  });

  it('finds by how words begin, in any case and without accents, the best fit first', async () => {
    await share('Glühwein at night');
    await share('Night');
    const liked = await share('A nightly glow');
    await share('Over night');
    await share('Night drive', { who: bo });
    await act('POST', `/rifff-feed/${liked.shareId}/like`, bo);
    const order = ['Night', 'Night drive', 'Over night', 'Glühwein at night', 'A nightly glow'];
    expect(await names('rifffs', 'q=NIGHT')).toEqual(order);
    expect(await names('rifffs', 'q=gluh')).toEqual(['Glühwein at night']);
    expect(await names('rifffs', 'q=n%C3%ADght gl')).toEqual([
      'A nightly glow',
      'Glühwein at night',
    ]);
    // Who shared it counts as a word.
    expect(await names('rifffs', 'q=night bo')).toEqual(['Night drive']);
    expect(await names('rifffs', "q=night' or 1=1 %25_")).toEqual([]);
  });

  it('pages through what it found, and says how much there is', async () => {
    for (let at = 0; at < 5; at++) await share(`Pager ${at}`);
    const all = await search('q=pager&kind=rifffs');
    expect(all.rifffs).toMatchObject({ total: 5, isMore: false });
    const titles = [];
    for (const skip of [0, 2, 4, 6]) {
      const url = `/search?q=pager&kind=rifffs&limit=2&skip=${skip}`;
      titles.push(...NAMES.rifffs((await send('GET', url)).body.data));
    }
    expect(titles).toEqual(NAMES.rifffs(all));
  });

  it('finds by tempo, key, category and loop, alone and together', async () => {
    await share('Slow', { bpm: 70.4, root: 3, scale: 5, loops: [2] });
    await share('Middling', { bpm: 99.6, root: 3, scale: 1, loops: [2, 5] });
    await share('Fast', { bpm: 170, root: 4, scale: 5, loops: [3, 5] });
    const by = async (asked: string) => (await names('rifffs', asked)).sort();
    expect(await by('tempoMin=60&tempoMax=70')).toEqual(['Slow']);
    expect(await by('tempoMin=100&tempoMax=100')).toEqual(['Middling']);
    expect(await by('tempoMin=171')).toEqual([]);
    expect(await by('tempoMax=60&tempoMin=90')).toEqual([]);
    expect(await by('root=3')).toEqual(['Middling', 'Slow']);
    expect(await by('scale=5')).toEqual(['Fast', 'Slow']);
    expect(await by('root=3&scale=5')).toEqual(['Slow']);
    expect(await by(`loopId=${fixtureLoopId(5)}`)).toEqual(['Fast', 'Middling']);
    expect(await by(`loopId=${fixtureLoopId(5)}&q=fa&scale=5`)).toEqual(['Fast']);
    expect(await by('loopId=_')).toEqual([]);
    // The sixth loop of the fixture is percussion.
    const all = await search('category=pads&root=3');
    expect(NAMES.rifffs(all)).toEqual(['Middling']);
    expect(NAMES.people(all)).toEqual([]);
    // What has no sound is not found by it; loops have one, and hold no others.
    const sounding = await search('q=a&tempoMin=1');
    expect(sounding).toMatchObject({ people: { total: 0 }, jams: { total: 0 } });
    const held = await search(`loopId=${fixtureLoopId(5)}`);
    expect(held).toMatchObject({ loops: { total: 0 }, rifffs: { total: 2 } });
  });

  it('finds loops of the house by name, pack, kind and sound', async () => {
    const kicks = await names('loops', 'q=kick&root=3&tempoMin=120&tempoMax=120');
    expect(kicks.length).toBeGreaterThan(1);
    for (const name of kicks) expect(name).toMatch(/Kick/);
    expect(await names('loops', 'q=tide low')).toContain('Low_Tide 1');
    for (const name of await names('loops', 'q=percussion')) expect(name).toMatch(/4|12|20/);
    expect(await names('loops', 'root=7')).toEqual([]);
  });

  it('shows private shares to whoever shared them, and hidden ones to others alone', async () => {
    await share('Secret tide', { isPrivate: true, bpm: 222 });
    const open = await share('Secretive', { bpm: 222 });
    const seen = ['Secretive'];
    expect(await names('rifffs', 'q=secret')).toEqual(seen);
    expect(await names('rifffs', 'q=secret', bo)).toEqual(seen);
    expect(await names('rifffs', 'tempoMin=222&tempoMax=222', bo)).toEqual(seen);
    const own = await names('rifffs', 'q=secret', ada);
    expect(own.sort()).toEqual(['Secret tide', 'Secretive']);
    await act('POST', `/rifff-feed/${open.shareId}/hide`, bo);
    expect(await names('rifffs', 'q=secret', bo)).toEqual([]);
    expect(await names('rifffs', 'q=secret')).toEqual(seen);
    await act('DELETE', `/rifff-feed/${open.shareId}/hide`, bo);
    const { jamId, rifffId } = open;
    await server.database.queries
      .insertInto('rifffHides')
      .values({ userId: 'bo_', jamId, rifffId, created: 1 })
      .execute();
    expect(await names('rifffs', 'q=secret', bo)).toEqual([]);
  });

  it('follows what is taken back, taken out and brought back', async () => {
    const words = () =>
      server.database.queries
        .selectFrom('searchWords')
        .select('word')
        .where('word', '=', 'fleeting')
        .execute();
    const { shareId } = await share('Fleeting');
    expect(await words()).toHaveLength(1);
    await act('POST', `/moderation/shares/${shareId}/remove`, judge, { reason: 'because' });
    expect(await names('rifffs', 'q=fleeting')).toEqual([]);
    expect(await names('rifffs', 'q=fleeting', ada)).toEqual([]);
    expect(await words()).toEqual([]);
    await act('POST', `/moderation/shares/${shareId}/restore`, judge, { reason: 'because' });
    expect(await names('rifffs', 'q=fleeting')).toEqual(['Fleeting']);
    await act('DELETE', `/rifff-feed/${shareId}`);
    expect(await names('rifffs', 'q=fleeting')).toEqual([]);
    expect(await words()).toEqual([]);
  });

  it('finds open rooms by name and words about them, closed ones for who is in them', async () => {
    const room = { name: 'Quarry', description: 'Stones that sing', access: 'public' };
    const { id } = await act('POST', '/jam', ada, room);
    expect(await names('jams', 'q=quarry')).toEqual(['Quarry']);
    expect(await names('jams', 'q=sing stones')).toEqual(['Quarry']);
    await act('POST', `/jam/${id}`, ada, { name: 'Kiln' });
    expect(await names('jams', 'q=quarry')).toEqual([]);
    await act('POST', `/jam/${id}`, ada, { access: 'private' });
    expect(await names('jams', 'q=kiln', bo)).toEqual([]);
    expect(await names('jams', 'q=kiln', ada)).toEqual(['Kiln']);
    await act('POST', `/jam/${id}`, ada, { access: 'public' });
    expect(await names('jams', 'q=kiln', bo)).toEqual(['Kiln']);
  });

  it('finds a personal jam by everybody while its owner opens what they keep', async () => {
    const rights = { access: 'listen', license: 'all-rights-reserved' };
    const { queries } = server.database;
    const count = (rifffCount: number) =>
      queries.updateTable('jams').set({ rifffCount }).where('id', '=', 'Ada').execute();
    await count(1);
    expect(await names('jams', 'q=ada')).toEqual([]);
    await act('POST', '/accounts/my-access-rights', ada, rights);
    await count(0);
    expect(await names('jams', 'q=ada')).toEqual([]);
    await count(1);
    expect(await names('jams', 'q=ada')).toEqual(['Ada']);
    await act('POST', '/accounts/my-access-rights', ada, { ...rights, access: 'none' });
    expect(await names('jams', 'q=ada')).toEqual([]);
  });

  it('finds people by both their names, under the one that they have now', async () => {
    const profile = { bio: '', externalLinks: {}, displayName: 'Zoë Ärger' };
    await act('POST', '/accounts/profile', bo, profile);
    for (const asked of ['q=zoe', 'q=arger zo', 'q=bo']) {
      expect(await names('people', asked)).toEqual(['bo_']);
    }
    const parts = { parts: ['displayName'], reason: 'because' };
    await act('POST', '/moderation/people/bo_/remove', judge, parts);
    expect(await names('people', 'q=zoe')).toEqual([]);
    expect(await names('people', 'q=bo')).toEqual(['bo_']);
  });

  it('passes over whom the reader blocked and who is suspended, with all that is theirs', async () => {
    await share('Bothersome', { who: bo });
    await act('POST', '/jam', bo, { name: 'Bothersome', access: 'public' });
    const found = async (who: TestAccount | null) => {
      const all = await search('q=bo', who);
      return [all.people, all.rifffs, all.jams].map((one) => one!.total > 0);
    };
    expect(await found(ada)).toEqual([true, true, true]);
    await act('POST', '/accounts/blocked/bo_', ada);
    expect(await found(ada)).toEqual([false, false, false]);
    expect(await found(null)).toEqual([true, true, true]);
    await act('DELETE', '/accounts/blocked/bo_', ada);
    const { queries } = server.database;
    const suspension = { userId: 'bo_', reason: 'because', since: 1, until: null };
    await queries.insertInto('suspensions').values(suspension).execute();
    expect(await found(null)).toEqual([false, false, false]);
    await queries.updateTable('suspensions').set({ until: 2 }).execute();
    expect(await found(null)).toEqual([true, true, true]);
  });

  it('finds whoever signs up, and nothing of whoever leaves', async () => {
    const { signup } = callsOf(server);
    const login = await signup('leaver');
    expect(login.status).toBe(200);
    const leaver = {
      userId: 'leaver',
      headers: { authorization: `Bearer ${credentialOf(login)}` },
    };
    await share('Left behind', { who: leaver });
    await act('POST', '/jam', leaver, { name: 'Left open', access: 'public' });
    expect(await names('people', 'q=leav')).toEqual(['leaver']);
    expect(await names('jams', 'q=left')).toEqual(['Left open']);
    await closeAccount(server.database, 'leaver', Date.now());
    for (const kind of SEARCH_KINDS) {
      for (const q of ['leaver', 'left']) {
        expect(await search(`kind=${kind}&q=${q}`)).toMatchObject({ [kind]: { total: 0 } });
      }
    }
  });

  it('finds an uploaded loop where a public share holds it, and for its maker before', async () => {
    const { queries } = server.database;
    const { doc, ...row } = await queries
      .selectFrom('loops')
      .selectAll()
      .where('id', '=', fixtureLoopId(1))
      .executeTakeFirstOrThrow();
    const id = newId();
    const own = { ...(doc as object), _id: id, name: 'Homemade', isLibraryLoop: false };
    const uploaded = { isLibrary: false, origin: 'upload', creatorId: 'Ada' } as const;
    const values = { ...row, id, ...uploaded, doc: JSON.stringify(own) };
    await queries.insertInto('loops').values(values).execute();
    const rifffId = await storeRifff(queries, { jamId: 'Ada', userId: 'Ada', loopIds: [id] });
    await queries.insertInto('rifffLoops').values({ jamId: 'Ada', rifffId, loopId: id }).execute();
    const body = { jamId: 'Ada', rifffId, shareId: newId(), title: 'Held', private: true };
    await act('POST', '/rifff-feed/share', ada, body);
    expect(await names('loops', 'q=homemade')).toEqual([]);
    expect(await names('loops', 'q=homemade', ada)).toEqual(['Homemade']);
    const shareId = newId();
    await act('POST', '/rifff-feed/share', ada, { ...body, shareId, private: false });
    expect(await names('loops', 'q=homemade')).toEqual(['Homemade']);
    await act('DELETE', `/rifff-feed/${shareId}`);
    expect(await names('loops', 'q=homemade')).toEqual([]);
  });

  it('caps what is common, and still knows the exact name, the newest and the most liked', async () => {
    const { queries } = server.database;
    const rifffId = await storeRifff(queries, { jamId: 'Ada', userId: 'Ada' });
    const shares = Array.from({ length: 1500 }, (_, at) => ({
      ...{ id: newId(), jamId: 'Ada', rifffId: at === 0 ? rifffId : newId(), userId: 'Ada' },
      title:
        ['Common ground', 'So common', 'Ada common'][at] ?? `Com${at % 2 ? 'mon' : 'bed'} ${at}`,
      ...{ isPrivate: false, isRemoved: false, source: null },
      ...{ created: 1_000_000 + at, likeCount: at === 1 ? 1000 : 0 },
    }));
    const { doc, ...row } = await queries
      .selectFrom('rifffs')
      .selectAll()
      .where('id', '=', rifffId)
      .executeTakeFirstOrThrow();
    const rifffs = shares
      .slice(1)
      .map((one) => ({ ...row, id: one.rifffId, doc: JSON.stringify(doc) }));
    for (let from = 0; from < shares.length; from += 250) {
      await queries
        .insertInto('rifffs')
        .values(rifffs.slice(from, from + 250))
        .execute();
      await queries
        .insertInto('shares')
        .values(shares.slice(from, from + 250))
        .execute();
    }
    const ids = shares.map(({ id }) => id);
    await indexShares(queries, ids);
    const common = await search('q=common&kind=rifffs');
    expect(common.rifffs).toMatchObject({ total: SEARCH_MOST, isMore: true });
    const titles = NAMES.rifffs(common);
    expect(titles[0]).toBe('Common 1499');
    expect(await names('rifffs', 'q=common ground')).toEqual(['Common ground']);
    // All of its words are common, and it is the oldest but one.
    expect((await names('rifffs', 'q=common ada'))[0]).toBe('So common');
    expect((await names('rifffs', 'q=ada common'))[0]).toBe('Ada common');
    const sound = await search('q=common&kind=rifffs&tempoMin=120&tempoMax=120');
    expect(sound.rifffs).toMatchObject({ total: SEARCH_MOST, isMore: true });
    for (const id of ids.slice(0, 2))
      await queries.deleteFrom('shares').where('id', '=', id).execute();
    await indexShares(queries, ids.slice(0, 2));
    expect(await names('rifffs', 'q=common ground')).toEqual([]);
  });

  it('knows the newest of what is common, where its words come last', async () => {
    const { queries } = server.database;
    const row = await queries
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', 'Ada')
      .executeTakeFirstOrThrow();
    const ids = Array.from({ length: 420 }, (_, at) => (at === 0 ? 'qqz' : `qqa${at}`));
    const accounts = ids.map((id, at) => ({
      ...{ ...row, id, idFolded: id, displayName: id, email: null, emailFolded: null },
      ...{ externalLinks: '{}', created: 1_000_000 - at },
    }));
    for (let from = 0; from < accounts.length; from += 140) {
      await queries
        .insertInto('accounts')
        .values(accounts.slice(from, from + 140))
        .execute();
    }
    await indexPeople(queries, ids);
    const { people } = await search('kind=people&q=qq');
    expect(people).toMatchObject({ total: SEARCH_MOST, isMore: true });
    expect(people!.results[0]?.user_id).toBe('qqz');
  });
});
