import sharp from 'sharp';
import { expect, it } from 'vitest';
import { removalEnds } from '../../testing/afterwards.ts';
import { callsOf, credentialOf, TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { storeAvatar } from './avatars.ts';

describeDatabases('what an account owns', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open });
  const calls = callsOf(server);

  const insertRifff = async (
    userId: string,
    id: string,
    parent: { userId: string; id: string } | null = null,
  ) => {
    const doc = {
      _id: id,
      jamId: userId,
      created: 1,
      userName: userId,
      creators: [userId],
      state: { barLength: 16, bps: 2, playback: [] },
      loops: [],
      scale: 0,
      root: 0,
      title: `secret of ${userId}`,
    };
    await server.database.queries
      .insertInto('rifffs')
      .values({
        jamId: userId,
        id,
        userId,
        created: 1,
        parentJamId: parent?.userId ?? null,
        parentId: parent?.id ?? null,
        originalId: parent?.id ?? null,
        digest: 'd',
        access: 'none',
        license: 'all-rights-reserved',
        doc: JSON.stringify(doc),
      })
      .execute();
  };
  const share = (userId: string, id: string) =>
    server.database.queries
      .insertInto('shares')
      .values({
        id,
        jamId: userId,
        rifffId: id,
        userId,
        title: id,
        isPrivate: false,
        created: 1,
        likeCount: 1,
        source: null,
        isRemoved: false,
      })
      .execute();
  const remove = (as: string, password = TEST_PASSWORD) =>
    calls.post('/accounts/delete', { password }, { as });

  it('leaves with its owner, whole and without secrets', async () => {
    const as = credentialOf(await calls.signup('Packer', { referralId: 'friend' }));
    await insertRifff('Packer', 'p1');
    await share('Packer', 'p1');
    const { status, data } = await calls.get('/accounts/export', as);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      profile: { user_id: 'Packer' },
      settings: { email: 'Packer@mail.example' },
      accessRights: { license: 'all-rights-reserved' },
      signup: { client: 'website', referralId: 'friend' },
      sessions: [{ device: 'Chrome on Linux' }],
      jams: { jams: [{ id: 'Packer' }], rifffs: [{ doc: { title: 'secret of Packer' } }] },
      feed: { shares: [{ id: 'p1' }] },
    });
    const text = JSON.stringify(data);
    for (const secret of [...as.split(':'), 'argon2', 'Hash']) expect(text).not.toContain(secret);
    expect((await calls.get('/accounts/export')).status).toBe(401);
  });

  itOnce('is deleted only with the password', async () => {
    const as = credentialOf(await calls.signup('Careful'));
    expect(await remove(as, 'Wrong horse')).toMatchObject({
      status: 400,
      validationErrors: { password: 'This is not your password' },
    });
    expect((await calls.get('/auth/session', as)).status).toBe(200);
    expect((await calls.post('/accounts/delete', { password: TEST_PASSWORD })).status).toBe(401);
  });

  it('goes for good: sessions, picture, address and shares; the name is never issued again', async () => {
    const as = credentialOf(await calls.signup('Leaver'));
    const elsewhere = credentialOf(await calls.login('Leaver'));
    await calls.post('/accounts/profile', { bio: 'my life' }, { as });
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    const key = await storeAvatar(server, 'Leaver', bytes);
    const { hash } = await server.database.queries
      .selectFrom('avatars')
      .select('hash')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    await insertRifff('Leaver', 'l1');
    await share('Leaver', 'l1');
    expect(await remove(as)).toMatchObject({ status: 200, data: {} });
    await removalEnds(server.database.queries);
    for (const credential of [as, elsewhere]) {
      expect((await calls.get('/auth/session', credential)).status).toBe(401);
    }
    expect((await calls.login('Leaver')).status).toBe(401);
    expect((await calls.login('leaver@mail.example')).status).toBe(401);
    expect((await calls.get('/accounts/profile/Leaver')).status).toBe(404);
    expect((await server.app.inject(`/media/${key}`)).statusCode).toBe(404);
    expect(await server.blobs.has(hash)).toBe(false);
    const account = await rowsOf(server.database, 'accounts', 'id', 'Leaver');
    const left = JSON.stringify(account);
    for (const word of ['my life', 'mail.example', 'argon2']) expect(left).not.toContain(word);
    for (const table of [
      'shares',
      'rifffs',
      'sessions',
      'signInPlaces',
      'tickets',
      'avatars',
    ] as const) {
      const rows = await rowsOf(server.database, table, 'userId', 'Leaver');
      expect(rows, table).toEqual([]);
    }
    const again = await calls.signup('LEAVER');
    expect(again.validationErrors).toEqual({ username: 'This name is already taken' });
    // The address is free again.
    expect((await calls.signup('Leaver-2', { email: 'leaver@mail.example' })).status).toBe(200);
  });

  it('keeps the lineage of what others built on it, and nothing of its sound', async () => {
    const as = credentialOf(await calls.signup('Stem-1'));
    await calls.signup('Branch');
    await insertRifff('Stem-1', 'r1');
    await insertRifff('Stem-1', 'r2');
    await insertRifff('Branch', 'b1', { userId: 'Stem-1', id: 'r1' });
    expect((await remove(as)).status).toBe(200);
    const { queries } = server.database;
    await removalEnds(queries);
    const rows = await rowsOf(server.database, 'rifffs', 'jamId', 'Stem-1');
    expect(rows.map(({ id }) => id)).toEqual(['r1']);
    expect(JSON.stringify(rows[0]?.doc)).not.toContain('Stem-1"]');
    expect(JSON.stringify(rows[0]?.doc)).not.toContain('secret');
    const branch = await queries
      .selectFrom('rifffs')
      .selectAll()
      .where('jamId', '=', 'Branch')
      .executeTakeFirst();
    expect(branch).toMatchObject({ parentJamId: 'Stem-1', parentId: 'r1', originalId: 'r1' });
  });

  it('is deleted once when it is asked twice at the same time', async () => {
    const as = credentialOf(await calls.signup('Twice'));
    const statuses = (await Promise.all([remove(as), remove(as)])).map(({ status }) => status);
    expect(statuses).toContain(200);
    for (const status of statuses) expect([200, 400, 401]).toContain(status);
  });
});
