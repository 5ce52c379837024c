import { expect, it } from 'vitest';
import { SHARING_ENDPOINTS } from '../../../src/data/contract/endpoints/sharing.ts';
import { ErrorAnswerSchema, endpointUrl } from '../../../src/data/contract/endpoints.ts';
import {
  FeedSchema,
  type SharedRifff,
  SharedRifffSchema,
} from '../../../src/data/contract/sharing.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { allOf } from '../../testing/afterwards.ts';
import { type CallMethod, callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { exportOwned, removeOwned } from './ownership.ts';

describeDatabases('the feed', (open, { itOnce }) => {
  const environment = { RONDO_MODERATORS: 'moderator', RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment });
  const ada = useAccount(server, 'Ada');
  const bo = useAccount(server, 'bo_');
  const mod = useAccount(server, 'moderator');

  const call = callsAs(server);
  const keep = (who: TestAccount, extra?: Record<string, unknown>) =>
    storeRifff(server.database.queries, {
      jamId: who.userId,
      userId: who.userId,
      ...(extra && { extra }),
    });
  const shareBody = async (who: TestAccount, more: object = {}) => ({
    jamId: who.userId,
    rifffId: await keep(who),
    shareId: newId(),
    title: 'Tide',
    private: false,
    ...more,
  });
  const share = async (who: TestAccount, more: object = {}): Promise<string> => {
    const body = await shareBody(who, more);
    const answer = await call('POST', '/rifff-feed/share', who, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data.id;
  };
  const list = async (query: string, who?: TestAccount): Promise<SharedRifff[]> => {
    const { status, body } = await call('GET', `/rifff-feed/query?${query}`, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return FeedSchema.strict().parse(body.data).rifffs;
  };
  const one = async (id: string, who?: TestAccount): Promise<SharedRifff> => {
    const { status, body } = await call('GET', `/v3/feed/shared_rifff/${id}`, who);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.data).toHaveLength(1);
    return SharedRifffSchema.strict().parse(body.data[0]);
  };
  const ids = (shares: SharedRifff[]) => shares.map(({ _id }) => _id);

  it('shows a shared rifff with its loops, its makers and its counts', async () => {
    const id = await share(ada, { title: ' <b>Tide</b> & "foam" ' });
    const [first] = await list('limit=1');
    expect(first).toMatchObject({
      _id: id,
      type: 'SharedRifff',
      title: '<b>Tide</b> & "foam"',
      user: 'Ada',
      displayName: 'Ada',
      creators: ['Ada', 'house'],
      image: true,
      image_url: `/media/covers/${id}.png`,
      react_counts: { like: 0 },
      commentCount: 0,
      liked_by_current_user: false,
      private: false,
      isDemo: false,
    });
    expect(first?.action_timestamp_iso).toBe(new Date(first!.action_timestamp).toISOString());
    const loops = first!.rifff.loops;
    expect(loops.map(({ _id }) => _id)).toEqual([fixtureLoopId(3), fixtureLoopId(1)]);
    expect(loops[0]?.cdn_attachments?.oggAudio?.url).toMatch(/^\/media\//);
    expect(loops[0]?.unknownKey).toBeUndefined();
    expect(await one(id)).toEqual(first);
  });

  itOnce(
    'changes nothing when the same share comes again, and refuses another under its id',
    async () => {
      const body = await shareBody(ada);
      const post = (who: TestAccount, more: object = {}) =>
        call('POST', '/rifff-feed/share', who, { ...body, ...more });
      expect((await post(ada)).status).toBe(200);
      const before = await one(body.shareId);
      expect(await post(ada)).toEqual({
        status: 200,
        body: { ok: true, data: { id: body.shareId } },
      });
      expect(await one(body.shareId)).toEqual(before);
      for (const more of [{ title: 'Other' }, { private: true }, { rifffId: await keep(ada) }]) {
        expect((await post(ada, more)).status).toBe(409);
      }
      const twice = await post(ada, { shareId: newId() });
      expect([twice.status, twice.body.message]).toEqual([
        409,
        'You have shared this rifff already',
      ]);
      const foreign = await shareBody(bo, { shareId: body.shareId });
      expect((await call('POST', '/rifff-feed/share', bo, foreign)).status).toBe(409);
    },
  );

  it('stores one of many public shares of a rifff that come at once', async () => {
    const rifffId = await keep(ada);
    const bodies = await Promise.all(Array.from({ length: 12 }, () => shareBody(ada, { rifffId })));
    const answers = await Promise.all(
      bodies.map((body) => call('POST', '/rifff-feed/share', ada, body)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  });

  itOnce('shares only what the account may read, and made or has in its jam', async () => {
    const { queries } = server.database;
    const hidden = await shareBody(ada);
    expect((await call('POST', '/rifff-feed/share', bo, hidden)).status).toBe(404);
    const gone = await shareBody(ada, { rifffId: newId() });
    expect((await call('POST', '/rifff-feed/share', ada, gone)).status).toBe(404);
    await call('POST', '/rifff-feed/share', ada, hidden);
    const public_ = { ...hidden, shareId: newId() };
    const refused = await call('POST', '/rifff-feed/share', bo, public_);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden']);
    const inJam = await storeRifff(queries, { jamId: 'Ada', userId: 'bo_' });
    const ownerShares = await shareBody(ada, { rifffId: inJam });
    expect((await call('POST', '/rifff-feed/share', ada, ownerShares)).status).toBe(200);
    expect((await one(ownerShares.shareId)).creators).toEqual(['Ada', 'bo_', 'house']);
    const { longId } = await queries
      .selectFrom('jams')
      .select('longId')
      .where('id', '=', 'Ada')
      .executeTakeFirstOrThrow();
    const byLongId = await share(ada, { jamId: longId });
    expect((await one(byLongId)).jamId).toBe('Ada');
  });

  it('keeps a private share out of every list but its owner’s', async () => {
    const id = await share(ada, { private: true });
    expect(await one(id)).toMatchObject({ _id: id, private: true });
    expect(await one(id, bo)).toMatchObject({ _id: id });
    await call('POST', `/rifff-feed/${id}/like`, bo);
    for (const who of [undefined, ada, bo]) {
      expect(ids(await list('limit=100', who))).not.toContain(id);
    }
    expect(ids(await list('liked=true', bo))).not.toContain(id);
    const mine = async (who?: TestAccount) => {
      const { body } = await call('GET', '/v3/feed/shared_by/ada', who);
      return ids(body.data.map((data: unknown) => SharedRifffSchema.strict().parse(data)));
    };
    expect(await mine(ada)).toContain(id);
    expect(await mine(bo)).not.toContain(id);
    expect(await mine()).not.toContain(id);
    expect((await call('GET', '/v3/feed/shared_by/nobody')).status).toBe(404);
  });

  it('counts likes exactly when fifty come and go at once', async () => {
    const id = await share(ada);
    const fans: TestAccount[] = [];
    for (let at = 0; at < 25; at += 1) {
      fans.push(await makeAccount(server.database, `fan-${id.slice(-6)}-${at}`));
    }
    const like = (who: TestAccount, method: CallMethod) =>
      call(method, `/rifff-feed/${id}/like`, who);
    const first = await Promise.all(fans.flatMap((fan) => [like(fan, 'POST'), like(fan, 'POST')]));
    expect(first.every(({ status }) => status === 200)).toBe(true);
    expect((await one(id)).react_counts.like).toBe(25);
    await Promise.all(fans.map((fan, at) => like(fan, at % 5 === 0 ? 'POST' : 'DELETE')));
    await Promise.all(fans.map((fan) => like(fan, 'DELETE')).concat(like(bo, 'POST')));
    const shown = await one(id, bo);
    expect([shown.react_counts.like, shown.liked_by_current_user]).toEqual([1, true]);
    const again = await like(bo, 'POST');
    expect(again.body.data).toEqual({ like: 1, liked_by_current_user: true });
    const mixed = fans.flatMap((fan) => [like(fan, 'POST'), like(fan, 'DELETE')]);
    await Promise.all(mixed);
    const { queries } = server.database;
    const rows = await queries.selectFrom('likes').selectAll().where('shareId', '=', id).execute();
    expect((await one(id)).react_counts.like).toBe(rows.length);
  });

  it('takes likes back with the share while others like it, and keeps the rifff', async () => {
    const body = await shareBody(ada);
    await call('POST', '/rifff-feed/share', ada, body);
    const id = body.shareId;
    const work = [bo, mod, ada].flatMap((who) => [
      call('POST', `/rifff-feed/${id}/like`, who),
      call('DELETE', `/rifff-feed/${id}/like`, who),
      call('POST', `/rifff-feed/${id}/like`, who),
    ]);
    work.splice(4, 0, call('DELETE', `/rifff-feed/${id}`, ada));
    const statuses = (await Promise.all(work)).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
    const { queries } = server.database;
    const likes = await queries.selectFrom('likes').selectAll().where('shareId', '=', id).execute();
    expect(likes).toEqual([]);
    expect((await call('GET', `/v3/feed/shared_rifff/${id}`, ada)).status).toBe(404);
    const again = await call('POST', '/rifff-feed/share', ada, { ...body, shareId: newId() });
    expect(again.status).toBe(200);
  });

  it('sorts, pages and cuts by time, and says which page is the last', async () => {
    const { queries } = server.database;
    await queries.deleteFrom('shares').execute();
    const made: string[] = [];
    for (let at = 0; at < 7; at += 1) made.push(await share(at % 2 ? ada : bo));
    for (const [at, id] of made.entries()) {
      const [created, likeCount] = [1000 + Math.floor(at / 2), at % 3];
      await queries
        .updateTable('shares')
        .set({ created, likeCount })
        .where('id', '=', id)
        .execute();
    }
    const rank = (values: (at: number) => number[]) =>
      made
        .map((id, at) => ({ id, keys: values(at) }))
        .sort((a, b) => {
          const at = a.keys.findIndex((key, index) => key !== b.keys[index]);
          if (at >= 0) return b.keys[at]! - a.keys[at]!;
          return a.id < b.id ? 1 : -1;
        })
        .map(({ id }) => id);
    const latest = rank((at) => [Math.floor(at / 2)]);
    expect(ids(await list(''))).toEqual(latest);
    expect(ids(await list('limit=3&skip=2', ada))).toEqual(latest.slice(2, 5));
    expect(ids(await list('sort=likes'))).toEqual(rank((at) => [at % 3, Math.floor(at / 2)]));
    expect(ids(await list('sharedAfter=1000&sharedBefore=1003'))).toEqual(latest.slice(1, 5));
    const isLast = async (query: string) =>
      (await call('GET', `/rifff-feed/query?${query}`)).body.data.isLastPage;
    expect([await isLast('limit=6'), await isLast('limit=7'), await isLast('skip=100')]).toEqual([
      false,
      true,
      true,
    ]);
    await queries
      .updateTable('shares')
      .set({ source: 'beat_machine_mission' })
      .where('id', '=', made[2]!)
      .execute();
    expect(ids(await list('source=beat_machine_mission'))).toEqual([made[2]]);
    expect(await list('source=beat_machine_sound_explorer')).toEqual([]);
    const by = await call('GET', '/v3/feed/shared_by/bo_?size=2&from=1');
    expect(ids(by.body.data)).toEqual(
      latest.filter((id) => made.indexOf(id) % 2 === 0).slice(1, 3),
    );
    await call('POST', `/rifff-feed/${made[4]}/like`, bo);
    expect(ids(await list('liked=true', bo))).toEqual([made[4]]);
    expect(ids(await list('liked=false', bo))).toEqual(latest);
    expect((await call('GET', '/rifff-feed/query?liked=true')).status).toBe(401);
  });

  it('leaves out what an account hid, for that account alone', async () => {
    const id = await share(ada);
    for (let again = 0; again < 2; again += 1) {
      expect((await call('POST', `/rifff-feed/${id}/hide`, bo)).status).toBe(200);
    }
    expect(ids(await list('limit=100', bo))).not.toContain(id);
    expect(ids(await list('limit=100', ada))).toContain(id);
    expect(ids(await list('limit=100'))).toContain(id);
    await call('DELETE', `/rifff-feed/${id}/hide`, bo);
    expect(ids(await list('limit=100', bo))).toContain(id);
  });

  it('forgets an account: its shares, its likes with their counts, its hides and reports', async () => {
    const leaver = await makeAccount(server.database, 'leaver');
    const [own, other] = [await share(leaver), await share(ada)];
    const inJam = await storeRifff(server.database.queries, { jamId: 'Ada', userId: 'leaver' });
    const ofItsRifff = await share(ada, { rifffId: inJam });
    const named = await share(ada, {
      rifffId: await keep(ada, { creators: ['Ada', 'leaver'] }),
    });
    expect((await one(named)).creators).toContain('leaver');
    for (const id of [own, other]) await call('POST', `/rifff-feed/${id}/like`, leaver);
    await call('POST', `/rifff-feed/${other}/like`, bo);
    await call('POST', `/rifff-feed/${other}/report`, leaver, { reason: 'spam' });
    const { queries } = server.database;
    for (const [followerId, userId] of [
      ['leaver', 'Ada'],
      ['bo_', 'leaver'],
      ['bo_', 'Ada'],
    ] as const) {
      await queries.insertInto('follows').values({ followerId, userId, created: 1 }).execute();
    }
    const owned = await allOf(exportOwned(queries, 'leaver'));
    expect(owned).toMatchObject({
      shares: [{ id: own }],
      likes: [{}, {}],
      hides: [],
      reports: [{ shareId: other, reason: 'spam' }],
      following: [{ userId: 'Ada' }],
      followers: [{ followerId: 'bo_' }],
    });
    await server.database.transaction(async (queries) => {
      await removeOwned(queries, 'leaver');
      await queries
        .updateTable('accounts')
        .set({ isDeleted: true })
        .where('id', '=', 'leaver')
        .execute();
    });
    expect(await allOf(exportOwned(server.database.queries, 'leaver'))).toEqual({
      shares: [],
      shareLooks: [],
      likes: [],
      hides: [],
      reports: [],
      following: [],
      followers: [],
      comments: [],
      chartVoices: [],
      weeksWon: [],
    });
    const left = await queries.selectFrom('follows').select(['followerId', 'userId']).execute();
    expect(left).toEqual([{ followerId: 'bo_', userId: 'Ada' }]);
    for (const id of [own, ofItsRifff]) {
      expect((await call('GET', `/v3/feed/shared_rifff/${id}`)).status).toBe(404);
    }
    expect((await one(other)).react_counts.like).toBe(1);
    expect((await one(named)).creators).toEqual(['Ada']);
    expect((await call('GET', '/v3/feed/shared_by/leaver')).status).toBe(404);
  });

  itOnce('answers by who calls: nobody, a stranger, the owner, a moderator', async () => {
    const all = [undefined, bo, ada, mod];
    const table: [keyof typeof SHARING_ENDPOINTS, number[], object?][] = [
      ['feed', [200, 200, 200, 200]],
      ['sharedBy', [200, 200, 200, 200]],
      ['sharedRifff', [200, 200, 200, 200]],
      ['like', [401, 200, 200, 200]],
      ['unlike', [401, 200, 200, 200]],
      ['hide', [401, 200, 200, 200]],
      ['unhide', [401, 200, 200, 200]],
      ['report', [401, 200, 200, 200], { reason: 'other' }],
      ['unshare', [401, 403, 200, 403]],
    ];
    for (const [name, expected, body] of table) {
      const endpoint = SHARING_ENDPOINTS[name];
      const statuses: number[] = [];
      for (const who of all) {
        const id = await share(ada);
        const url = endpointUrl(endpoint).replace(':id', id).replace(':userId', 'Ada');
        const answer = await call(endpoint.method, url.replace(/^\/api/, ''), who, body);
        if (answer.status !== 200) ErrorAnswerSchema.parse(answer.body);
        statuses.push(answer.status);
      }
      expect([name, ...statuses]).toEqual([name, ...expected]);
      if (!url404(name)) continue;
      const nothing = endpointUrl(endpoint).replace(':id', newId()).replace('/api', '');
      expect([name, (await call(endpoint.method, nothing, ada, body)).status]).toEqual([name, 404]);
    }
    expect((await call('POST', '/rifff-feed/share', undefined, await shareBody(ada))).status).toBe(
      401,
    );
  });
  const url404 = (name: string) => name !== 'feed' && name !== 'sharedBy';

  itOnce.each([
    { title: 'x'.repeat(81) },
    { title: 'a\u0007b' },
    { shareId: '../x' },
    { rifffId: '' },
    { jamId: 'a b' },
    { private: 'yes' },
    { more: 1 },
  ])('refuses to share %j', async (wrong) => {
    const body = { ...(await shareBody(ada)), ...wrong };
    expect((await call('POST', '/rifff-feed/share', ada, body)).status).toBe(400);
  });
});
