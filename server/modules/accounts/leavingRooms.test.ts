import { expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { type TestAccount, useAccount } from '../../testing/accounts.ts';
import { removalEnds } from '../../testing/afterwards.ts';
import { callsAs, dataOf } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { type FormPart, PIXEL, wholeForm } from '../../testing/fuzz/forms.ts';
import { PEOPLE_EXAMPLES } from '../../testing/fuzz/peopleExamples.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from './closing.ts';

/** What rooms keep of an account, by the column that names it. */
const KEPT = [
  ['members', 'userId'],
  ['rifffHides', 'userId'],
  ['jamReports', 'userId'],
  ['codes', 'createdBy'],
  ['messages', 'userId'],
  ['reactions', 'userId'],
  ['jamFiles', 'userId'],
  ['blocks', 'userId'],
  ['blocks', 'blockedId'],
  ['notices', 'userId'],
  ['notices', 'fromId'],
  ['noticeSettings', 'userId'],
  ['pushSubscriptions', 'userId'],
  ['follows', 'followerId'],
] as const;

describeDatabases('what rooms keep of an account', (open) => {
  const environment = { RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment });
  const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map((name) => useAccount(server, name));
  const send = callsAs(server);
  const form = async (who: TestAccount, url: string, parts: FormPart[]) => {
    const { payload, contentType = '' } = wholeForm(parts);
    const headers = { ...who.headers, 'content-type': contentType };
    const answer = await server.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  const image = { name: 'image', value: PIXEL, fileName: 'me.png' };
  const kept = async () => {
    const found: string[] = [];
    for (const [table, column] of KEPT) {
      const rows = await rowsOf(server.database, table, column as never, 'ada');
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found;
  };

  it('is in its export, and goes with it; the room stays with whoever has been in it longest', async () => {
    const { id } = await dataOf(send('POST', '/jam', ada, { name: 'Attic', access: 'link' }));
    const { code } = await dataOf(send('POST', `/jam/${id}/codes`, ada, {}));
    await dataOf(send('POST', '/jam/ada/codes', ada, { purpose: 'stage' }));
    for (const who of [ben, cleo]) await dataOf(send('POST', `/jam/${id}/join`, who, { code }));
    const theirs = await dataOf(send('POST', '/jam', ben, { name: 'Cellar' }));
    await dataOf(send('POST', `/jam/${theirs.id}/join`, ada, {}));
    await form(ada!, `/jam/${id}/cover`, [image]);

    const question = await dataOf(send('POST', `/jam/${id}/rifffs`, ada, { rifff: postable() }));
    const parent = { jamId: id, rifffId: question.id };
    const answer = await dataOf(
      send('POST', `/jam/${id}/rifffs`, ben, { rifff: postable([1], { parent }) }),
    );
    const again = { jamId: id, rifffId: answer.id };
    await dataOf(
      send('POST', `/jam/${id}/rifffs`, ada, { rifff: postable([2], { parent: again }) }),
    );
    const asked = await dataOf(
      send('POST', `/jam/${id}/messages`, ada, { message: 'who is there' }),
    );
    const path = `/jam/${id}/feed/${asked.id}`;
    const reply = await dataOf(send('POST', `${path}/reply`, ben, { message: 'me' }));
    await dataOf(send('POST', `/jam/${id}/feed/${reply.id}/reactions`, ada, { reaction: '🔥' }));
    await dataOf(send('POST', `${path}/reactions`, ben, { reaction: '🔥' }));
    await form(ada!, `/jam/${id}/images`, [image]);
    await dataOf(send('POST', `/jam/${id}/feed/${reply.id}/report`, ada, { reason: 'spam' }));
    await dataOf(send('POST', `/jam/${id}/rifffs/${answer.id}/hide`, ada));
    await dataOf(send('POST', '/accounts/following', ada, { userId: 'ben' }));
    await dataOf(send('POST', '/accounts/settings', ada, { settings: { digest: 'weekly' } }));
    const { body: device } = await PEOPLE_EXAMPLES.subscribePush!(null as never, 'ana');
    await dataOf(send('POST', '/notifications/push', ada, device));
    await dataOf(send('POST', '/accounts/blocked/cleo', ada));
    await dataOf(send('POST', '/accounts/blocked/ada', cleo));
    expect((await kept()).sort()).toEqual(KEPT.map((one) => one.join('.')).sort());

    const taken = await dataOf(send('GET', '/accounts/export', ada));
    expect(taken.jams.members).toMatchObject([{ jamId: theirs.id, role: 'member' }]);
    expect(taken.jams.hides).toMatchObject([{ jamId: id, rifffId: answer.id }]);
    expect(taken.jams.codes).toHaveLength(2);
    expect(taken.chat.messages).toMatchObject([
      { text: 'who is there' },
      { type: 'images', files: [expect.stringMatching(/^\/media\//)] },
    ]);
    expect(taken.chat.files).toHaveLength(2);
    expect(taken.chat.notices).toMatchObject([{ kind: 'answer', rifffId: answer.id }]);
    expect(taken.chat.reactions).toMatchObject([{ messageId: reply.id }]);
    expect(taken.chat.reports).toMatchObject([{ kind: 'message', reason: 'spam' }]);
    expect(taken.chat.blocks).toMatchObject([{ blockedId: 'cleo' }]);
    expect(taken.people.noticeSettings).toMatchObject([{ digest: 'weekly' }]);
    expect(taken.people.noticeSettings[0]).not.toHaveProperty('token');
    expect(taken.people.pushDevices).toMatchObject([{ service: 'fcm.googleapis.com' }]);
    expect(taken.people.pushDevices[0]).not.toHaveProperty('endpoint');

    const files = await rowsOf(server.database, 'jamFiles', 'userId', 'ada');
    await closeAccount(server.database, 'ada', Date.now());
    const stop = await restart();
    await removalEnds(server.database.queries);
    await stop();
    expect(await kept()).toEqual([]);
    for (const { hash } of files) expect(await server.blobs.has(hash)).toBe(false);
    // The codes of the room are its new owner's.
    expect(await dataOf(send('GET', `/jam/${id}`, ben))).toMatchObject({
      owner: 'ben',
      coverUrl: null,
    });
    expect((await dataOf(send('GET', `/jam/${id}/codes`, ben))).codes).toMatchObject([{ code }]);
    const { feed } = await dataOf(send('GET', `/jam/${id}/feed`, ben));
    expect(feed).toMatchObject([{ message: 'me', reply: { user: '', message: '' } }]);
    expect((await dataOf(send('GET', '/accounts/notices', ben))).notices).toEqual([]);
    // Nothing of the room names who has left.
    for (const url of ['', '/events?since=0', '/feed', '/rifffs', '/tree', '/members']) {
      const said = JSON.stringify(await dataOf(send('GET', `/jam/${id}${url}`, ben)));
      expect(said, url).not.toContain('"ada"');
    }
  });

  it('closes a room where nobody else is a member', async () => {
    const { id } = await dataOf(send('POST', '/jam', cleo, { name: 'Alone' }));
    const { code } = await dataOf(send('POST', `/jam/${id}/codes`, cleo, {}));
    const guestName = 'Somebody';
    await dataOf(send('POST', `/jam/code/${code}/join`, null, { guestName }));
    await closeAccount(server.database, 'cleo', Date.now());
    expect((await send('GET', `/jam/${id}`, null)).status).toBe(404);
    expect((await send('GET', `/jam/code/${code}`, null)).status).toBe(404);
  });

  async function restart(): Promise<() => Promise<void>> {
    const { database, blobs, folder } = server;
    const app = await createApp({
      settings: readSettings({ RONDO_DATA: folder }),
      database,
      blobs,
    });
    return () => app.close();
  }
});
