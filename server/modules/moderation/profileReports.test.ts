import { beforeEach, expect, it } from 'vitest';
import { useAccount } from '../../testing/accounts.ts';
import { callsAs, dataOf } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';

describeDatabases('profiles that were reported', (open, { itOnce }) => {
  const environment = { RONDO_MODERATORS: 'judge' };
  const server = useTestServer({ openDatabase: open, environment });
  const [ada, ben, cleo, judge] = ['ada', 'ben', 'cleo', 'judge'].map((name) =>
    useAccount(server, name),
  );
  const send = callsAs(server);
  const report = (who: typeof ada, name: string, reason: string) =>
    send('POST', `/accounts/${name}/report`, who, { reason });
  const reports = async () =>
    (await dataOf(send('GET', '/moderation/profile-reports', judge))).reports;
  const decide = (who: typeof ada, action: string, body = {}) =>
    send('POST', `/moderation/people/ada/${action}`, who, { reason: 'Looked at', ...body });
  const audit = async () => (await dataOf(send('GET', '/moderation/audit', judge))).entries;

  beforeEach(async () => {
    for (const table of ['profileReports', 'suspensions', 'audit'] as const) {
      await server.database.queries.deleteFrom(table).execute();
    }
  });

  it('stand in the queue with their reasons, once for each reporter', async () => {
    await dataOf(report(ben, 'ADA', 'A name that hurts'));
    await dataOf(report(cleo, 'ada', ''));
    await dataOf(report(ben, 'ada', 'The picture too'));
    const listed: { reporter: string }[] = await reports();
    expect(listed.sort((a, b) => (a.reporter < b.reporter ? -1 : 1))).toMatchObject([
      { user: 'ada', reporter: 'ben', reason: 'The picture too' },
      { user: 'ada', reporter: 'cleo', reason: '' },
    ]);
  });

  itOnce('come from whoever may write, about somebody else who is there', async () => {
    expect((await report(ada, 'Ada', 'Mine')).status).toBe(400);
    expect((await report(ada, 'nobody', 'Who')).status).toBe(404);
    expect((await send('POST', '/accounts/ada/report', null, { reason: 'x' })).status).toBe(401);
    expect((await report(ben, 'ada', 'x'.repeat(501))).status).toBe(400);
    await dataOf(decide(judge, 'suspend'));
    expect((await report(ada, 'ben', 'Revenge')).status).toBe(403);
    expect(await reports()).toEqual([]);
  });

  itOnce('can be made of somebody who blocked the reporter', async () => {
    await dataOf(send('POST', '/accounts/blocked/ben', ada));
    await dataOf(report(ben, 'ada', 'Blocks whoever complains'));
    expect(await reports()).toHaveLength(1);
  });

  itOnce(
    'are closed by a decision of moderators alone, and open again by a new report',
    async () => {
      await dataOf(report(ben, 'ada', 'Spam'));
      await dataOf(report(cleo, 'ada', 'Spam'));
      expect((await decide(ben, 'dismiss')).status).toBe(403);
      expect((await send('GET', '/moderation/profile-reports', ben)).status).toBe(403);
      await dataOf(decide(judge, 'dismiss'));
      expect(await reports()).toEqual([]);
      const line = { action: 'dismiss-profile', user: 'ada', moderator: 'judge' };
      expect(await audit()).toMatchObject([{ ...line, reason: 'Looked at' }]);
      // Again: nothing is left to decide, or to write down.
      await dataOf(decide(judge, 'dismiss'));
      expect(await audit()).toHaveLength(1);
      await dataOf(report(ben, 'ada', 'Still there'));
      expect(await reports()).toMatchObject([{ reporter: 'ben', reason: 'Still there' }]);
      await dataOf(decide(judge, 'remove', { parts: ['bio'] }));
      expect(await reports()).toEqual([]);
    },
  );

  itOnce('go with whoever reported or was reported', async () => {
    await dataOf(report(ben, 'ada', 'Spam'));
    await dataOf(report(cleo, 'ben', 'Spam'));
    const { moderation } = await dataOf(send('GET', '/accounts/export', ben));
    expect(moderation.profileReports).toMatchObject([{ personId: 'ada', reason: 'Spam' }]);
    await closeAccount(server.database, 'ben', Date.now());
    expect(await rowsOf(server.database, 'profileReports', 'userId', 'ben')).toEqual([]);
    expect(await rowsOf(server.database, 'profileReports', 'personId', 'ben')).toEqual([]);
  });
});
