import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MODERATION_ENDPOINTS } from '../../../src/data/contract/endpoints/moderation.ts';
import { ErrorAnswerSchema } from '../../../src/data/contract/endpoints.ts';
import type { AuditEntry, Report } from '../../../src/data/contract/sharing.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { type TestAccount, useAccount } from '../../testing/accounts.ts';
import { type CallMethod, callsAs } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { storeRifff } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeDatabases('moderation', (open) => {
  const environment = {
    RONDO_MODERATORS: 'moderator',
    RONDO_ADMINS: 'chief',
    RATE_LIMIT: '1000000',
  };
  const server = useTestServer({ openDatabase: open, environment });
  const ada = useAccount(server, 'Ada');
  const bo = useAccount(server, 'bo_');
  const mod = useAccount(server, 'moderator');
  const admin = useAccount(server, 'chief');

  const call = callsAs(server);
  const share = async () => {
    const { queries } = server.database;
    const rifffId = await storeRifff(queries, { jamId: 'Ada', userId: 'Ada' });
    const body = { jamId: 'Ada', rifffId, shareId: newId(), title: 'Tide' };
    expect((await call('POST', '/rifff-feed/share', ada, body)).status).toBe(200);
    return body;
  };
  const report = (id: string, who: TestAccount, body: object = { reason: 'spam' }) =>
    call('POST', `/rifff-feed/${id}/report`, who, body);
  const act = (id: string, action: string, who: TestAccount = mod, reason = 'because') =>
    call('POST', `/moderation/shares/${id}/${action}`, who, { reason });
  const reports = async (id: string): Promise<Report[]> => {
    const { status, body } = await call('GET', '/moderation/reports', mod);
    expect(status).toBe(200);
    const data = MODERATION_ENDPOINTS.reports.data.parse(body.data);
    return data.reports.filter(({ shareId }) => shareId === id);
  };
  const audit = async (id: string): Promise<AuditEntry[]> => {
    const { status, body } = await call('GET', '/moderation/audit', mod);
    expect(status).toBe(200);
    const data = MODERATION_ENDPOINTS.audit.data.parse(body.data);
    return data.entries.filter(({ shareId }) => shareId === id);
  };
  const status = async (id: string, who?: TestAccount) =>
    (await call('GET', `/v3/feed/shared_rifff/${id}`, who)).status;

  it('lists a report once for each account, with who said what about what', async () => {
    const { shareId } = await share();
    const message = 'taken from <me> & mine';
    expect((await report(shareId, bo, { reason: 'stolen', message })).status).toBe(200);
    expect((await report(shareId, bo, { reason: 'other' })).status).toBe(200);
    expect((await report(shareId, admin)).status).toBe(200);
    const found = await reports(shareId);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({
      shareId,
      title: 'Tide',
      user: 'Ada',
      reporter: 'bo_',
      reason: 'stolen',
      message,
    });
  });

  it('removes with a reason that only the owner and moderators see, and brings back', async () => {
    const body = await share();
    const id = body.shareId;
    await call('POST', `/rifff-feed/${id}/like`, bo);
    await report(id, bo);
    expect((await act(id, 'remove', mod, ' Not yours ')).status).toBe(200);
    expect(await reports(id)).toEqual([]);
    expect([await status(id), await status(id, bo)]).toEqual([404, 404]);
    for (const who of [ada, mod, admin]) {
      const answer = await call('GET', `/v3/feed/shared_rifff/${id}`, who);
      expect(answer.body.data[0]).toMatchObject({ _id: id, removedReason: 'Not yours' });
    }
    for (const path of ['/rifff-feed/query?limit=100', '/rifff-feed/query?liked=1']) {
      const { data } = (await call('GET', path, bo)).body;
      expect(data.rifffs.map(({ _id }: { _id: string }) => _id)).not.toContain(id);
    }
    for (const [method, path] of [
      ['POST', 'like'],
      ['DELETE', 'like'],
      ['POST', 'hide'],
      ['DELETE', 'hide'],
    ] as const) {
      expect((await call(method, `/rifff-feed/${id}/${path}`, bo)).status).toBe(404);
    }
    expect((await report(id, bo)).status).toBe(404);
    expect((await call('DELETE', `/rifff-feed/${id}`, bo)).status).toBe(404);
    expect((await act(id, 'restore', admin)).status).toBe(200);
    const { data } = (await call('GET', `/v3/feed/shared_rifff/${id}`, ada)).body;
    expect(data[0].removedReason).toBeUndefined();
    expect(data[0].react_counts.like).toBe(1);
    expect(
      (await audit(id)).map(({ action, moderator, reason }) => [action, moderator, reason]),
    ).toEqual([
      ['restore', 'chief', 'because'],
      ['remove', 'moderator', 'Not yours'],
    ]);
  });

  it('does not let an owner get round a removal', async () => {
    const body = await share();
    await act(body.shareId, 'remove');
    const unshared = await call('DELETE', `/rifff-feed/${body.shareId}`, ada);
    expect(unshared.status).toBe(403);
    for (const more of [{}, { private: true }]) {
      const again = { ...body, ...more, shareId: newId() };
      const answer = await call('POST', '/rifff-feed/share', ada, again);
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'A moderator removed this rifff from the feed',
      ]);
    }
  });

  it('dismisses reports and leaves the share; what changes nothing is not written down', async () => {
    const { shareId: id } = await share();
    await report(id, bo);
    for (let again = 0; again < 2; again += 1) {
      expect((await act(id, 'dismiss')).status).toBe(200);
      expect((await act(id, 'restore')).status).toBe(200);
    }
    expect(await reports(id)).toEqual([]);
    expect(await status(id)).toBe(200);
    expect((await audit(id)).map(({ action }) => action)).toEqual(['dismiss']);
    await report(id, bo);
    expect(await reports(id)).toEqual([]);
  });

  it('writes one line when many moderators remove at once', async () => {
    const { shareId: id } = await share();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => act(id, 'remove', at % 2 ? mod : admin)),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(await audit(id)).toHaveLength(1);
  });

  it('changes nothing when its line cannot be written', async () => {
    const { shareId: id } = await share();
    const { queries } = server.database;
    await queries.schema.alterTable('audit').renameTo('audit_away').execute();
    expect((await act(id, 'remove')).status).toBe(500);
    await queries.schema.alterTable('audit_away').renameTo('audit').execute();
    expect(await status(id)).toBe(200);
  });

  it('keeps what was done on record when the share is gone', async () => {
    const { shareId: id } = await share();
    await report(id, bo);
    await act(id, 'dismiss');
    await report(id, admin);
    expect((await call('DELETE', `/rifff-feed/${id}`, ada)).status).toBe(200);
    expect(await reports(id)).toEqual([]);
    expect(await audit(id)).toMatchObject([{ action: 'dismiss', title: '' }]);
  });

  it('is for moderators and administrators alone, and asks for a reason', async () => {
    const { shareId: id } = await share();
    const paths: [CallMethod, string][] = [
      ['GET', 'reports'],
      ['GET', 'audit'],
      ...['remove', 'restore', 'dismiss'].map((action): [CallMethod, string] => [
        'POST',
        `shares/${id}/${action}`,
      ]),
    ];
    for (const [method, path] of paths) {
      const body = method === 'POST' ? { reason: 'why' } : undefined;
      const statuses: number[] = [];
      for (const who of [undefined, bo, ada, mod, admin]) {
        const answer = await call(method, `/moderation/${path}`, who, body);
        if (answer.status !== 200) ErrorAnswerSchema.parse(answer.body);
        statuses.push(answer.status);
      }
      expect([path, ...statuses]).toEqual([path, 401, 403, 403, 200, 200]);
    }
    for (const reason of ['', '   ', 'x'.repeat(501), 7, undefined]) {
      const url = `/moderation/shares/${id}/remove`;
      expect((await call('POST', url, mod, { reason })).status).toBe(400);
    }
    expect((await act(newId(), 'remove')).status).toBe(404);
  });

  it('takes any report at all or says what is wrong with it', async () => {
    const { shareId: id } = await share();
    const bodies = fc.oneof(
      fc.record({ reason: fc.string(), message: fc.string({ unit: 'binary' }) }),
      fc.record({ reason: fc.constant('other'), message: fc.string({ unit: 'binary' }) }),
      fc.object({ maxDepth: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expect([200, 400, 429]).toContain((await report(id, bo, body)).status);
      }),
      { numRuns: 50 },
    );
  });
});
