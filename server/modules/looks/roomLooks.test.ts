import { expect, it } from 'vitest';
import type { LookCopy } from '../../../src/data/contract/savedLooks.ts';
import { BUILT_IN_LOOKS } from '../../../src/drawing/jam/builtInLooks.ts';
import { createApp } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { allOf, channelsEnd, removalEnds } from '../../testing/afterwards.ts';
import { findBrokenLooks } from '../../testing/brokenLooks.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { lookNamed, lookWorld } from '../../testing/lookWorld.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';
import { exportOwned } from './ownership.ts';

describeDatabases('the looks of a jam', (open, { itOnce }) => {
  const environment = { RATE_LIMIT: '1000000', RONDO_MODERATORS: 'judge' };
  const server = useTestServer({ openDatabase: open, environment });
  const [ada, ben, cleo, judge] = ['ada', 'ben', 'cleo', 'judge'].map((name) =>
    useAccount(server, name),
  ) as [TestAccount, TestAccount, TestAccount, TestAccount];
  const { send, ok, make, see, makeRoom, choose } = lookWorld(server);
  const chosen = async (who: TestAccount | null, jamId: string): Promise<LookCopy[]> =>
    (await ok('GET', `/jam/${jamId}/looks`, who)).looks;
  const named = async (jamId: string, who = ada) =>
    (await chosen(who, jamId)).map(({ document }) => document.name);
  const eventsOf = async (jamId: string, since: number) =>
    await ok('GET', `/jam/${jamId}/events?since=${since}`, ada);
  const rename = (who: TestAccount, id: string, name: string) =>
    ok('POST', `/looks/${id}`, who, { document: lookNamed(name) });
  const broken = () => findBrokenLooks(server.database.queries);

  it('are chosen by its owner, from what they may see, and told to its stages', async () => {
    const id = await makeRoom(ada);
    expect(await chosen(null, id)).toEqual([]);
    const [own, shared] = [await make(ada, { access: 'private' }), await make(ben)];
    const hidden = await make(ben, { access: 'private' });
    const { last } = await eventsOf(id, 0);
    const keys = ['woodcut', own.id, shared.id, 'print'];
    const { status, body } = await choose(ada, id, keys);
    expect(status).toBe(200);
    expect(body.data.looks.map(({ key }: LookCopy) => key)).toEqual(keys);
    const { woodcut } = BUILT_IN_LOOKS;
    expect(body.data.looks).toMatchObject([
      { key: 'woodcut', document: woodcut, user: '', displayName: '' },
      { document: own.document, user: 'ada', displayName: 'ada' },
      { document: shared.document, user: 'ben' },
      { document: { name: 'Print' } },
    ]);
    // The house's own are as they are now: nothing of them is stored.
    const stored = await rowsOf(server.database, 'roomLooks', 'lookKey', 'woodcut');
    expect(stored).toMatchObject([{ jamId: id, position: 0, document: null }]);
    const { events } = await eventsOf(id, last);
    expect(events).toMatchObject([{ kind: 'jam', ref: id, user: 'ada' }]);
    expect([(await see(null, shared.id)).jamCount, (await see(ada, own.id)).jamCount]).toEqual([
      1, 1,
    ]);
    for (const [refused, wanted] of [
      [['print', 'print'], 400],
      [[hidden.id], 404],
      [['constructor'], 404],
      [Array.from({ length: 13 }, (_, at) => `look${at}`), 400],
    ] as const) {
      expect((await choose(ada, id, refused)).status, refused[0]).toBe(wanted);
    }
    expect((await chosen(null, id)).map(({ key }) => key)).toEqual(keys);
    expect((await eventsOf(id, last)).events).toHaveLength(1);
    expect((await choose(ada, id, [])).body.data.looks).toEqual([]);
    expect((await see(null, shared.id)).jamCount).toBe(0);
    expect(await broken()).toEqual([]);
  });

  itOnce('are read as the jam is, by a stage too, and changed by its owner alone', async () => {
    const id = await makeRoom(ada, 'private');
    const { code } = await ok('POST', `/jam/${id}/codes`, ada, {});
    await ok('POST', `/jam/${id}/join`, ben, { code });
    const stage = (await ok('POST', `/jam/${id}/codes`, ada, { purpose: 'stage' })).code;
    const own = await make(ada, { access: 'private' });
    await choose(ada, id, [own.id]);
    const reads = async (who: TestAccount | null) =>
      (await send('GET', `/jam/${id}/looks`, who)).status;
    expect([await reads(ada), await reads(ben), await reads(cleo), await reads(null)]).toEqual([
      200, 200, 404, 404,
    ]);
    const onStage = (method: 'GET' | 'POST', jamId: string) =>
      server.app.inject({
        method,
        url: `/api/jam/${jamId}/looks`,
        headers: { 'x-rondo-stage': stage },
        ...(method === 'POST' && { payload: { keys: [] } }),
      });
    const shown = await onStage('GET', id);
    // A look that only ada sees is on her own stages.
    expect(shown.json().data.looks).toMatchObject([{ key: own.id, user: 'ada' }]);
    expect((await send('GET', `/looks/${own.id}`, ben)).status).toBe(404);
    expect((await onStage('GET', await makeRoom(ada, 'private'))).statusCode).toBe(404);
    expect((await onStage('POST', id)).statusCode).toBe(401);
    const sets = async (who: TestAccount | null) => (await choose(who, id, [])).status;
    expect([await sets(null), await sets(cleo), await sets(ben), await sets(ada)]).toEqual([
      401, 404, 403, 200,
    ]);
  });

  it('stay as the jam took them, until its owner takes them again', async () => {
    const id = await makeRoom(ada);
    const look = await make(ben, { document: lookNamed('Before') });
    await choose(ada, id, ['print', look.id]);
    await rename(ben, look.id, 'After');
    expect(await named(id)).toEqual(['Print', 'Before']);
    await choose(ada, id, [look.id, 'print']);
    expect(await named(id)).toEqual(['After', 'Print']);
    // What is not for ada any more, or gone, stays as it was when she chooses the others.
    await rename(ben, look.id, 'Not for ada');
    await ok('POST', `/looks/${look.id}`, ben, { access: 'private' });
    await choose(ada, id, ['paper', look.id]);
    expect(await named(id)).toEqual(['Paper', 'After']);
    expect((await see(ben, look.id)).jamCount).toBe(1);
    await ok('DELETE', `/looks/${look.id}`, ben);
    await choose(ada, id, [look.id]);
    expect(await chosen(null, id)).toMatchObject([{ document: { name: 'After' }, user: 'ben' }]);
    await choose(ada, id, ['print']);
    expect((await choose(ada, id, [look.id])).status).toBe(404);
    expect(await broken()).toEqual([]);
  });

  it('go with their channel, and count one less', async () => {
    const look = await make(ada);
    const { club } = await ok('POST', '/clubs', ada, { name: 'Night owls' });
    const { jamId } = await ok('POST', `/clubs/${club.id}/jams`, ada, { name: 'Cellar' });
    await ok('POST', `/jam/${jamId}/looks`, ada, { keys: [look.id, 'rose'] });
    expect((await see(null, look.id)).jamCount).toBe(1);
    await ok('DELETE', `/clubs/${club.id}/jams/${jamId}`, ada);
    await channelsEnd(server.database.queries);
    expect(await rowsOf(server.database, 'roomLooks', 'jamId', jamId)).toEqual([]);
    expect((await see(null, look.id)).jamCount).toBe(0);
  });

  const report = (who: TestAccount, id: string, reason: string) =>
    ok('POST', `/looks/${id}/report`, who, { reason });
  const reports = async () => (await ok('GET', '/moderation/jam-reports', judge)).reports;
  const decide = (id: string, action: string) =>
    ok('POST', `/moderation/jam-reports/${id}/look/${id}/${action}`, judge, { reason: 'So it is' });
  const audit = async () => (await ok('GET', '/moderation/audit', judge)).entries;

  it('lose what a moderator takes out, everywhere', async () => {
    const look = await make(ben, { document: lookNamed('Rude') });
    const after = await make(cleo, { madeFrom: look.id, access: 'public' });
    const rooms = [await makeRoom(ada), await makeRoom(cleo)];
    for (const [at, id] of rooms.entries()) {
      await choose(at === 0 ? ada : cleo, id, ['print', look.id, 'rose']);
    }
    await report(ada, look.id, 'Spam');
    await report(ada, look.id, 'Read its name');
    await report(cleo, look.id, 'Rude');
    const open = await reports();
    expect(open).toHaveLength(2);
    expect(open.find(({ reporter }: { reporter: string }) => reporter === 'ada')).toMatchObject({
      ...{ kind: 'look', jamId: look.id, ref: look.id, jamName: 'Rude', user: 'ben' },
      ...{ look: look.document, rifff: null, message: '', files: [], shareId: '' },
      ...{ reporter: 'ada', reason: 'Read its name' },
    });
    const { last } = await eventsOf(rooms[0]!, 0);
    await decide(look.id, 'remove');
    expect(await reports()).toEqual([]);
    expect((await send('GET', `/looks/${look.id}`, ben)).status).toBe(404);
    for (const id of rooms) expect(await named(id)).toEqual(['Print', 'Rose']);
    // Its name, too, which others carried on as a credit.
    expect((await see(cleo, after.id)).makers).toMatchObject([
      { key: null, name: '', user: 'ben' },
    ]);
    const { events } = await eventsOf(rooms[0]!, last);
    expect(events).toMatchObject([{ kind: 'jam', ref: rooms[0] }]);
    const line = { action: 'remove-look', user: 'ben', moderator: 'judge', reason: 'So it is' };
    expect((await audit())[0]).toMatchObject(line);
    const again = `/moderation/jam-reports/${look.id}/look/${look.id}/remove`;
    expect((await send('POST', again, judge, { reason: 'Again' })).status).toBe(404);
    expect((await choose(ada, rooms[0]!, [look.id])).status).toBe(404);
    expect(await broken()).toEqual([]);
  });

  it('lose it too where its owner deleted it before, and where nobody reported it', async () => {
    const look = await make(ben, { document: lookNamed('Rude') });
    const id = await makeRoom(ada);
    await choose(ada, id, [look.id]);
    await report(cleo, look.id, 'Rude');
    await ok('DELETE', `/looks/${look.id}`, ben);
    expect(await reports()).toMatchObject([{ ref: look.id, look: null, user: '' }]);
    await decide(look.id, 'remove');
    expect(await chosen(null, id)).toEqual([]);
    expect(await reports()).toEqual([]);
    const other = await make(ben, { document: lookNamed('Bought followers') });
    await choose(ada, id, [other.id]);
    await ok('DELETE', `/looks/${other.id}`, judge);
    expect(await chosen(null, id)).toEqual([]);
    const deed = { action: 'remove-look', user: 'ben', reason: 'Bought followers' };
    expect((await audit())[0]).toMatchObject(deed);
    const hidden = await make(ben, { access: 'private' });
    expect((await send('DELETE', `/looks/${hidden.id}`, judge)).status).toBe(404);
  });

  it('keep what a moderator leaves, and reports end with a look that no jam uses', async () => {
    const look = await make(ben);
    await report(ada, look.id, 'Spam');
    await decide(look.id, 'dismiss');
    expect(await reports()).toEqual([]);
    expect((await see(null, look.id)).user).toBe('ben');
    expect((await audit())[0]).toMatchObject({ action: 'dismiss-look', user: 'ben' });
    await report(ada, look.id, 'Still spam');
    expect(await reports()).toHaveLength(1);
    await ok('DELETE', `/looks/${look.id}`, ben);
    expect(await reports()).toEqual([]);
  });

  it('count right, whatever is chosen and taken out at once', async () => {
    const looks = await Promise.all([1, 2, 3].map(() => make(ben)));
    const ids = looks.map(({ id }) => id);
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, at) => makeAccount(server.database, `many${at}`)),
    );
    const orders = people.map((_, at) => (at % 2 ? [...ids] : [...ids].reverse()));
    const rounds = people.flatMap((who, at) => [
      choose(who, who.userId, orders[at]!),
      choose(who, who.userId, orders[at]!.slice(at % 3)),
    ]);
    const taken = send('DELETE', `/looks/${ids[1]}`, judge);
    const answers = [...(await Promise.all(rounds)), await taken];
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect((await taken).status).toBe(200);
    expect(await rowsOf(server.database, 'roomLooks', 'lookKey', ids[1]!)).toEqual([]);
    expect(await broken()).toEqual([]);
  });

  it('lose the name of a person who leaves, and keep their looks', async () => {
    const { database } = server;
    const gus = await makeAccount(database, 'gus');
    const bens = await make(ben, { document: lookNamed('Of ben') });
    const own = await make(gus, { document: lookNamed('Of gus'), madeFrom: bens.id });
    await make(gus, { access: 'private' });
    const after = await make(cleo, { madeFrom: own.id });
    const id = await makeRoom(ada);
    await choose(ada, id, [own.id]);
    await choose(gus, 'gus', [bens.id]);
    await report(ada, own.id, 'Spam');
    const exported = await allOf(exportOwned(database.queries, 'gus'));
    expect(exported.looks).toHaveLength(2);
    expect(exported.looks).toMatchObject([{ id: own.id, document: { name: 'Of gus' } }, {}]);
    expect(exported.makers).toMatchObject([{ lookId: own.id, name: 'Of ben', userId: 'ben' }]);
    await closeAccount(database, 'gus', Date.now());
    // From the moment on that it is closed, long before its belongings are gone.
    const gone = async () => {
      expect((await send('GET', `/looks/${own.id}`, ada)).status).toBe(404);
      const { looks } = await ok('GET', '/looks?limit=50', null);
      expect(looks.filter(({ user }: { user: string }) => user === 'gus')).toEqual([]);
      expect(await chosen(null, id)).toMatchObject([
        { key: own.id, document: { name: 'Of gus' }, user: '', displayName: '' },
      ]);
      const credit = { key: null, name: 'Of gus', user: '', displayName: '' };
      expect((await see(cleo, after.id)).makers).toMatchObject([credit, { user: 'ben' }]);
    };
    await gone();
    const settings = readSettings({ RONDO_DATA: server.folder });
    const app = await createApp({ settings, database, blobs: server.blobs });
    await removalEnds(database.queries);
    await app.close();
    await gone();
    expect(await rowsOf(database, 'looks', 'ownerId', 'gus')).toEqual([]);
    for (const table of ['lookMakers', 'roomLooks'] as const) {
      expect(await rowsOf(database, table, 'userId', 'gus')).toEqual([]);
    }
    expect(await rowsOf(database, 'roomLooks', 'jamId', 'gus')).toEqual([]);
    expect((await see(null, bens.id)).jamCount).toBe(0);
    // A jam has a copy: a moderator can still judge it.
    await decide(own.id, 'remove');
    expect(await chosen(null, id)).toEqual([]);
    expect(await broken()).toEqual([]);
  });
});
