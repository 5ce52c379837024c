import { expect, it } from 'vitest';
import { useAccount } from '../../testing/accounts.ts';
import { callsAs, dataOf } from '../../testing/calls.ts';
import { describeOnce } from '../../testing/databases.ts';
import { roomCalls } from '../../testing/roomCalls.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeOnce('stages', (open) => {
  const server = useTestServer({ openDatabase: open });
  const ada = useAccount(server, 'ada');
  const send = callsAs(server);
  const { post, drop, makeRoom, makeCode, commit } = roomCalls(server, ada);
  const eventsOf = async (id: string, since = 0) =>
    (await dataOf(send('GET', `/jam/${id}/events?since=${since}`, ada))) as {
      events: { kind: string; ref: string }[];
      last: number;
    };

  it('shows a private room until its code is taken back, and nothing else of anything', async () => {
    const [id, other] = [await makeRoom('private'), await makeRoom('private')];
    const { data } = (await commit(ada, id)).body;
    const [stage, joins] = [await makeCode(id, { purpose: 'stage' }), await makeCode(id)];
    const onStage = async (
      url: string,
      code: string | null = stage,
      method: 'GET' | 'POST' = 'GET',
    ) =>
      server.app.inject({
        method,
        url: `/api${url}`,
        headers: { ...(code && { 'x-rondo-stage': code }) },
        ...(method === 'POST' && { payload: {} }),
      });
    const shown = ['', '/rifffs', `/rifffs/${data.id}`, '/tree', '/events?since=0'];
    const plain = stage.replaceAll('-', '').toLowerCase();
    for (const part of shown) {
      for (const code of [stage, plain]) {
        const answer = await onStage(`/jam/${id}${part}`, code);
        expect([answer.statusCode, part]).toEqual([200, part]);
        expect(answer.headers['cache-control']).toContain('private');
      }
      for (const code of [null, joins, 'ABCD-EFGH-JKLM', 'nonsense']) {
        expect((await onStage(`/jam/${id}${part}`, code)).statusCode, part).toBe(404);
      }
    }
    for (const part of ['', '/rifffs', '/tree', '/events?since=0']) {
      expect((await onStage(`/jam/${other}${part}`)).statusCode).toBe(404);
    }
    expect((await onStage(`/jam/${id}`)).json().data).toMatchObject({
      role: null,
      mayAnswer: false,
      mayChat: false,
    });
    for (const closed of [`/jam/${id}/members`, `/jam/${id}/codes`, `/jam/${id}/tracks?count=5`]) {
      expect((await onStage(closed)).statusCode, closed).toBeGreaterThanOrEqual(400);
    }
    expect((await onStage(`/jam/${id}/rifffs`, stage, 'POST')).statusCode).toBe(401);
    expect((await onStage(`/jam/${id}/join`, stage, 'POST')).statusCode).toBe(401);
    // An account that is signed in beside it sees no more by it.
    const both = await server.app.inject({
      url: `/api/jam/${other}`,
      headers: { ...ada.headers, 'x-rondo-stage': stage },
    });
    expect(both.statusCode).toBe(404);
    const before = (await eventsOf(id)).last;
    await dataOf(drop(ada, `/jam/${id}/codes/${stage}`));
    expect((await eventsOf(id, before)).events).toMatchObject([{ kind: 'jam', ref: id }]);
    for (const part of shown) {
      expect((await onStage(`/jam/${id}${part}`)).statusCode).toBe(404);
    }
    await dataOf(drop(ada, `/jam/${id}/codes/${joins}`));
    expect((await eventsOf(id)).last).toBe(before + 1);
  });

  it('shows a jam of one’s own as well, though nobody joins it', async () => {
    const { data } = (await commit(ada, 'ada')).body;
    const stage = await makeCode('ada', { purpose: 'stage' });
    const onStage = (url: string, code: string) =>
      server.app.inject({ url: `/api${url}`, headers: { 'x-rondo-stage': code } });
    const found = await server.app.inject({ url: `/api/jam/code/${stage}` });
    expect(found.json().data).toMatchObject({
      purpose: 'stage',
      jam: { id: 'ada', kind: 'personal' },
    });
    for (const part of ['', '/rifffs', `/rifffs/${data.id}`, '/events?since=0']) {
      expect((await onStage(`/jam/ada${part}`, stage)).statusCode, part).toBe(200);
      expect((await onStage(`/jam/ada${part}`, 'ABCD-EFGH-JKLM')).statusCode, part).toBe(404);
    }
    expect((await post(ada, '/jam/ada/codes', { purpose: 'join' })).status).toBe(403);
    await dataOf(drop(ada, `/jam/ada/codes/${stage}`));
    expect((await onStage('/jam/ada', stage)).statusCode).toBe(404);
  });
});
