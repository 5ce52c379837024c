import { expect, it } from 'vitest';
import {
  FeedSchema,
  type SharedRifff,
  SharedRifffSchema,
} from '../../../src/data/contract/sharing.ts';
import { WEEK_MS, weekOf } from '../../../src/data/rules/chart/weeks.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { BUILT_IN_LOOKS } from '../../../src/drawing/jam/builtInLooks.ts';
import { createApp } from '../../app.ts';
import { updateRows } from '../../ports/database/rows.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { allOf, removalEnds } from '../../testing/afterwards.ts';
import { findBrokenLooks } from '../../testing/brokenLooks.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { lookNamed, lookWorld } from '../../testing/lookWorld.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';
import { exportOwned } from './ownership.ts';

describeDatabases('the look of a share', (open, { itOnce }) => {
  const environment = { RATE_LIMIT: '1000000', RONDO_MODERATORS: 'judge' };
  const server = useTestServer({ openDatabase: open, environment });
  const [ada, ben, cleo, judge] = ['ada', 'ben', 'cleo', 'judge'].map((name) =>
    useAccount(server, name),
  ) as [TestAccount, TestAccount, TestAccount, TestAccount];
  const { send, ok, make } = lookWorld(server);

  const bodyOf = async ({ userId }: TestAccount, more: object = {}) => ({
    jamId: userId,
    rifffId: await storeRifff(server.database.queries, { jamId: userId, userId }),
    shareId: newId(),
    title: 'Tide',
    ...more,
  });
  const post = (who: TestAccount, body: object) => send('POST', '/rifff-feed/share', who, body);
  /** Shares a new rifff of the account with this look; answers the id of the share. */
  const share = async (who: TestAccount, look: string | null): Promise<string> => {
    const body = await bodyOf(who, { look });
    const answer = await post(who, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return body.shareId;
  };
  const one = async (id: string, who: TestAccount | null = null): Promise<SharedRifff> =>
    SharedRifffSchema.strict().parse((await ok('GET', `/v3/feed/shared_rifff/${id}`, who))[0]);
  const listed = async (id: string): Promise<SharedRifff | undefined> => {
    const page = FeedSchema.parse(await ok('GET', '/rifff-feed/query?limit=50', null));
    return page.rifffs.find(({ _id }) => _id === id);
  };
  const nameOf = async (id: string) => (await one(id)).look?.document.name;
  const broken = () => findBrokenLooks(server.database.queries);
  const report = (who: TestAccount, id: string) =>
    ok('POST', `/looks/${id}/report`, who, { reason: 'Read its name' });
  const reports = async () => (await ok('GET', '/moderation/jam-reports', judge)).reports;
  const takeOut = (id: string) =>
    ok('POST', `/moderation/jam-reports/${id}/look/${id}/remove`, judge, { reason: 'So it is' });

  it('is one that its sharer may see, told whole with the share and by its key in lists', async () => {
    const [own, bens] = [await make(ada, { access: 'private' }), await make(ben)];
    const hidden = await make(ben, { access: 'private' });
    const [withOwn, withBens] = [await share(ada, own.id), await share(ada, bens.id)];
    const [withHouse, plain] = [await share(ada, 'woodcut'), await share(ada, null)];
    // A look that only ada sees is seen by all who hear what she shared with it.
    const copy = { key: own.id, document: own.document, user: 'ada', displayName: 'ada' };
    expect(await one(withOwn)).toMatchObject({ lookKey: own.id, look: copy });
    expect((await send('GET', `/looks/${own.id}`, ben)).status).toBe(404);
    expect((await one(withBens)).look).toMatchObject({ key: bens.id, user: 'ben' });
    // The house's own are as they are now: nothing of them is stored.
    const { woodcut } = BUILT_IN_LOOKS;
    const ofHouse = { key: 'woodcut', document: woodcut, user: '', displayName: '' };
    expect((await one(withHouse)).look).toEqual(ofHouse);
    const stored = await rowsOf(server.database, 'shareLooks', 'shareId', withHouse);
    expect(stored).toMatchObject([{ lookKey: 'woodcut', document: null, userId: '' }]);
    expect(await one(plain)).toEqual(await listed(plain));
    for (const [id, lookKey] of [
      [withOwn, own.id],
      [withBens, bens.id],
      [withHouse, 'woodcut'],
      [plain, undefined],
    ] as const) {
      const card = await listed(id);
      expect([card?.lookKey, card?.look]).toEqual([lookKey, undefined]);
    }
    for (const [look, status, message] of [
      [hidden.id, 404, 'Look not found'],
      ['constructor', 404, 'Look not found'],
      ['two words', 400, undefined],
    ] as const) {
      const body = await bodyOf(ada, { look });
      const answer = await post(ada, body);
      expect(answer.status, look).toBe(status);
      if (message) expect(answer.body.message).toBe(message);
      // Nothing is shared with another look than was asked for.
      expect((await send('GET', `/v3/feed/shared_rifff/${body.shareId}`, ada)).status).toBe(404);
    }
    expect(await broken()).toEqual([]);
  });

  it('stays as it was shared, whatever its maker does to it', async () => {
    const look = await make(ben, { document: lookNamed('Before') });
    const first = await share(ada, look.id);
    await ok('POST', `/looks/${look.id}`, ben, { document: lookNamed('After') });
    const second = await share(ada, look.id);
    await ok('POST', `/looks/${look.id}`, ben, { access: 'private' });
    expect((await post(ada, await bodyOf(ada, { look: look.id }))).status).toBe(404);
    await ok('DELETE', `/looks/${look.id}`, ben);
    expect([await nameOf(first), await nameOf(second)]).toEqual(['Before', 'After']);
    // Another look would pass for the one that is gone.
    const again = { id: look.id, document: lookNamed('Other') };
    expect((await send('POST', '/looks', cleo, again)).status).toBe(409);
  });

  itOnce('is the same when the same share comes again, and another is another share', async () => {
    const look = await make(ben);
    const body = await bodyOf(ada, { look: look.id });
    expect((await post(ada, body)).status).toBe(200);
    await ok('DELETE', `/looks/${look.id}`, ben);
    expect((await post(ada, body)).body.data).toEqual({ id: body.shareId });
    for (const other of ['rose', null]) {
      expect((await post(ada, { ...body, look: other })).status).toBe(409);
    }
    expect((await one(body.shareId)).look?.key).toBe(look.id);
  });

  it('goes with the share', async () => {
    const look = await make(ada);
    const id = await share(ada, look.id);
    await ok('DELETE', `/rifff-feed/${id}`, ada);
    expect(await rowsOf(server.database, 'shareLooks', 'lookKey', look.id)).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  it('is told with the rifff of the week', async () => {
    const look = await make(ben, { document: lookNamed('Of the week') });
    const [id, start] = [await share(ada, look.id), weekOf(Date.now()) - WEEK_MS];
    await updateRows(server.database.queries, 'shares', { id }, { created: start });
    const choice = { shareId: id, reason: 'So much work' };
    await ok('POST', `/moderation/weeks/${start}/winner`, judge, choice);
    const [winner] = await ok('GET', '/v3/feed/rifff-of-the-week', null);
    expect(SharedRifffSchema.strict().parse(winner)).toMatchObject({
      ...{ _id: id, lookKey: look.id },
      look: { key: look.id, document: { name: 'Of the week' }, user: 'ben' },
    });
  });

  it('is taken out of all shares by a moderator, deleted by its owner or not', async () => {
    const look = await make(ben, { document: lookNamed('Rude') });
    const ids = [await share(ada, look.id), await share(cleo, look.id)];
    const cover = () => server.app.inject(`/media/covers/${ids[0]}.svg`);
    const before = await cover();
    await report(ada, look.id);
    await takeOut(look.id);
    const after = await cover();
    expect([before.statusCode, after.statusCode]).toEqual([200, 200]);
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.body).not.toBe(before.body);
    for (const id of ids) {
      const { lookKey, look: shown, title } = await one(id);
      expect([lookKey, shown, title]).toEqual([undefined, undefined, 'Tide']);
    }
    expect((await post(ada, await bodyOf(ada, { look: look.id }))).status).toBe(404);
    const other = await make(ben, { document: lookNamed('Rude again') });
    const id = await share(ada, other.id);
    await report(cleo, other.id);
    await ok('DELETE', `/looks/${other.id}`, ben);
    // A share has a copy: it can still be judged.
    expect(await reports()).toMatchObject([{ ref: other.id }]);
    await takeOut(other.id);
    expect((await one(id)).look).toBeUndefined();
    expect(await reports()).toEqual([]);
    const line = { action: 'remove-look', user: 'ben', moderator: 'judge' };
    expect((await ok('GET', '/moderation/audit', judge)).entries[0]).toMatchObject(line);
    expect(await rowsOf(server.database, 'shareLooks', 'userId', 'ben')).not.toContainEqual(
      expect.objectContaining({ lookKey: other.id }),
    );
  });

  it('is on no share that is made while it is taken out', async () => {
    const look = await make(ben);
    const bodies = await Promise.all(
      Array.from({ length: 8 }, () => bodyOf(ada, { look: look.id })),
    );
    const sharing = bodies.map((body) => post(ada, body));
    const taken = send('DELETE', `/looks/${look.id}`, judge);
    for (const { status } of await Promise.all(sharing)) expect([200, 404]).toContain(status);
    expect((await taken).status).toBe(200);
    expect(await rowsOf(server.database, 'shareLooks', 'lookKey', look.id)).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  it('loses the name of a person who leaves, and is exported with what they shared', async () => {
    const { database } = server;
    const gus = await makeAccount(database, 'gus');
    const own = await make(gus, { document: lookNamed('Of gus') });
    const [adas, guses] = [await share(ada, own.id), await share(gus, 'rose')];
    const { shareLooks } = await allOf(exportOwned(database.queries, 'gus'));
    expect(shareLooks).toEqual([{ shareId: guses, lookKey: 'rose', document: null }]);
    await closeAccount(database, 'gus', Date.now());
    const nameless = { document: { name: 'Of gus' }, user: '', displayName: '' };
    expect((await one(adas)).look).toMatchObject(nameless);
    const settings = readSettings({ RONDO_DATA: server.folder });
    const app = await createApp({ settings, database, blobs: server.blobs });
    await removalEnds(database.queries);
    await app.close();
    expect((await one(adas)).look).toMatchObject({ key: own.id, ...nameless });
    expect(await rowsOf(database, 'shareLooks', 'userId', 'gus')).toEqual([]);
    expect(await rowsOf(database, 'shareLooks', 'shareId', guses)).toEqual([]);
    expect(await broken()).toEqual([]);
  });
});
