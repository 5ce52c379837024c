import { expect, it } from 'vitest';
import { useAccount } from '../../testing/accounts.ts';
import { callsAs, dataOf } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { mediaAccess } from '../media/access.ts';

describeDatabases('rifffs that were reported in a room', (open, { itOnce }) => {
  const environment = { RONDO_MODERATORS: 'judge' };
  const server = useTestServer({ openDatabase: open, environment });
  const [ada, ben, judge] = ['ada', 'ben', 'judge'].map((name) => useAccount(server, name));
  const send = callsAs(server);
  const reports = async () => (await dataOf(send('GET', '/moderation/jam-reports', judge))).reports;
  const audit = async () => (await dataOf(send('GET', '/moderation/audit', judge))).entries;

  /** A private room of ada's with a rifff of hers that ben reported. */
  async function makeReported() {
    const { id } = await dataOf(send('POST', '/jam', ada, { name: 'Attic', access: 'private' }));
    const { code } = await dataOf(send('POST', `/jam/${id}/codes`, ada, {}));
    await dataOf(send('POST', `/jam/${id}/join`, ben, { code }));
    const rifff = await dataOf(send('POST', `/jam/${id}/rifffs`, ada, { rifff: postable() }));
    const path = `/jam/${id}/rifffs/${rifff.id}`;
    await dataOf(send('POST', `${path}/report`, ben, { reason: 'Not theirs' }));
    const decide = (who: typeof judge, action: string) =>
      send('POST', `/moderation/jam-reports/${id}/rifff/${rifff.id}/${action}`, who, {
        reason: 'Shown to be so',
      });
    return { id, rifffId: rifff.id as string, path, decide };
  }

  itOnce('are shown with what they sound like, and removed for good with a reason', async () => {
    const { id, rifffId, path, decide } = await makeReported();
    const [report] = await reports();
    expect(report).toMatchObject({
      ...{ kind: 'rifff', jamId: id, ref: rifffId, jamName: 'Attic', message: '' },
      ...{ user: 'ada', reporter: 'ben', reason: 'Not theirs', rifff: { _id: rifffId } },
    });
    expect(report.rifff.loops).toHaveLength(2);
    expect((await decide(ben, 'remove')).status).toBe(403);
    const { last } = await dataOf(send('GET', `/jam/${id}/events?since=0`, ada));
    await dataOf(decide(judge, 'remove'));
    expect(await reports()).toEqual([]);
    expect((await dataOf(send('GET', path, ada))).rifff).toMatchObject({
      isRemoved: true,
      loops: [],
    });
    const { events } = await dataOf(send('GET', `/jam/${id}/events?since=${last}`, ada));
    expect(events).toMatchObject([{ kind: 'rifff-removed', ref: rifffId, user: 'judge' }]);
    expect(await rowsOf(server.database, 'rifffLoops', 'rifffId', rifffId)).toEqual([]);
    const line = { action: 'remove-rifff', user: 'ada', moderator: 'judge' };
    expect((await audit())[0]).toMatchObject({ ...line, reason: 'Shown to be so' });
    // Again: nothing is left to remove, or to write down.
    await dataOf(decide(judge, 'remove'));
    expect(await audit()).toHaveLength(1);
  });

  itOnce('are left where the reason says so', async () => {
    const { path, decide } = await makeReported();
    await dataOf(decide(judge, 'dismiss'));
    expect(await reports()).toEqual([]);
    expect((await dataOf(send('GET', path, ada))).rifff.loops).toHaveLength(2);
    expect((await audit())[0]).toMatchObject({ action: 'dismiss-rifff', user: 'ada' });
  });

  itOnce('stand in the trail too where a moderator removes them in the room itself', async () => {
    const { path } = await makeReported();
    await dataOf(send('DELETE', path, judge));
    expect((await audit())[0]).toMatchObject({ action: 'remove-rifff', user: 'ada' });
    expect(await reports()).toEqual([]);
  });

  it('can be heard by moderators as long as the report is open', async () => {
    const { id, rifffId, decide } = await makeReported();
    const { queries } = server.database;
    await queries
      .insertInto('rifffLoops')
      .values({ jamId: id, rifffId, loopId: 'own-loop' })
      .execute();
    const loop = { id: 'own-loop', creatorId: 'ada', isBarred: false };
    const content = { key: 'k', hash: 'h', mime: 'audio/ogg', size: 1, loop, ofJam: null };
    const heard = (userId: string, roles: ('user' | 'moderator')[]) =>
      mediaAccess(queries, content as never, { userId, roles }, null);
    expect(await heard('judge', ['user', 'moderator'])).toBe('own');
    expect(await heard('cleo', ['user'])).toBe('none');
    await dataOf(decide(judge, 'dismiss'));
    expect(await heard('judge', ['user', 'moderator'])).toBe('none');
  });
});
