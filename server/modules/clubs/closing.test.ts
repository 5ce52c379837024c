import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { AT_ONCE } from '../../kernel/jobs.ts';
import type { Database } from '../../ports/database/database.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { clubCalls } from '../../testing/clubCalls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';
import { PURGE_AFTER_MS, purgeClubs } from './purge.ts';

/** Lets the database itself refuse to delete from a table, as a full disk or a lost connection would. */
async function refuseDeleting({ kind, queries }: Database, table: string): Promise<() => unknown> {
  const on = sql.table(table);
  const name = sql.id(`no_${table}`);
  if (kind === 'sqlite') {
    await sql`create trigger ${name} before delete on ${on} begin select raise(abort, 'refused'); end`.execute(
      queries,
    );
    return () => sql`drop trigger ${name}`.execute(queries);
  }
  await sql`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(queries);
  await sql`create trigger ${name} before delete on ${on} for each row execute function ${name}()`.execute(
    queries,
  );
  return () => sql`drop function ${name}() cascade`.execute(queries);
}

describeDatabases('the end of clubs', (open) => {
  const environment = { RATE_LIMIT: '1000000', RONDO_MODERATORS: 'judge' };
  const server = useTestServer({ openDatabase: open, environment });
  const [ada, ben, cleo, dan, judge] = ['ada', 'ben', 'cleo', 'dan', 'judge'].map((name) =>
    useAccount(server, name),
  ) as [TestAccount, TestAccount, TestAccount, TestAccount, TestAccount];
  const { send, get, post, drop, ok, make, join } = clubCalls(server);
  const clubRow = async (id: string) => (await rowsOf(server.database, 'clubs', 'id', id))[0];
  const commit = async (who: TestAccount, jamId: string) =>
    (await ok(send('POST', `/jam/${jamId}/rifffs`, who, { rifff: postable() }))).id as string;
  /** What a person was told of a club, the latest first. */
  const toldOf = async (who: TestAccount, clubId: string): Promise<string[]> => {
    const { notifications } = await ok(send('GET', '/notifications?limit=50', who));
    return notifications.flatMap(({ club }: { club: { id: string; news: string } | null }) =>
      club?.id === clubId ? [club.news] : [],
    );
  };
  const isOver = (id: string) =>
    server.database.queries
      .updateTable('clubs')
      .set({ closes: Date.now() - PURGE_AFTER_MS - 1 })
      .where('id', '=', id)
      .execute();

  it('is seven days away: its members are told, read it, and change nothing until it is brought back', async () => {
    const { id, inviteCode, channels } = await make(ada, { access: 'open' });
    const [{ jamId }] = channels;
    await join(inviteCode, ben);
    expect((await send('GET', `/jam/${jamId}`, cleo)).status).toBe(200);
    expect((await drop(ben, `/${id}`)).status).toBe(403);
    const { closes } = await ok(drop(ada, `/${id}`));
    expect(Math.abs(closes - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    expect(await ok(drop(ada, `/${id}`))).toEqual({ closes });
    expect(await ok(get(ben, `/${id}`))).toMatchObject({ closes, channels: [{ jamId }] });
    expect((await send('GET', `/jam/${jamId}`, ben)).status).toBe(200);
    // A caller who asks for the jam alone, as the search and files do, finds it closed.
    expect(await rowsOf(server.database, 'jams', 'id', jamId)).toMatchObject([
      { access: 'private', channelAccess: 'public' },
    ]);
    for (const url of [`/clubs/${id}`, `/clubs/invite-code/${inviteCode}`, `/jam/${jamId}`]) {
      expect((await send('GET', url, cleo)).status, url).toBe(404);
    }
    const refused = [
      () => post(cleo, `/${id}/join`),
      () => post(cleo, `/join/${inviteCode}`),
      () => post(ada, `/${id}`, { name: 'Still' }),
      () => post(ada, `/${id}/jams`, { name: 'Still' }),
      () => post(ada, `/${id}/codes`),
      () => send('POST', `/jam/${jamId}/rifffs`, ben, { rifff: postable() }),
      () => post(ben, `/${id}/restore`),
    ];
    for (const call of refused) expect([403, 404], String(call)).toContain((await call()).status);
    const back = await ok(post(ada, `/${id}/restore`));
    expect(back).toMatchObject({ closes: null, channels: [{ jamId, access: 'public' }] });
    expect((await send('GET', `/jam/${jamId}`, cleo)).status).toBe(200);
    expect(await toldOf(ben, id)).toEqual(['restored', 'closes']);
    expect(await toldOf(ada, id)).toEqual([]);
    // Nothing of it is ended meanwhile.
    await purgeClubs(server, Date.now());
    expect(await ok(get(cleo, `/${id}`))).toMatchObject({ memberCount: 2 });
  });

  it('takes all of it, however often it breaks off, and leaves what everyone made in their own jams', async () => {
    const { id, inviteCode, channels } = await make(ada, { access: 'open' });
    const [{ jamId: first }] = channels;
    await join(inviteCode, ben, cleo);
    await ok(post(ada, `/${id}/blocked/dan`));
    const { jamId: second } = await ok(post(ada, `/${id}/jams`, { name: 'Cellar' }));
    const made = [await commit(ben, first), await commit(ben, second), await commit(ada, first)];
    await ok(drop(ada, `/${id}`));
    await isOver(id);
    for (const who of [ada, ben, null]) {
      expect((await get(who, `/${id}`)).status).toBe(404);
      expect((await send('GET', `/jam/${first}`, who)).status).toBe(404);
    }
    expect((await post(ada, `/${id}/restore`)).status).toBe(404);
    const { database } = server;
    // A process that dies behind so many steps.
    const dying = (steps: number) => {
      let left = steps;
      const gently = async <T>(work: () => Promise<T>): Promise<T> => {
        if (left === 0) throw new Error('died');
        left -= 1;
        return work();
      };
      return purgeClubs(server, Date.now(), { ...AT_ONCE, gently }).then(
        () => true,
        () => false,
      );
    };
    for (let steps = 1; steps < 4; steps++) expect(await dying(steps), String(steps)).toBe(false);
    expect(await clubRow(id)).toBeDefined();
    for (const table of ['playlists', 'clubMembers', 'clubs']) {
      const allow = await refuseDeleting(database, table);
      // Of two nodes neither goes on behind what was refused.
      const both = [purgeClubs(server, Date.now()), purgeClubs(server, Date.now())];
      const ends = await Promise.allSettled(both);
      expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      await allow();
      expect(await clubRow(id), table).toBeDefined();
    }
    await Promise.all([purgeClubs(server, Date.now()), purgeClubs(server, Date.now())]);
    expect(await clubRow(id)).toBeUndefined();
    for (const table of ['clubMembers', 'clubImages', 'playlists'] as const) {
      expect(await rowsOf(database, table, 'clubId' as never, id), table).toEqual([]);
    }
    expect(await rowsOf(database, 'codes', 'target', id)).toEqual([]);
    for (const jamId of [first, second]) {
      expect(await rowsOf(database, 'jams', 'id', jamId)).toMatchObject([
        { name: '', access: 'private', ownerId: '', clubId: null },
      ]);
      expect((await send('GET', `/jam/${jamId}`, ben)).status).toBe(404);
    }
    const own = await rowsOf(database, 'rifffs', 'jamId', 'ben');
    expect(own.map((row) => row.id).sort()).toEqual([made[0], made[1]].sort());
    const { rifffs } = await ok(send('GET', '/jam/ada/rifffs', ada));
    expect(rifffs.map(({ _id }: { _id: string }) => _id)).toEqual([made[2]]);
  });

  it('comes to one channel alone, and not to the last one', async () => {
    const { id, inviteCode, channels } = await make(ada);
    const [{ jamId: general }] = channels;
    await join(inviteCode, cleo);
    const { jamId } = await ok(post(ada, `/${id}/jams`, { name: 'Cellar' }));
    const made = await commit(cleo, jamId);
    // Both at once: one stays.
    const answers = await Promise.all(
      [general, jamId].map((one) => drop(ada, `/${id}/jams/${one}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const left = await ok(get(ada, `/${id}`));
    expect(left.channels).toHaveLength(1);
    if (left.channels[0].jamId === jamId) {
      await ok(post(ada, `/${id}/jams`, { name: 'Attic' }));
      await ok(drop(ada, `/${id}/jams/${jamId}`));
    }
    expect((await send('GET', `/jam/${jamId}`, ada)).status).toBe(404);
    await expect
      .poll(async () => (await rowsOf(server.database, 'rifffs', 'id', made)).length)
      .toBe(2);
    await expect
      .poll(async () => (await rowsOf(server.database, 'jams', 'id', jamId))[0]?.clubId)
      .toBeNull();
    expect(await ok(get(cleo, `/${id}`))).toMatchObject({ memberCount: 2 });
  });

  it('does not come with its owner where somebody can follow: the moderator of longest standing', async () => {
    const { database } = server;
    const owner = await makeAccount(database, 'leaver1');
    const { id, inviteCode, channels } = await make(owner);
    await join(inviteCode, cleo, ben, dan);
    for (const who of ['dan', 'ben']) {
      await ok(post(owner, `/${id}/members/${who}`, { role: 'moderator' }));
    }
    await ok(post(owner, `/${id}/codes`, { note: 'Theirs' }));
    await closeAccount(database, 'leaver1', Date.now());
    expect(await clubRow(id)).toMatchObject({ ownerId: 'ben', closes: null });
    expect(await rowsOf(database, 'jams', 'id', channels[0].jamId)).toMatchObject([
      { ownerId: 'ben', clubId: id, name: 'General' },
    ]);
    expect(await ok(get(ben, `/${id}`))).toMatchObject({ role: 'owner', memberCount: 3 });
    const { codes } = await ok(get(ben, `/${id}/codes`));
    expect(codes).toMatchObject([{ createdBy: 'ben' }, { createdBy: 'ben' }]);
    expect(await toldOf(ben, id)).toEqual(['owner', 'moderator']);
  });

  it('comes with its owner where nobody can: its members have seven days to take it along', async () => {
    const { database } = server;
    const owner = await makeAccount(database, 'leaver2');
    const { id, inviteCode } = await make(owner, { access: 'open' });
    await join(inviteCode, cleo);
    await closeAccount(database, 'leaver2', Date.now());
    expect(await ok(get(cleo, `/${id}`))).toMatchObject({ owner: '', memberCount: 1 });
    expect((await clubRow(id))?.closes).toBeGreaterThan(Date.now());
    expect(await toldOf(cleo, id)).toEqual(['closes']);
    expect(await ok(get(cleo, `/${id}/export`))).toMatchObject({ club: { id, owner: '' } });
    expect((await post(cleo, `/${id}/restore`)).status).toBe(403);
    expect((await get(dan, `/${id}`)).status).toBe(404);
    await ok(drop(cleo, `/my-clubs/${id}`));
  });

  it('leaves no club to an account that is gone, whatever is handed over meanwhile', async () => {
    const { database } = server;
    for (let round = 0; round < 6; round++) {
      const owner = await makeAccount(database, `giver${round}`);
      const heir = await makeAccount(database, `taker${round}`);
      const { id, inviteCode } = await make(owner);
      await join(inviteCode, heir);
      const leaver = round % 2 ? owner : heir;
      await Promise.allSettled([
        post(owner, `/${id}/owner`, { userId: heir.userId }),
        closeAccount(database, leaver.userId, Date.now()),
        ...(round > 3
          ? [closeAccount(database, (round % 2 ? heir : owner).userId, Date.now())]
          : []),
      ]);
      const row = await clubRow(id);
      const rows = await rowsOf(database, 'clubMembers', 'clubId', id);
      const people = rows.map(({ userId, role }) => `${userId} ${role}`);
      for (const { userId } of rows) {
        expect(await rowsOf(database, 'accounts', 'id', userId)).toMatchObject([
          { isDeleted: false },
        ]);
      }
      if (row?.ownerId === '') expect(row.closes).not.toBeNull();
      else expect(people).toContain(`${row?.ownerId} owner`);
      expect(rows.filter(({ role }) => role === 'owner').length).toBe(row?.ownerId === '' ? 0 : 1);
    }
  });

  it('comes at once where a moderator of the server takes it out, with a reason', async () => {
    const { id, inviteCode, channels } = await make(ada, { description: 'Bought followers' });
    await join(inviteCode, ben);
    expect((await get(judge, `/${id}`)).status).toBe(404);
    await ok(post(ben, `/${id}/report`, { reason: 'Spam' }));
    await ok(post(ben, `/${id}/report`, { reason: 'Spam all day' }));
    expect((await post(dan, `/${id}/report`, { reason: 'Spam' })).status).toBe(404);
    const at = `club/${id}`;
    const { reports } = await ok(send('GET', '/moderation/jam-reports', judge));
    expect(reports).toMatchObject([
      {
        ...{ kind: 'club', jamId: id, ref: id, jamName: 'Night owls', user: 'ada' },
        ...{ reporter: 'ben', reason: 'Spam all day', message: 'Bought followers' },
      },
    ]);
    // A moderator who judges it reads it as people outside would, though it is by invitation.
    expect(await ok(get(judge, `/${id}`))).toMatchObject({ role: null, channels: [] });
    const judged = (how: string) =>
      send('POST', `/moderation/jam-reports/${id}/${at}/${how}`, judge, { reason: 'It is' });
    await ok(judged('dismiss'));
    expect((await get(judge, `/${id}`)).status).toBe(404);
    await ok(post(ben, `/${id}/report`, { reason: 'Spam again' }));
    const made = await commit(ben, channels[0].jamId);
    await ok(judged('remove'));
    for (const who of [ada, ben, judge]) expect((await get(who, `/${id}`)).status).toBe(404);
    expect((await post(ada, `/${id}/restore`)).status).toBe(404);
    const { entries } = await ok(send('GET', '/moderation/audit', judge));
    expect(entries).toMatchObject([
      { action: 'remove-club', user: 'ada', reason: 'It is', moderator: 'judge' },
      { action: 'dismiss-club' },
    ]);
    expect((await ok(send('GET', '/moderation/jam-reports', judge))).reports).toEqual([]);
    expect(await toldOf(ada, id)).toEqual(['removed']);
    expect(await toldOf(ben, id)).toEqual(['removed']);
    await expect.poll(() => clubRow(id)).toBeUndefined();
    expect(await rowsOf(server.database, 'rifffs', 'id', made)).toHaveLength(2);
    expect((await judged('remove')).status).toBe(404);
  });
});
