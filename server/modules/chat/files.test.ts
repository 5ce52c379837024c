import sharp from 'sharp';
import { expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount } from '../../testing/accounts.ts';
import { removalEnds } from '../../testing/afterwards.ts';
import { TEST_PASSWORD } from '../../testing/calls.ts';
import { rowsOf } from '../../testing/databases.ts';
import { flacOf, oggOf, type SentPart, tone } from '../../testing/sounds.ts';
import { describeUploads } from '../../testing/uploadWorld.ts';
import { hashPassword } from '../auth/passwords.ts';

const picture = (width: number, height: number, format: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#c02' } })
    .toFormat(format)
    .toBuffer();

describeUploads('pictures and voices in a jam', { isOfStore: false }, (world) => {
  const { itOnce } = world;
  const { send, call, media, holdings } = world;
  const images = (parts: readonly SentPart[], who = world.mia as typeof world.mia | null) =>
    send('/jam/mia/images', parts, who);
  const voice = (parts: readonly SentPart[], who = world.mia) => send('/jam/mia/audio', parts, who);
  const remove = (id: string) => call('DELETE', `/jam/mia/feed/${id}`);
  const jam = (change: object) =>
    world.server.database.queries.updateTable('jams').set(change).where('id', '=', 'mia').execute();

  itOnce(
    'several pictures make one message, each no larger than a screen and without what came with it',
    async () => {
      const before = await holdings();
      const id = newId();
      const parts: SentPart[] = [
        ['image', await picture(3000, 1500, 'jpeg'), 'a.jpg'],
        ['image', await picture(40, 30), 'b.png'],
        ['id', id],
        ['message', 'Two <b>'],
      ];
      const first = await images(parts);
      expect(first.status, first.message).toBe(200);
      const { message } = first.data;
      expect(message).toMatchObject({ id, type: 'images', message: 'Two &lt;b&gt;' });
      expect(message.images).toMatchObject([
        { width: 1600, height: 800 },
        { width: 40, height: 30 },
      ]);
      const answer = await media(message.images[0].url);
      expect(answer.headers['content-type']).toBe('image/webp');
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1600, height: 800 });
      expect(await images(parts)).toEqual(first);
      expect((await holdings()).files).toBe(before.files + 2);
      expect((await images([...parts.slice(0, 1), ['id', id]])).status).toBe(409);

      await jam({ access: 'private' });
      expect((await media(message.images[0].url)).statusCode).toBe(404);
      expect((await media(message.images[0].url, world.tom.headers)).statusCode).toBe(404);
      const own = await media(message.images[0].url, world.mia.headers);
      expect(own.headers['cache-control']).toContain('private');
      await jam({ access: 'public' });

      expect((await remove(id)).status).toBe(200);
      expect((await media(message.images[0].url)).statusCode).toBe(404);
      expect(await holdings()).toEqual(before);
    },
  );

  itOnce('a voice is decoded to its end, with its length and its wave', async () => {
    const before = await holdings();
    for (const [bytes, sec] of [
      [await oggOf(tone(48_000 * 2, 1)), 2],
      [await flacOf(tone(24_000, 1, 330)), 0.5],
    ] as const) {
      const sent = await voice([['file', bytes, 'voice.ogg']]);
      expect(sent.status, sent.message).toBe(200);
      const { audio } = sent.data.message;
      expect(audio.durationSec).toBeCloseTo(sec, 3);
      expect(audio.peaks).toHaveLength(128);
      expect(Math.max(...audio.peaks)).toBe(1);
      expect((await media(audio.url)).rawPayload.equals(bytes)).toBe(true);
      expect((await call('GET', '/jam/mia/feed?limit=1')).data.feed[0].audio).toEqual(audio);
      await remove(sent.data.id);
    }
    expect(await holdings()).toEqual(before);
  });

  itOnce('what is neither is refused, and leaves nothing', async () => {
    const before = await holdings();
    const png = await picture(10, 10);
    const many = Array.from({ length: 9 }, (): SentPart => ['image', png, 'a.png']);
    expect((await images(many)).validationErrors.image).toBe('may be given 8 times at most');
    expect((await images([['image', Buffer.from('<svg/>'), 'a.svg']])).status).toBe(400);
    expect(
      (
        await images([
          ['image', png, 'a.png'],
          ['image', Buffer.from('no'), 'b'],
        ])
      ).status,
    ).toBe(400);
    expect((await images([['image', Buffer.alloc(0), 'a.png']])).status).toBe(400);
    expect((await images([['id', newId()]])).status).toBe(400);
    expect(
      (
        await images([
          ['image', png, 'a'],
          ['id', 'a b'],
        ])
      ).status,
    ).toBe(400);
    expect((await images([['image', Buffer.alloc(5 * 1024 * 1024 + 1), 'a']])).status).toBe(413);
    expect((await images([['image', png, 'a.png']], null)).status).toBe(401);
    expect((await images([['image', png, 'a.png']], world.tom)).status).toBe(403);
    expect((await voice([['file', png, 'a.ogg']])).message).toBe(
      'file: must be Ogg Vorbis or FLAC',
    );
    expect((await voice([['image', png, 'a.png']])).status).toBe(400);
    expect(await holdings()).toEqual(before);
  });

  it('count as what their sender occupies, and go with the account and all it said', async () => {
    const { database } = world.server;
    const ida = await makeAccount(database, `ida_${newId().slice(-6)}`);
    const passwordHash = await hashPassword(TEST_PASSWORD);
    await database.queries
      .updateTable('accounts')
      .set({ passwordHash })
      .where('id', '=', ida.userId)
      .execute();
    // No account is a member of a personal jam.
    await jam({ kind: 'room' });
    await database.queries
      .insertInto('members')
      .values({ jamId: 'mia', userId: ida.userId, role: 'member', since: 1, isRemoved: false })
      .execute();
    const before = await holdings();
    const shown = await images([['image', await picture(64, 64), 'a.png']], ida);
    const usedBytes = (await call('GET', '/accounts/storage', { who: ida })).data.usedBytes;
    expect(usedBytes).toBeGreaterThan(0);
    const say = (who: typeof ida, message: string) =>
      call('POST', '/jam/mia/messages', { who, body: { message } });
    const { data } = await say(ida, 'a secret of ida');
    const answered = await call('POST', `/jam/mia/feed/${data.id}/reply`, {
      body: { message: 'tell me' },
    });
    const { id: other } = (await say(world.mia, 'hers')).data;
    await call('POST', `/jam/mia/feed/${other}/reactions`, { who: ida, body: { reaction: '🔥' } });
    await call('POST', '/accounts/blocked/tom', { who: ida });
    await call('POST', `/accounts/blocked/${ida.userId}`, { who: world.tom });
    const taken = JSON.stringify(await call('GET', '/accounts/export', { who: ida }));
    for (const word of [
      'a secret of ida',
      shown.data.message.images[0].url,
      '🔥',
      '"blockedId":"tom"',
    ]) {
      expect(taken).toContain(word);
    }
    const left = await call('POST', '/accounts/delete', {
      who: ida,
      body: { password: TEST_PASSWORD },
    });
    expect(left.status, left.message).toBe(200);
    const mine = () => call('GET', '/jam/mia/feed');
    expect(JSON.stringify(await mine())).not.toContain(ida.userId);
    await removalEnds(database.queries);
    for (const table of ['messages', 'reactions', 'jamFiles', 'blocks', 'notices'] as const) {
      expect(await rowsOf(database, table, 'userId', ida.userId), table).toEqual([]);
    }
    expect(await rowsOf(database, 'blocks', 'blockedId', ida.userId)).toEqual([]);
    const { feed } = (await mine()).data;
    expect(feed.find(({ id }: { id: string }) => id === other).reactions).toEqual([]);
    expect(feed.find(({ id }: { id: string }) => id === answered.data.id).reply).toMatchObject({
      isRemoved: true,
    });
    expect((await holdings()).files).toBe(before.files);
  });
});
