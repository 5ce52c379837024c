import sharp from 'sharp';
import { expect, it } from 'vitest';
import { ClubExportSchema } from '../../../src/data/contract/clubs.ts';
import { createApp } from '../../app.ts';
import { readSettings } from '../../settings.ts';
import { makeAccount, type TestAccount, useAccount } from '../../testing/accounts.ts';
import { removalEnds } from '../../testing/afterwards.ts';
import { clubCalls } from '../../testing/clubCalls.ts';
import { describeDatabases, rowsOf } from '../../testing/databases.ts';
import { wholeForm } from '../../testing/fuzz/forms.ts';
import { postable } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { closeAccount } from '../accounts/closing.ts';
import { usedBytes } from '../uploads/usage.ts';

const pictureOf = (background: string, width = 64, height = 40) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();

describeDatabases('what clubs show and give', (open, { itOnce }) => {
  const server = useTestServer({ openDatabase: open, environment: { RATE_LIMIT: '1000000' } });
  const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map((name) => useAccount(server, name)) as [
    TestAccount,
    TestAccount,
    TestAccount,
  ];
  const { send, get, post, drop, ok, make, join } = clubCalls(server);
  const put = async (who: TestAccount, url: string, value: Buffer | string, name = 'file') => {
    const { payload, contentType = '' } = wholeForm([
      { name, value, ...(typeof value !== 'string' && { fileName: 'a.png' }) },
    ]);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/clubs${url}`,
      headers: { ...who.headers, 'content-type': contentType },
      payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const media = (url: string) => server.app.inject(url);

  itOnce(
    'has an icon, a banner and pictures of channels, each as long as it is shown',
    async () => {
      const { id, channels } = await make(ada, { access: 'open' });
      const [{ jamId }] = channels;
      await ok(post(ben, `/${id}/join`));
      const red = await pictureOf('red');
      expect((await put(ben, `/${id}/images/icon`, red)).status).toBe(403);
      expect((await put(cleo, '/club0000000000/images/icon', red)).status).toBe(404);
      for (const bad of [
        await put(ada, `/${id}/images/icon`, 'no file'),
        await put(ada, `/${id}/images/banner`, Buffer.from('text')),
      ]) {
        expect(bad).toMatchObject({
          status: 400,
          body: { validationErrors: { file: expect.any(String) } },
        });
      }
      const { iconUrl } = await ok(put(ada, `/${id}/images/icon`, red));
      const { bannerUrl } = await ok(
        put(ada, `/${id}/images/banner`, await pictureOf('blue', 2000, 500)),
      );
      const sizes = [iconUrl, bannerUrl].map(async (url: string) => {
        const { rawPayload, headers } = await media(url);
        expect(headers['content-type']).toBe('image/webp');
        const { width, height } = await sharp(rawPayload).metadata();
        return [width, height];
      });
      expect(await Promise.all(sizes)).toEqual([
        [512, 512],
        [1600, 400],
      ]);
      const { queries } = server.database;
      const rows = await rowsOf(server.database, 'clubImages', 'clubId', id);
      expect(await usedBytes(queries, 'ada')).toBe(rows.reduce((sum, { size }) => sum + size, 0));
      const changed = await ok(post(ada, `/${id}/jams/${jamId}`, { imageUrl: iconUrl }));
      expect(changed.imageUrl).toBe(iconUrl);
      expect((await ok(send('GET', `/jam/${jamId}`, null))).coverUrl).toBe(iconUrl);
      const { hash } = rows.find(({ kind }) => kind === 'icon')!;
      // The same again has another address, and the one before leads nowhere.
      const again = await ok(put(ada, `/${id}/images/icon`, red));
      expect(again.iconUrl).not.toBe(iconUrl);
      expect((await media(iconUrl)).statusCode).toBe(404);
      expect((await media(again.iconUrl)).statusCode).toBe(200);
      expect((await ok(get(null, `/${id}`))).channels).toMatchObject([{ imageUrl: null }]);
      expect(await ok(drop(ada, `/${id}/images/icon`))).toMatchObject({ iconUrl: null, bannerUrl });
      expect(await ok(drop(ada, `/${id}/images/icon`))).toMatchObject({ iconUrl: null });
      expect(await server.blobs.has(hash)).toBe(false);
    },
  );

  itOnce(
    'takes no picture that a moderator took out, and keeps the one that is there',
    async () => {
      const { id } = await make(ben);
      const green = await pictureOf('green');
      const { iconUrl } = await ok(put(ben, `/${id}/images/icon`, green));
      const [row] = await rowsOf(server.database, 'clubImages', 'clubId', id);
      const value = row!.hash;
      const barred = { kind: 'picture', value, userId: 'ben', since: 1, origin: 'x' } as const;
      await server.database.queries.insertInto('barred').values(barred).execute();
      expect((await put(ben, `/${id}/images/icon`, green)).status).toBe(403);
      expect((await media(iconUrl)).statusCode).toBe(200);
    },
  );

  it('gives whoever is in it everything that they may read, and nobody else anything', async () => {
    const { id, inviteCode, channels, playlists } = await make(ada, { access: 'open' });
    await join(inviteCode, ben);
    const { jamId: closed } = await ok(
      post(ada, `/${id}/jams`, { name: 'Staff', access: 'moderators' }),
    );
    const [{ jamId }] = channels;
    const made: string[] = [];
    for (let at = 0; at < 12; at++) {
      const { id: rifffId } = await ok(
        send('POST', `/jam/${jamId}/rifffs`, at % 2 ? ada : ben, { rifff: postable() }),
      );
      made.push(rifffId);
    }
    await ok(send('POST', `/jam/${closed}/rifffs`, ada, { rifff: postable() }));
    const items = `/playlists/${playlists[0].id}/items`;
    await ok(send('POST', items, ada, { itemId: made[3], jamId }));
    const whole = ClubExportSchema.parse(await ok(get(ben, `/${id}/export`)));
    expect(whole.rifffs.map(({ _id }) => _id)).toEqual(made);
    expect(whole.members.map(({ userId }) => userId).sort()).toEqual(['ada', 'ben']);
    expect(whole.channels).toMatchObject([{ jamId, rifffCount: 12 }]);
    expect(whole.playlists).toMatchObject([{ itemCount: 1, items: [{ itemId: made[3] }] }]);
    expect((await get(cleo, `/${id}/export`)).status).toBe(403);
    expect((await get(null, `/${id}/export`)).status).toBe(401);
    const others = ClubExportSchema.parse(await ok(get(ada, `/${id}/export`)));
    expect(others.rifffs).toHaveLength(13);
  });

  it('is in the export of an account, and goes with it', async () => {
    const leaver = await makeAccount(server.database, 'leaver');
    const { id, inviteCode } = await make(leaver, { name: 'Long gone' });
    const other = await make(cleo);
    await join(other.inviteCode, leaver);
    await join(inviteCode, ben);
    const { iconUrl } = await ok(put(leaver, `/${id}/images/icon`, await pictureOf('yellow')));
    await ok(post(cleo, `/${(await make(cleo)).id}/blocked/leaver`));
    const { clubs } = await ok(send('GET', '/accounts/export', leaver));
    expect(clubs).toMatchObject({
      memberships: [
        { clubId: id, name: 'Long gone', role: 'owner' },
        { clubId: other.id, role: 'member' },
      ],
      clubs: [{ id, name: 'Long gone' }],
      codes: [{ clubId: id }],
      images: [{ clubId: id, kind: 'icon' }],
    });
    await closeAccount(server.database, 'leaver', Date.now());
    expect(await ok(get(cleo, `/${other.id}`))).toMatchObject({ memberCount: 1 });
    const { app, database } = server;
    // As the next look of a server would find it.
    const settings = readSettings({ RONDO_DATA: server.folder });
    const next = await createApp({ settings, database, blobs: server.blobs });
    await removalEnds(database.queries);
    await next.close();
    expect((await app.inject(iconUrl)).statusCode).toBe(404);
    expect(await rowsOf(database, 'clubs', 'id', id)).toMatchObject([
      { iconKey: null, ownerId: '' },
    ]);
    for (const [table, column] of [
      ['clubMembers', 'userId'],
      ['clubImages', 'userId'],
      ['codes', 'createdBy'],
      ['notices', 'userId'],
    ] as const) {
      expect(await rowsOf(database, table, column as never, 'leaver'), table).toEqual([]);
    }
  });
});
