import { expect, it } from 'vitest';
import { takeUse } from '../../kernel/codes.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { clubCalls } from '../../testing/clubCalls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';

describeDatabases('clubs', (open, { itOnce }) => {
  const environment = { RATE_LIMIT: '1000000' };
  const server = useTestServer({ openDatabase: open, environment });
  const [ada, ben, cleo, dan] = ['ada', 'ben', 'cleo', 'dan'].map((name) =>
    useAccount(server, name),
  ) as [TestAccount, TestAccount, TestAccount, TestAccount];
  const { send, get, post, drop, ok, make, join } = clubCalls(server);

  it('begins with a channel, a playlist and a code, and is its maker’s', async () => {
    const club = await make(ada, { name: ' Night owls ', description: 'Slow ones' });
    expect(club).toMatchObject({
      ...{ name: 'Night owls', profile: { name: 'Night owls' }, owner: 'ada', access: 'invite' },
      ...{
        role: 'owner',
        memberCount: 1,
        channelCount: 1,
        isDemo: false,
        closes: null,
        blockedUsers: [],
      },
      channels: [{ name: 'General', access: 'members', rifffCount: 0, newest: null, present: [] }],
      playlists: [{ clubId: club.id, itemCount: 0 }],
      inviteCode: expect.stringMatching(/^.{4}-.{4}-.{4}$/),
    });
    expect(club.id).toMatch(/^club[0-9a-f]{10}$/);
    for (const name of ['', 'Rondo Support', 'x'.repeat(61)]) {
      expect((await post(ada, '', { name })).status).toBe(400);
    }
    expect((await post(null, '', { name: 'Owls' })).status).toBe(401);
  });

  it('does not exist for whoever is not in it, but for what its code opens', async () => {
    const { id, inviteCode, channels } = await make(ada, { description: 'hidden' });
    const [{ jamId }] = channels;
    for (const who of [null, ben]) {
      for (const url of ['', '/members', '/codes', '/export']) {
        const { status } = await get(who, `/${id}${url}`);
        expect([401, 404]).toContain(status);
      }
      expect(await ok(get(who, `/invite-code/${inviteCode}`))).toMatchObject({ id, role: null });
    }
    expect((await post(ben, `/${id}/join`)).status).toBe(404);
    expect((await ok(get(ben, '?search=hidden'))).clubs).toEqual([]);
    const typed = inviteCode.toLowerCase().replaceAll('-', '');
    const { club } = await ok(post(ben, `/join/${typed}`));
    expect(club).toMatchObject({ role: 'member', memberCount: 2, inviteCode: null });
    expect(club.channels).toMatchObject([{ jamId }]);
    // Again: the same, and not counted twice.
    await ok(post(ben, `/join/${typed}`));
    expect(await ok(get(ada, `/${id}/codes`))).toMatchObject({ codes: [{ used: 1 }] });
    expect((await ok(get(ben, '/my-clubs'))).clubs).toMatchObject([{ id, role: 'member' }]);
    await ok(drop(ben, `/my-clubs/${id}`));
    expect((await get(ben, `/${id}`)).status).toBe(404);
    expect((await drop(ada, `/my-clubs/${id}`)).status).toBe(403);
  });

  itOnce('lets its owner alone change it, and those who keep order see to who is in', async () => {
    const { id, inviteCode } = await make(ada);
    await join(inviteCode, ben, cleo, dan);
    const { channels } = await ok(get(ada, `/${id}`));
    const [{ jamId }] = channels;
    expect((await post(ben, `/${id}/members/cleo`, { role: 'moderator' })).status).toBe(403);
    await ok(post(ada, `/${id}/members/ben`, { role: 'moderator' }));
    expect((await post(ada, `/${id}/members/ada`, { role: 'member' })).status).toBe(403);
    expect((await post(ada, `/${id}/members/nobody1`, { role: 'member' })).status).toBe(404);
    const ofOwner = [
      () => post(ben, `/${id}`, { name: 'Mine' }),
      () => drop(ben, `/${id}`),
      () => post(ben, `/${id}/restore`),
      () => post(ben, `/${id}/owner`, { userId: 'ben' }),
      () => post(ben, `/${id}/jams`, { name: 'Mine' }),
      () => post(ben, `/${id}/jams/${jamId}`, { name: 'Mine' }),
      () => drop(ben, `/${id}/jams/${jamId}`),
      () => drop(ben, `/${id}/images/icon`),
    ];
    for (const call of ofOwner) expect((await call()).status, String(call)).toBe(403);
    // Moderators block members alone, and owners anyone; no one may block themselves.
    expect((await post(ben, `/${id}/blocked/ada`)).status).toBe(403);
    expect((await post(ben, `/${id}/blocked/ben`)).status).toBe(403);
    expect((await post(dan, `/${id}/blocked/cleo`)).status).toBe(403);
    await ok(post(ben, `/${id}/blocked/cleo`));
    expect((await get(cleo, `/${id}`)).status).toBe(404);
    expect((await post(cleo, `/join/${inviteCode}`)).status).toBe(403);
    expect(await ok(get(ben, `/${id}`))).toMatchObject({
      inviteCode,
      blockedUsers: [{ userId: 'cleo' }],
    });
    await ok(post(ada, `/${id}/blocked/ben`));
    expect((await get(ben, `/${id}`)).status).toBe(404);
    const { members, total } = await ok(get(dan, `/${id}/members`));
    expect([members.map(({ userId }: { userId: string }) => userId), total]).toEqual([
      ['ada', 'dan'],
      2,
    ]);
    expect(await ok(get(dan, `/${id}`))).toMatchObject({ inviteCode: null, blockedUsers: [] });
    await ok(drop(ada, `/${id}/blocked/cleo`));
    expect((await get(cleo, `/${id}`)).status).toBe(404);
    await ok(post(cleo, `/join/${inviteCode}`));
    expect((await post(ada, `/${id}/blocked/nobody1`)).status).toBe(404);
  });

  itOnce('keeps a channel from whoever does not hear it', async () => {
    const { id, channels } = await make(ada, { name: 'Open owls', access: 'open' });
    const [{ jamId: general }] = channels;
    await ok(post(ben, `/${id}/join`));
    for (const access of ['members', 'moderators']) {
      const { channel } = await ok(post(ada, `/${id}/jams`, { name: access, access }));
      expect(channel).toMatchObject({ name: access, access, imageUrl: null });
    }
    const names = async (who: TestAccount | null) =>
      (await ok(get(who, `/${id}`))).channels.map(({ name }: { name: string }) => name);
    expect(await names(null)).toEqual(['General']);
    expect(await names(ben)).toEqual(['General', 'members']);
    expect(await names(ada)).toEqual(['General', 'members', 'moderators']);
    expect(await ok(get(null, `/${id}`))).toMatchObject({ channelCount: 2, memberCount: 2 });
    const official = { name: 'Rondo Support', access: 'public' };
    expect((await post(ada, `/${id}/jams`, official)).status).toBe(400);
    const elsewhere = '/media/00112233445566778899aabbccddeeff';
    for (const imageUrl of [elsewhere, 'https://example.org/a.png', `${elsewhere}/../x`]) {
      const refused = await post(ada, `/${id}/jams/${general}`, { imageUrl });
      expect(refused).toMatchObject({ status: 400, body: { validationErrors: { imageUrl: {} } } });
    }
    const changed = await ok(
      post(ada, `/${id}/jams/${general}`, { name: 'Lounge', imageUrl: null }),
    );
    expect(changed).toMatchObject({ name: 'Lounge', access: 'public' });
    const other = await make(ada);
    expect((await post(ada, `/${other.id}/jams/${general}`, { name: 'x' })).status).toBe(404);
    expect((await drop(ada, `/${other.id}/jams/${other.channels[0].jamId}`)).status).toBe(403);
  });

  it('is found where it is open, those that sound first, and drawn by what the reader hears', async () => {
    const quiet = await make(ada, { name: 'Zebra quiet', access: 'open' });
    const loud = await make(ada, { name: 'Zebra loud', access: 'open' });
    const [{ jamId }] = loud.channels;
    const rifff = await send('POST', `/jam/${jamId}/rifffs`, ada, { rifff: postable() });
    expect(rifff.status, JSON.stringify(rifff.body)).toBe(200);
    await make(ada, { name: 'Zebra hidden' });
    const { clubs, total } = await ok(get(null, '?search=zebra'));
    expect(total).toBe(2);
    expect(clubs).toMatchObject([
      { id: loud.id, newest: { _id: rifff.body.data.id }, presentCount: 0, role: null },
      { id: quiet.id, newest: null },
    ]);
    expect((await ok(get(null, '?search=zebra&live'))).clubs).toMatchObject([{ id: loud.id }]);
    expect((await ok(get(null, '?search=zebra&skip=1&limit=1'))).clubs).toMatchObject([
      { id: quiet.id },
    ]);
    const page = await ok(get(null, `/${loud.id}`));
    expect(page.channels).toMatchObject([{ jamId, rifffCount: 1, newest: {} }]);
    await ok(post(ada, `/${loud.id}`, { access: 'invite', name: 'Zebra gone' }));
    expect((await ok(get(null, '?search=zebra'))).total).toBe(1);
  });

  it('is handed over with its channels, and who had it is a moderator', async () => {
    const { id, inviteCode, channels } = await make(ada);
    await join(inviteCode, ben);
    expect((await post(ada, `/${id}/owner`, { userId: 'cleo' })).status).toBe(404);
    expect((await post(ada, `/${id}/owner`, { userId: 'ada' })).status).toBe(403);
    const page = await ok(post(ada, `/${id}/owner`, { userId: 'ben' }));
    expect(page).toMatchObject({ owner: 'ben', role: 'moderator' });
    expect(await rowsOf(server.database, 'jams', 'id', channels[0].jamId)).toMatchObject([
      { ownerId: 'ben' },
    ]);
    const { members } = await ok(get(ada, `/${id}/members`));
    expect(members).toMatchObject([
      { userId: 'ben', role: 'owner' },
      { userId: 'ada', role: 'moderator' },
    ]);
    const { notifications } = (await ok(send('GET', '/notifications', ben))) as {
      notifications: { kind: string; club: { id: string } }[];
    };
    expect(notifications.find(({ club }) => club?.id === id)).toMatchObject({
      ...{ kind: 'club', isRead: false, people: [], path: `/club/${id}`, text: '' },
      club: { id, name: 'Night owls', news: 'owner' },
    });
    await ok(drop(ada, `/my-clubs/${id}`));
  });

  it('lets exactly as many in by a code as it is for, however many come at once', async () => {
    const { id } = await make(ada);
    const { code } = await ok(post(ada, `/${id}/codes`, { maxUses: 5, note: 'Five' }));
    const crowd: TestAccount[] = [];
    for (let at = 0; at < 50; at++) crowd.push(await makeAccount(server.database, `crowd${at}`));
    const answers = await Promise.all(crowd.map((who) => post(who, `/join/${code}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 404)).toHaveLength(45);
    expect(await ok(get(ada, `/${id}`))).toMatchObject({ memberCount: 6 });
    expect(await ok(get(ada, `/${id}/codes`))).toMatchObject({
      codes: [{ note: 'Five', used: 5, maxUses: 5 }, { used: 0 }],
    });
    expect((await get(null, `/invite-code/${code}`)).status).toBe(404);
    // Nor people who found it while it was still open.
    const folded = code.replaceAll('-', '');
    expect(await takeUse(server.database.queries, ['club'], folded, Date.now())).toBe(false);
    await ok(drop(ada, `/${id}/codes/${code}`));
    expect((await drop(ada, `/${id}/codes/${code}`)).status).toBe(404);
  });

  it('has nobody in it who was blocked, however both happen at once', async () => {
    const { id, inviteCode } = await make(ada);
    for (let round = 0; round < 6; round++) {
      const who = await makeAccount(server.database, `rushing${round}`);
      const both = [
        post(who, `/join/${inviteCode}`),
        post(ada, `/${id}/blocked/${who.userId}`),
        post(who, `/join/${inviteCode}`),
      ];
      const [first, blocked, last] = await Promise.all(both);
      expect(blocked!.status).toBe(200);
      for (const { status } of [first!, last!]) expect([200, 403, 404]).toContain(status);
      expect((await get(who, `/${id}`)).status).toBe(404);
    }
    expect(await ok(get(ada, `/${id}`))).toMatchObject({ memberCount: 1 });
  });

  it('knows no code after its day, nor more tries than an address has', async () => {
    const { id } = await make(ada);
    const { code, expires } = await ok(post(ada, `/${id}/codes`, { days: 1 }));
    expect(expires).toBeGreaterThan(Date.now());
    const folded = code.replaceAll('-', '');
    const { queries } = server.database;
    await queries.updateTable('codes').set({ expires: 1 }).where('code', '=', folded).execute();
    expect((await post(ben, `/join/${code}`)).status).toBe(404);
    expect((await ok(get(ada, `/${id}`))).inviteCode).not.toBe(code);
    await queries
      .updateTable('limits')
      .set({ count: 120 })
      .where('key', 'like', 'clubcode:%')
      .execute();
    expect((await get(ben, `/invite-code/${code}`)).status).toBe(429);
  });
});
