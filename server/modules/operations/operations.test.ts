import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TERMS_VERSION } from '../../../src/data/contract/constants.ts';
import { ENDPOINTS, type EndpointName, endpointUrl } from '../../../src/data/contract/endpoints.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { insertRows } from '../../ports/database/rows.ts';
import { createLocalHub } from '../../ports/fanOut/local.ts';
import { makeAccount, useAccount } from '../../testing/accounts.ts';
import { callsAs, dataOf } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { temporaryFolder } from '../../testing/folders.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { startTestServer, useTestServer } from '../../testing/testApp.ts';

const DAY_MS = 24 * 3_600_000;
const READING = [
  ...(['serverFigures', 'jobFigures', 'mailFigures', 'peopleFigures', 'loadFigures'] as const),
  ...(['backupFigures', 'auditSearch', 'announcements'] as const),
] satisfies EndpointName[];
const environment = {
  RONDO_ADMINS: 'chief',
  RONDO_MODERATORS: 'judge',
  RATE_LIMIT: '1000000',
};

describeDatabases('the calls of operators', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open, environment, hasJobs: false });
  const chief = useAccount(server, 'chief');
  const judge = useAccount(server, 'judge');
  const ada = useAccount(server, 'Ada');
  const call = callsAs(server);
  const site = () => dataOf(call('GET', '/site'));
  const setMode = (mode: string) => dataOf(call('POST', '/operations/mode', chief, { mode }));

  it('answer administrators alone, each as its schema says', async () => {
    for (const name of READING) {
      const path = endpointUrl(ENDPOINTS[name]).replace('/api', '');
      expect([name, (await call('GET', path)).status]).toEqual([name, 401]);
      expect([name, (await call('GET', path, judge)).status]).toEqual([name, 403]);
      const data = await dataOf(call('GET', path, chief));
      expect([name, ENDPOINTS[name].data.safeParse(data).error]).toEqual([name, undefined]);
    }
  });

  it('count who is here, and who came on which day', async () => {
    const { queries } = server.database;
    const before = await dataOf(call('GET', '/operations/people', chief));
    for (const [id, daysAgo] of [
      ['old', 40],
      ['new', 3],
      ['newer', 3],
    ] as const) {
      await makeAccount(server.database, id);
      const created = Date.now() - daysAgo * DAY_MS;
      await queries.updateTable('accounts').set({ created }).where('id', '=', id).execute();
    }
    const after = await dataOf(call('GET', '/operations/people', chief));
    expect(after.accounts - before.accounts).toBe(3);
    const day = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10);
    expect(after.signUps).toHaveLength(30);
    expect(after.signUps.find((one: { day: string }) => one.day === day)?.count).toBe(2);
    expect(after.signUps.at(-1).count).toBeGreaterThanOrEqual(3);
  });

  it('tell the database and files as they are stored', async () => {
    const figures = await dataOf(call('GET', '/operations/server', chief));
    const [, newest] = /^(\d{4})-/.exec(figures.migration) ?? [];
    expect(Number(newest)).toBeGreaterThanOrEqual(33);
    expect(figures.databaseBytes).toBeGreaterThan(10_000);
    const loops = figures.files.find(({ kind }: { kind: string }) => kind === 'Loops');
    const { count, bytes } = await server.database.queries
      .selectFrom('media')
      .select((build) => [
        build.fn.countAll<number>().as('count'),
        build.fn.sum<number>('size').as('bytes'),
      ])
      .executeTakeFirstOrThrow();
    expect(loops).toEqual({ kind: 'Loops', count: Number(count), bytes: Number(bytes) });
  });

  it('let the server only be read: reading and signing in go on, writing is refused and told why', async () => {
    const rifffId = await storeRifff(server.database.queries, { jamId: 'Ada', userId: 'Ada' });
    const body = { jamId: 'Ada', rifffId, shareId: newId(), title: 'Tide' };
    await setMode('read-only');
    try {
      const refused = await call('POST', '/rifff-feed/share', ada, body);
      expect([refused.status, refused.body.error.code]).toEqual([503, 'read_only']);
      expect(refused.body.message).toMatch(/only be read/);
      expect((await call('GET', '/jam/Ada', ada)).status).toBe(200);
      const reading = { profiles: ['Ada'] };
      expect((await call('POST', '/accounts/profiles/query', ada, reading)).status).not.toBe(503);
      const wrong = { username: 'Ada', password: 'wrong' };
      expect((await call('POST', '/auth/login', null, wrong)).body.error.code).not.toBe(
        'read_only',
      );
      // Without its terms accepted, an account reads nothing.
      const accepted = { settings: { termsVersionAccepted: TERMS_VERSION } };
      expect((await call('POST', '/accounts/settings', ada, accepted)).status).toBe(200);
      // Devices keep their drafts, and are told to come again.
      const put = await server.app.inject({ method: 'PUT', url: '/db/any', headers: ada.headers });
      expect(put.statusCode).toBe(503);
      expect((await site()).mode).toBe('read-only');
    } finally {
      await setMode('open');
    }
    expect((await call('POST', '/rifff-feed/share', ada, body)).status).toBe(200);
  });

  it('close the server for maintenance to all but administrators; what the pages stand on is answered', async () => {
    await setMode('maintenance');
    try {
      const refused = await call('GET', '/jam/Ada', ada);
      expect([refused.status, refused.body.error.code]).toEqual([503, 'maintenance']);
      expect((await call('GET', '/jam/Ada', chief)).status).not.toBe(503);
      expect((await call('GET', '/auth/session', ada)).status).toBe(200);
      expect((await site()).mode).toBe('maintenance');
      const media = server.database.queries.selectFrom('media').select('key');
      const { key } = await media.executeTakeFirstOrThrow();
      expect((await server.app.inject(`/media/${key}`)).statusCode).toBe(200);
    } finally {
      await setMode('open');
    }
  });

  it('put a line on every page from its beginning to its end, at most ten of them', async () => {
    const announce = (body: object) => call('POST', '/operations/announcements', chief, body);
    const later = { text: 'Later', starts: Date.now() + DAY_MS, ends: null };
    await dataOf(announce(later));
    const { announcement } = await dataOf(announce({ text: 'Closed\non Sunday' }));
    expect((await site()).announcements).toEqual([
      { id: announcement.id, text: 'Closed on Sunday' },
    ]);
    const past = await announce({ text: 'x', ends: Date.now() - 1 });
    expect([past.status, past.body.validationErrors]).toEqual([400, { ends: expect.any(String) }]);
    expect((await announce({ text: 'x'.repeat(281) })).status).toBe(400);
    for (let at = 2; at < 10; at++) await dataOf(announce(later));
    expect((await announce(later)).status).toBe(403);
    const path = `/operations/announcements/${announcement.id}`;
    expect((await call('DELETE', path, chief)).status).toBe(200);
    expect((await call('DELETE', path, chief)).status).toBe(404);
    expect((await site()).announcements).toEqual([]);
  });

  it('search what was done by who did it, what, and when, page by page', async () => {
    const { queries } = server.database;
    await queries.deleteFrom('audit').execute();
    const row = { shareId: '', userId: null, reason: 'because' };
    for (let at = 0; at < 5; at++) {
      const by = at % 2 === 0 ? 'judge' : 'chief';
      const action = at < 3 ? 'suspend' : 'lift';
      const userId = at === 4 ? 'Ada' : null;
      await insertRows(queries, 'audit', {
        ...{ ...row, id: `audit${at}`, moderatorId: by, action, userId },
        // Two at the same time: their ids order them.
        created: 1000 + Math.floor(at / 2),
      });
    }
    const search = async (query: string) => {
      const { entries, next } = await dataOf(call('GET', `/operations/audit?${query}`, chief));
      return {
        ids: entries.map(({ id }: { id: string }) => id.replace('audit', '')).join(''),
        next,
      };
    };
    expect((await search('')).ids).toBe('43210');
    expect((await search('who=JUDGE')).ids).toBe('420');
    expect((await search('who=ada')).ids).toBe('4');
    expect((await search('action=lift')).ids).toBe('43');
    expect((await search('from=1001&until=1002')).ids).toBe('32');
    const first = await search('limit=2');
    expect(first).toEqual({ ids: '43', next: 'audit3' });
    const second = await search(`limit=2&after=${first.next}`);
    expect(second).toEqual({ ids: '21', next: 'audit1' });
    expect(await search('limit=2&after=audit1')).toEqual({ ids: '0', next: null });
    await dataOf(call('POST', '/operations/mode', chief, { mode: 'open' }));
    expect((await search('action=set-mode')).ids).toBe('');
  });

  itOnce('say which limit was hit, as the metrics do', async () => {
    const body = { username: 'nobody' };
    let [status, asked] = [200, 0];
    for (; status !== 429 && asked < 100; asked++) {
      ({ status } = await call('POST', '/accounts/auth/availability', null, body));
    }
    expect(status).toBe(429);
    const { limits, calls } = await dataOf(call('GET', '/operations/load', chief));
    expect(limits).toEqual([{ kind: 'availability', count: 1 }]);
    const found = calls.find(({ route }: { route: string }) => /availability/.test(route));
    expect(found ?? { count: asked }).toMatchObject({ count: asked });
    const metrics = await server.app.inject('/metrics');
    expect(metrics.body).toContain('rondo_limits_hit_total{kind="availability"} 1');
  });

  itOnce('are followed by other nodes at once, and stand after a restart', async () => {
    const hub = createLocalHub();
    const openShared = async () => ({ ...server.database, close: async () => {} });
    const node = (fanOut = hub.join()) =>
      startTestServer({ environment, hasJobs: false, openDatabase: openShared, fanOut });
    const [one, two] = [await node(), await node()];
    const modeOf = async ({ app }: typeof one) => (await app.inject('/api/site')).json().data.mode;
    try {
      const answer = await callsAs(one)('POST', '/operations/mode', chief, { mode: 'read-only' });
      expect(answer.status).toBe(200);
      await expect.poll(() => modeOf(two)).toBe('read-only');
      const later = await node();
      expect(await modeOf(later)).toBe('read-only');
      await later.close();
      expect((await callsAs(two)('POST', '/operations/mode', chief, { mode: 'open' })).status).toBe(
        200,
      );
      await expect.poll(() => modeOf(one)).toBe('open');
    } finally {
      await one.close();
      await two.close();
    }
  });

  itOnce('make a backup in a process of its own, and say how the copies stand', async () => {
    const folder = await temporaryFolder();
    const to = join(folder.path, 'copies');
    const backed = await startTestServer({
      environment: { ...environment, BACKUP_FOLDER: to, BACKUP_KEEP: '2' },
    });
    const admin = await makeAccount(backed.database, 'chief');
    const ask = callsAs(backed);
    const figures = () => dataOf(ask('GET', '/operations/backups', admin));
    try {
      expect(await figures()).toMatchObject({ isTooOld: true, copies: [], keep: 2 });
      await dataOf(ask('POST', '/operations/backups', admin));
      expect((await figures()).isRunning).toBe(true);
      expect((await ask('POST', '/operations/backups', admin)).status).toBe(409);
      await expect.poll(async () => (await figures()).isRunning).toBe(false);
      const after = await figures();
      expect(after).toMatchObject({ isTooOld: false, lastFailure: null });
      await dataOf(ask('POST', '/operations/jobs/backing%20up/run', admin));
      expect((await ask('POST', '/operations/jobs/nothing/run', admin)).status).toBe(404);
      const { entries } = await dataOf(ask('GET', '/operations/audit', admin));
      expect(entries).toMatchObject([
        { moderator: 'chief', action: 'run-job', reason: 'backing up' },
        { moderator: 'chief', action: 'back-up', reason: 'by hand' },
      ]);
      expect(after.copies).toEqual([
        { made: expect.any(Number), bytes: expect.any(Number), missing: 0 },
      ]);
      expect((await readdir(to)).some((name) => name.startsWith('database-'))).toBe(true);
      const metrics = await backed.app.inject('/metrics');
      expect(metrics.body).toMatch(/rondo_backup_last_success_timestamp_seconds \d+/);
    } finally {
      await backed.close();
      await folder.remove();
    }
  });

  itOnce('say what kept a backup from being made', async () => {
    const folder = await temporaryFolder();
    // A file stands where the folder should be.
    const to = join(folder.path, 'copies');
    await writeFile(to, '');
    const backed = await startTestServer({ environment: { ...environment, BACKUP_FOLDER: to } });
    const admin = await makeAccount(backed.database, 'chief');
    const ask = callsAs(backed);
    const figures = () => dataOf(ask('GET', '/operations/backups', admin));
    try {
      await dataOf(ask('POST', '/operations/backups', admin));
      await expect.poll(async () => (await figures()).lastFailure).not.toBeNull();
      expect((await figures()).lastFailure.message).toContain(to);
      await expect
        .poll(async () => {
          const { jobs } = await dataOf(ask('GET', '/operations/jobs', admin));
          return jobs.find(({ name }: { name: string }) => name === 'backing up').failures;
        })
        .toBe(1);
    } finally {
      await backed.close();
      await folder.remove();
    }
  });
});
