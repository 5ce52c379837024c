import { expect, it } from 'vitest';
import { CommentsSchema } from '../../../src/data/contract/comments.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { runSteps } from '../../ports/database/batches.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { callsAs } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { shareStored } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';
import { REMOVAL_STEPS } from './ownership.ts';

describeDatabases('comments on shared rifffs', (open) => {
  const environment = { RONDO_MODERATORS: 'moderator', RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment });
  const ada = useAccount(server, 'Ada');
  const bo = useAccount(server, 'bo_');
  const cy = useAccount(server, 'cy_');
  const mod = useAccount(server, 'moderator');
  const call = callsAs(server);

  const share = (isPrivate = false) =>
    shareStored(server.database.queries, { userId: 'Ada', isPrivate });
  const say = async (who: TestAccount | null, id: string, message: string, more: object = {}) => {
    await server.database.queries.deleteFrom('limits').execute();
    return call('POST', `/rifff-feed/${id}/comments`, who, { message, ...more });
  };
  const said = async (who: TestAccount, id: string, message: string): Promise<string> => {
    const answer = await say(who, id, message);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data.comment.id;
  };
  const list = async (id: string, who?: TestAccount, query = '') => {
    const { status, body } = await call('GET', `/rifff-feed/${id}/comments?${query}`, who);
    expect(status, JSON.stringify(body)).toBe(200);
    return CommentsSchema.strict().parse(body.data);
  };
  const texts = async (id: string, who?: TestAccount) =>
    (await list(id, who)).comments.map(({ message }) => message);
  const remove = async (who: TestAccount | null, id: string, commentId: string) =>
    (await call('DELETE', `/rifff-feed/${id}/comments/${commentId}`, who)).status;
  const countOf = async (id: string) =>
    (await call('GET', `/v3/feed/shared_rifff/${id}`)).body.data[0].commentCount;

  it('stand newest first with links alone, and are counted', async () => {
    const id = await share();
    await said(bo, id, 'First');
    const html = '<a href="https://a.example" onclick="x()">here</a> <b>bold</b> & <script>';
    const answer = await say(ada, id, html);
    expect(answer.body.data).toMatchObject({
      commentCount: 2,
      comment: { shareId: id, user: 'Ada', displayName: 'Ada', isDemo: false, mayRemove: true },
    });
    const { comments, ...rest } = await list(id, bo);
    expect(rest).toEqual({ isLast: true, commentCount: 2 });
    expect(comments.map(({ user, mayRemove }) => [user, mayRemove])).toEqual([
      ['Ada', false],
      ['bo_', true],
    ]);
    expect(comments[0]?.message).toBe(
      '<a href="https://a.example" rel="noopener noreferrer nofollow ugc" target="_blank">here</a> &lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;',
    );
    expect(await countOf(id)).toBe(2);
  });

  it('come page by page, without any twice', async () => {
    const id = await share();
    await server.database.queries.deleteFrom('limits').execute();
    const posts = Array.from({ length: 7 }, (_, at) => say(bo, id, `Number ${at}`));
    for (const { status } of await Promise.all(posts)) expect(status).toBe(200);
    const seen: string[] = [];
    let query = 'limit=3';
    for (let isLast = false; !isLast; ) {
      const page = await list(id, undefined, query);
      seen.push(...page.comments.map(({ message }) => message));
      query = `limit=3&fromCreatedTime=${page.comments.at(-1)?.created}`;
      isLast = page.isLast;
    }
    expect(seen.sort()).toEqual(Array.from({ length: 7 }, (_, at) => `Number ${at}`));
    expect(await countOf(id)).toBe(7);
  });

  it('are the same when they are sent again, and refused where the id stands for another', async () => {
    const [id, other] = [await share(), await share()];
    const commentId = newId();
    const first = await say(bo, id, 'Once', { id: commentId });
    expect((await say(bo, id, 'Once', { id: commentId })).body).toEqual(first.body);
    const again = [
      await say(bo, id, 'Twice', { id: commentId }),
      await say(ada, id, 'Once', { id: commentId }),
      await say(bo, other, 'Once', { id: commentId }),
    ];
    expect(again.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect([await countOf(id), await countOf(other)]).toEqual([1, 0]);
  });

  it('are deleted by their author, whoever shared the rifff, and moderators, whose deed is kept', async () => {
    const [id, other] = [await share(), await share()];
    const [own, owners, judged] = [
      await said(bo, id, 'Mine'),
      await said(bo, id, 'On hers'),
      await said(bo, id, 'Rude'),
    ];
    expect(await remove(null, id, own)).toBe(401);
    expect(await remove(cy, id, own)).toBe(403);
    expect(await remove(bo, other, own)).toBe(404);
    expect(await remove(bo, id, own)).toBe(200);
    expect(await remove(bo, id, own)).toBe(404);
    expect(await remove(ada, id, owners)).toBe(200);
    const trail = async () => (await call('GET', '/moderation/audit', mod)).body.data.entries;
    expect(await trail()).toEqual([]);
    expect(await remove(mod, id, judged)).toBe(200);
    expect(await trail()).toMatchObject([
      { action: 'remove-comment', user: 'bo_', reason: 'Deleted under its rifff' },
    ]);
    expect(await list(id)).toEqual({ comments: [], isLast: true, commentCount: 0 });
    expect(await countOf(id)).toBe(0);
  });

  it('of people whom a reader blocked are not shown to that reader, nor made where its owner did so', async () => {
    const id = await share();
    await said(bo, id, 'From Bo');
    await said(cy, id, 'From Cy');
    await call('POST', '/accounts/blocked/bo_', cy);
    expect(await texts(id, cy)).toEqual(['From Cy']);
    expect(await texts(id, ada)).toEqual(['From Cy', 'From Bo']);
    await call('POST', '/accounts/blocked/bo_', ada);
    expect(await texts(id, ada)).toEqual(['From Cy']);
    const refused = await say(bo, id, 'Again');
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You cannot comment on this rifff',
    ]);
    for (const who of [ada, cy]) await call('DELETE', '/accounts/blocked/bo_', who);
    await said(bo, id, 'Again');
  });

  it('reach the moderators, who remove or leave them with a reason', async () => {
    const id = await share();
    const [bad, fine] = [await said(bo, id, '<i>Bad</i>'), await said(bo, id, 'Fine')];
    const report = (who: TestAccount | null, commentId: string) =>
      call('POST', `/rifff-feed/${id}/comments/${commentId}/report`, who, { reason: 'Rude' });
    expect((await report(null, bad)).status).toBe(401);
    expect((await report(cy, newId())).status).toBe(404);
    for (const one of [bad, fine]) {
      for (const who of [cy, cy, ada]) expect((await report(who, one)).status).toBe(200);
    }
    const queue = async () =>
      (await call('GET', '/moderation/jam-reports', mod)).body.data.reports as {
        ref: string;
        reporter: string;
      }[];
    expect(await queue()).toHaveLength(4);
    const first = (await queue()).find((one) => one.ref === bad && one.reporter === 'cy_');
    expect(first).toMatchObject({
      ...{ kind: 'comment', jamId: 'Ada', ref: bad, shareId: id, user: 'bo_', reporter: 'cy_' },
      ...{ reason: 'Rude', message: '&lt;i&gt;Bad&lt;/i&gt;', rifff: null, files: [] },
    });
    const decide = async (ref: string, action: string, who = mod, jamId = 'Ada') => {
      const body = { reason: 'Shown to be so' };
      const path = `/moderation/jam-reports/${jamId}/comment/${ref}/${action}`;
      return (await call('POST', path, who, body)).status;
    };
    expect(await decide(bad, 'remove', ada)).toBe(403);
    expect(await decide(bad, 'remove', mod, 'bo_')).toBe(404);
    expect(await decide(bad, 'remove')).toBe(200);
    expect(await decide(fine, 'dismiss')).toBe(200);
    expect(await queue()).toEqual([]);
    expect(await texts(id)).toEqual(['Fine']);
    expect(await countOf(id)).toBe(1);
    const { entries } = (await call('GET', '/moderation/audit', mod)).body.data;
    const deeds = { user: 'bo_', reason: 'Shown to be so' };
    for (const action of ['dismiss-comment', 'remove-comment']) {
      expect(entries).toContainEqual(expect.objectContaining({ ...deeds, action }));
    }
  });

  it('are there for whoever may see the share, and refused otherwise', async () => {
    const [id, secret] = [await share(), await share(true)];
    expect((await say(null, id, 'Hello')).status).toBe(401);
    expect((await say(bo, newId(), 'Hello')).status).toBe(404);
    for (const wrong of ['', ' \n ', 'x'.repeat(1001), 'a\u0007b']) {
      expect((await say(bo, id, wrong)).status).toBe(400);
    }
    await said(bo, secret, 'Only by its link');
    expect(await texts(secret)).toEqual(['Only by its link']);
    const body = { reason: 'Stolen' };
    await said(bo, id, 'Before');
    await call('POST', `/moderation/shares/${id}/remove`, mod, body);
    expect((await call('GET', `/rifff-feed/${id}/comments`)).status).toBe(404);
    expect((await say(bo, id, 'After')).status).toBe(404);
    expect(await texts(id, ada)).toEqual(['Before']);
    await server.database.queries.deleteFrom('limits').execute();
    const open = await share();
    const many = Array.from({ length: 11 }, (_, at) =>
      call('POST', `/rifff-feed/${open}/comments`, bo, { message: `${at}` }),
    );
    const statuses = (await Promise.all(many)).map(({ status }) => status).sort();
    expect(statuses.slice(-2)).toEqual([200, 429]);
  });

  it('go with their author, and with their share', async () => {
    const leaver = await makeAccount(server.database, 'leaver');
    const [id, taken] = [await share(), await share()];
    const one = await said(leaver, id, 'I go');
    await said(cy, id, 'I stay');
    await call('POST', `/rifff-feed/${id}/comments/${one}/report`, ada, { reason: 'Rude' });
    await closeAccount(server.database, 'leaver', Date.now());
    expect(await texts(id)).toEqual(['I stay']);
    await server.database.transaction((queries) => runSteps(REMOVAL_STEPS, queries, 'leaver'));
    expect(await countOf(id)).toBe(1);
    expect(await rowsOf(server.database, 'comments', 'userId', 'leaver')).toEqual([]);
    expect(await rowsOf(server.database, 'jamReports', 'ref', one)).toEqual([]);
    const last = await said(cy, taken, 'Gone soon');
    await call('POST', `/rifff-feed/${taken}/comments/${last}/report`, ada, { reason: 'Rude' });
    expect((await call('DELETE', `/rifff-feed/${taken}`, ada)).status).toBe(200);
    expect(await rowsOf(server.database, 'comments', 'shareId', taken)).toEqual([]);
    expect(await rowsOf(server.database, 'jamReports', 'ref', last)).toEqual([]);
  });
});
