import { describe, expect, it } from 'vitest';
import { decodeBytes } from '../../../src/data/contract/loopData.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { removalEnds } from '../../testing/afterwards.ts';
import { TEST_PASSWORD } from '../../testing/calls.ts';
import { postable } from '../../testing/rifffs.ts';
import { makeRoom } from '../../testing/sockets.ts';
import {
  flacOf,
  LOOP_FRAMES,
  loopDocument,
  oggOf,
  type SentPart,
  tone,
} from '../../testing/sounds.ts';
import { describeUploads, flac, metadataOf, ogg } from '../../testing/uploadWorld.ts';
import { hashPassword } from '../auth/passwords.ts';

describeUploads('tracks and belongings', { isOfStore: false }, (world) => {
  const { send, upload, holdings, call, media } = world;

  describe('tracks', () => {
    const track = (
      id: string,
      parts: { file?: Buffer; name?: string; who?: TestAccount; jam?: string } = {},
    ) =>
      send(
        `/jam/${parts.jam ?? 'mia'}/tracks`,
        [
          ['file', parts.file ?? ogg, 'a.ogg'],
          metadataOf({ _id: id, name: parts.name ?? 'Last train' }),
        ],
        parts.who ?? world.mia,
      );
    const pin = (parts: readonly SentPart[], who: TestAccount | null = world.mia) =>
      send('/accounts/profile/track', parts, who);
    const profileOf = async (name: string) => (await call('GET', `/accounts/profile/${name}`)).data;

    it('go into a jam, the same again as the same, another under the id as a conflict', async () => {
      const id = newId();
      const first = await track(id);
      expect(first.status, first.message).toBe(200);
      expect(first.data).toMatchObject({
        id,
        track: { name: 'Last train', user_id: 'mia', durationSec: 1, mime: 'audio/ogg' },
      });
      expect(decodeBytes(first.data.track.peaks).length).toBe(1024);
      expect((await media(first.data.track.url)).rawPayload.equals(ogg)).toBe(true);
      expect(await track(id)).toEqual(first);
      expect((await track(id, { name: 'Other' })).status).toBe(409);
      expect((await track(newId(), { who: world.tom })).status).toBe(403);
      const before = await holdings();
      expect((await track(newId(), { file: Buffer.from('ID3') })).message).toBe(
        'file: must be Ogg Vorbis or FLAC',
      );
      expect(await holdings()).toEqual(before);
    });

    it('are their maker’s: the same one by another member is a conflict', async () => {
      const { database } = world.server;
      const jam = await makeRoom(database, 'mia');
      await database.queries
        .insertInto('members')
        .values({ jamId: jam, userId: 'tom', role: 'member', since: 1, isRemoved: false })
        .execute();
      const id = newId();
      expect((await track(id, { jam })).status).toBe(200);
      expect((await track(id, { jam, who: world.tom })).status).toBe(409);
      expect((await track(newId(), { jam, who: world.tom })).status).toBe(200);
    });

    it('are listed newest first for whoever may read the jam, and removed by whom they belong to', async () => {
      const file = await oggOf(tone(6000, 1));
      const ids = [newId(), newId(), newId()];
      const before = (await call('GET', '/jam/mia/tracks', { who: null })).data.tracks;
      const held = await holdings();
      for (const id of ids) {
        await track(id, { file });
        // Times are in whole milliseconds.
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const list = await call('GET', '/jam/mia/tracks', { who: null });
      const names = (found: typeof list) => found.data.tracks.map(({ id }: { id: string }) => id);
      expect(names(list).slice(0, 3)).toEqual([...ids].reverse());
      expect(list.data.tracks.slice(3)).toEqual(before);
      const { longId } = (await call('GET', '/jam/mia')).data;
      expect(await call('GET', `/jam/${longId}/tracks`, { who: null })).toEqual(list);
      const [newest] = list.data.tracks;
      const page = `?pageSize=1&fromCreatedTime=${newest.created}`;
      expect(names(await call('GET', `/jam/mia/tracks${page}`))).toEqual([ids[1]]);
      expect((await call('GET', '/jam/tom/tracks')).status).toBe(404);
      expect((await call('GET', '/jam/mia/tracks?skip=1')).status).toBe(400);

      const remove = (id: string, who: TestAccount | null = world.mia, jam = 'mia') =>
        call('DELETE', `/jam/${jam}/tracks/${id}`, { who });
      expect((await remove(ids[0]!, null)).status).toBe(401);
      expect((await remove(ids[0]!, world.tom)).status).toBe(403);
      expect((await remove(ids[0]!, world.tom, 'tom')).status).toBe(404);
      expect((await remove(newId())).status).toBe(404);
      for (const id of ids) expect((await remove(id)).data).toEqual({ id });
      expect((await media(newest.url)).statusCode).toBe(404);
      expect(names(await call('GET', '/jam/mia/tracks'))).toEqual(
        before.map(({ id }: { id: string }) => id),
      );
      // The content that all three shared has gone with the last.
      expect(await holdings()).toEqual(held);
    });

    it('are pinned to the profile, one at a time, and taken off again', async () => {
      expect((await profileOf('mia')).pinnedTrack).toBeNull();
      expect((await pin([['file', flac, 'a.flac']], null)).status).toBe(401);
      const master = await flacOf(tone(5000, 1));
      const first = await pin([['file', master, 'a.flac']]);
      expect(first.data.pinnedTrack).toMatchObject({ name: '', mime: 'audio/flac' });
      const other = await oggOf(tone(24_000, 1));
      const before = await holdings();
      const second = await pin([
        ['file', other, 'b.ogg'],
        metadataOf({ _id: newId(), name: 'Kettle song' }),
      ]);
      expect(await profileOf('mia')).toEqual(second.data);
      expect(second.data.pinnedTrack).toMatchObject({ name: 'Kettle song', durationSec: 0.5 });
      // The one before has gone, with its content.
      expect(await holdings()).toEqual(before);
      const gone = await call('DELETE', '/accounts/profile/track');
      expect(gone.data.pinnedTrack).toBeNull();
      expect((await media(second.data.pinnedTrack.url)).statusCode).toBe(404);
      expect(await holdings()).toEqual({
        ...before,
        tracks: before.tracks - 1,
        files: before.files - 1,
      });
    });
  });

  it('are left out of nothing that their owner takes along, and go with the account', async () => {
    const ida = await makeAccount(world.server.database, `ida_${newId().slice(-6)}`);
    const jam = ida.userId;
    await world.server.database.queries
      .updateTable('accounts')
      .set({ passwordHash: await hashPassword(TEST_PASSWORD) })
      .where('id', '=', jam)
      .execute();
    await world.server.database.queries
      .updateTable('jams')
      .set({ access: 'public' })
      .where('id', '=', jam)
      .execute();
    const before = await holdings();
    const own = tone(LOOP_FRAMES, 1, 331);
    const used = loopDocument({ name: 'Used' });
    const unused = loopDocument({ name: 'Unused' });
    const files = { file: await oggOf(own), master: await flacOf(own), who: ida, jam };
    await upload(used, files);
    const lone = await upload(unused, {
      ...files,
      file: await oggOf(tone(LOOP_FRAMES, 1, 97)),
      master: null,
    });
    await send('/accounts/profile/track', [['file', await oggOf(tone(9000, 1)), 'a.ogg']], ida);
    const rifff = postable([]);
    rifff.state.playback[0] = { slot: { current: { currentLoop: used._id } } };
    const post = (url: string, body: object, who = ida) => call('POST', url, { who, body });
    expect((await post(`/jam/${jam}/rifffs`, { rifff })).status).toBe(200);
    const answer = { ...rifff, _id: newId() };
    expect((await post('/jam/tom/rifffs', { rifff: answer }, world.tom)).status).toBe(200);
    const taken = await call('GET', '/accounts/export', { who: ida });
    for (const word of ['Used', 'Unused', '"pinned":true']) {
      expect(JSON.stringify(taken)).toContain(word);
    }

    const left = await post('/accounts/delete', { password: TEST_PASSWORD });
    expect(left.status, left.message).toBe(200);
    await removalEnds(world.server.database.queries);
    const url = lone.data.loop.cdn_attachments.oggAudio.url;
    expect((await media(url)).statusCode).toBe(404);
    // What tom's rifff holds stays, with both its files; nothing else does.
    expect(await holdings()).toMatchObject({
      media: before.media + 2,
      tracks: before.tracks,
      files: before.files + 2,
    });
    const rows = await world.server.database.queries
      .selectFrom('loops')
      .selectAll()
      .where('id', '=', unused._id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain('nused');
  });
});
