import { afterEach, describe, expect, it } from 'vitest';
import type { AccessRightsBody } from '../../../src/data/contract/accounts.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import type { TestAccount } from '../../testing/accounts.ts';
import { postable } from '../../testing/rifffs.ts';
import { loopDocument } from '../../testing/sounds.ts';
import { describeUploads, metadataOf, ogg } from '../../testing/uploadWorld.ts';
import { EMPTY_JAM } from '../jams/personalJam.ts';

describeUploads('sound of a private jam', { isOfStore: false }, (world) => {
  const { upload, send, call, media } = world;

  /** Uploads a loop of tom's to his own jam, which is private, and commits a rifff of it. */
  async function makeRifff({ hasMaster = false } = {}) {
    const loop = loopDocument();
    const kept = { who: world.tom, jam: 'tom', ...(!hasMaster && { master: null }) };
    const { data } = await upload(loop, kept);
    const rifff = postable([]);
    rifff.state.playback[0] = { slot: { current: { currentLoop: loop._id } } };
    const posted = await call('POST', '/jam/tom/rifffs', { who: world.tom, body: { rifff } });
    expect(posted.status, posted.message).toBe(200);
    const { oggAudio, flacAudio } = data.loop.cdn_attachments;
    return { rifff, url: oggAudio.url as string, master: flacAudio?.url as string };
  }
  const statusFor = async (url: string, who: TestAccount | null) =>
    (await media(url, { ...who?.headers })).statusCode;
  const share = (body: object) => call('POST', '/rifff-feed/share', { who: world.tom, body });
  const shareOf = (rifffId: string, isPrivate: boolean) => ({
    jamId: 'tom',
    rifffId,
    shareId: newId(),
    title: 'Ninth bus',
    private: isPrivate,
  });

  it('is for its owner, and does not exist for others who have its address', async () => {
    const { url } = await makeRifff();
    for (const who of [null, world.mia]) {
      const answer = await media(url, { ...who?.headers });
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
      expect((await media(url, { ...who?.headers, range: 'bytes=0-1' })).statusCode).toBe(404);
    }
    const { authorization } = world.tom.headers;
    const wrong = { authorization: `${authorization.slice(0, -3)}abc` };
    expect((await media(url, wrong)).statusCode).toBe(404);
    const own = await media(url, world.tom.headers);
    expect(own.rawPayload.equals(ogg)).toBe(true);
    expect(own.headers).toMatchObject({ 'cache-control': expect.stringMatching(/^private, /) });
    expect(own.headers.vary).toContain('authorization');
    const etag = String(own.headers.etag);
    expect((await media(url, { 'if-none-match': etag })).statusCode).toBe(404);
    const known = await media(url, { ...world.tom.headers, 'if-none-match': etag });
    expect(known.statusCode).toBe(304);
  });

  it.each([
    ['publicly', false],
    ['by its link', true],
  ])('is for everyone while a rifff with it is shared %s', async (_how, isPrivate) => {
    const { rifff, url } = await makeRifff();
    const body = shareOf(rifff._id, isPrivate);
    expect((await share(body)).status).toBe(200);
    const answer = await media(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=86400');
    expect(String(answer.headers.vary ?? '')).not.toContain('authorization');
    await call('DELETE', `/rifff-feed/${body.shareId}`, { who: world.tom });
    expect(await statusFor(url, null)).toBe(404);
    expect(await statusFor(url, world.tom)).toBe(200);
  });

  it('stays with whoever made a remix of it while it was shared', async () => {
    const { rifff, url } = await makeRifff();
    const body = shareOf(rifff._id, false);
    await share(body);
    const remix = { ...rifff, _id: newId(), parent: { jamId: 'tom', rifffId: rifff._id } };
    const at = `/jam/mia/rifffs/${rifff._id}/remix`;
    const ida = world.mia;
    const made = await call('POST', at, { who: ida, body: { rifff: remix } });
    expect(made.status, made.message).toBe(200);
    await world.server.database.queries
      .updateTable('jams')
      .set({ access: 'private' })
      .where('id', '=', 'mia')
      .execute();
    await call('DELETE', `/rifff-feed/${body.shareId}`, { who: world.tom });
    expect(await statusFor(url, null)).toBe(404);
    expect(await statusFor(url, ida)).toBe(200);
    await world.server.database.queries
      .updateTable('jams')
      .set({ access: 'public' })
      .where('id', '=', 'mia')
      .execute();
    expect(await statusFor(url, null)).toBe(200);
  });

  it('is heard by the stage of a jam that holds it, while its code stands', async () => {
    const { url } = await makeRifff();
    const mia = await call('POST', '/jam/mia/codes', {
      who: world.mia,
      body: { purpose: 'stage' },
    });
    const tom = await call('POST', '/jam/tom/codes', {
      who: world.tom,
      body: { purpose: 'stage' },
    });
    const track = [['file', ogg, 'a.ogg'], metadataOf({ _id: newId(), name: 'Bus' })] as const;
    const { data } = await send('/jam/tom/tracks', track, world.tom);
    const heard = async (code: string, of = url) => media(of, { 'x-rondo-stage': code });
    const { statusCode, headers } = await heard(tom.data.code);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toMatch(/^private, /);
    expect(headers.vary).toContain('x-rondo-stage');
    expect((await heard(mia.data.code)).statusCode).toBe(404);
    expect((await heard(tom.data.code, data.track.url)).statusCode).toBe(404);
    await call('DELETE', `/jam/tom/codes/${tom.data.code}`, { who: world.tom });
    expect((await heard(tom.data.code)).statusCode).toBe(404);
  });

  it('is kept with its tracks too; a pinned track is for everyone', async () => {
    const parts = [['file', ogg, 'a.ogg'], metadataOf({ _id: newId(), name: 'Bus' })] as const;
    const { data } = await send('/jam/tom/tracks', parts, world.tom);
    const { url } = data.track;
    const statuses = [null, world.mia, world.tom].map((who) => statusFor(url, who));
    expect(await Promise.all(statuses)).toEqual([404, 404, 200]);
    const pinned = await send('/accounts/profile/track', [parts[0]], world.tom);
    expect(await statusFor(pinned.data.pinnedTrack.url, null)).toBe(200);
  });

  describe('what the access rights of its owner say', () => {
    const allow = async (access: AccessRightsBody['access']) => {
      const body = { access, license: 'all-rights-reserved' };
      const answer = await call('POST', '/accounts/my-access-rights', { who: world.tom, body });
      expect([answer.status, answer.data?.access]).toEqual([200, access]);
    };
    afterEach(() => allow('none'));

    /** What a caller gets of every way to a kept rifff, by status; `query` answers how many it found. */
    async function waysTo(rifffId: string, who: TestAccount | null) {
      const jam = await call('GET', '/jam/tom', { who });
      const list = await call('GET', '/jam/tom/rifffs', { who });
      const one = await call('GET', `/jam/tom/rifffs/${rifffId}`, { who });
      const lineage = await call('GET', `/jam/tom/rifffs/${rifffId}/lineage`, { who });
      const body = { rifffs: [{ jamId: 'tom', rifffId }] };
      const query = await call('POST', '/jam/rifffs/query', { who, body });
      const statuses = [jam, list, one, lineage].map(({ status }) => status);
      return [...statuses, query.data.rifffs.length];
    }

    it.each(['listen', 'download'] as const)(
      '%s opens what was kept to everybody, before and after, until it is taken back',
      async (access) => {
        const { rifff, url } = await makeRifff();
        expect(await waysTo(rifff._id, world.mia)).toEqual([404, 404, 404, 404, 0]);
        await allow(access);
        for (const who of [null, world.mia, world.tom]) {
          expect(await waysTo(rifff._id, who)).toEqual([200, 200, 200, 200, 1]);
          expect(await statusFor(url, who)).toBe(200);
        }
        const { data } = await call('GET', '/jam/tom', { who: world.tom });
        expect(data.access).toBe('public');
        await allow('none');
        for (const who of [null, world.mia]) {
          expect(await waysTo(rifff._id, who)).toEqual([404, 404, 404, 404, 0]);
          expect(await statusFor(url, who)).toBe(404);
        }
        expect(await waysTo(rifff._id, world.tom)).toEqual([200, 200, 200, 200, 1]);
      },
    );

    it('opens nothing for writing, and leads no further than one’s own jam', async () => {
      await allow('listen');
      const body = { rifff: postable() };
      const posted = await call('POST', '/jam/tom/rifffs', { who: world.mia, body });
      expect(posted.status).toBe(403);
      await world.server.database.queries
        .insertInto('jams')
        .values({
          id: 'band0123456789',
          longId: 'f'.repeat(64),
          kind: 'room',
          ownerId: 'tom',
          name: 'Shed',
          access: 'private',
          created: 1,
          ...EMPTY_JAM,
          isDemo: false,
        })
        .execute();
      expect((await call('GET', '/jam/band0123456789', { who: world.mia })).status).toBe(404);
    });

    it('lets others remix what they hear, and keep the sound of it', async () => {
      await allow('listen');
      const { rifff, url } = await makeRifff();
      const remix = { ...rifff, _id: newId(), parent: { jamId: 'tom', rifffId: rifff._id } };
      const at = `/jam/mia/rifffs/${rifff._id}/remix`;
      const made = await call('POST', at, { who: world.mia, body: { rifff: remix } });
      expect(made.status, made.message).toBe(200);
      await allow('none');
      expect(await statusFor(url, world.mia)).toBe(200);
    });

    it('hands the master to others only of a loop that was made under download', async () => {
      await allow('listen');
      const heard = await makeRifff({ hasMaster: true });
      await allow('download');
      const taken = await makeRifff({ hasMaster: true });
      for (const access of ['download', 'listen'] as const) {
        await allow(access);
        const masters = [heard.master, taken.master];
        const others = await Promise.all(masters.map((url) => statusFor(url, world.mia)));
        expect(others).toEqual([404, 200]);
        const own = await Promise.all(masters.map((url) => statusFor(url, world.tom)));
        expect(own).toEqual([200, 200]);
        expect(await statusFor(heard.url, null)).toBe(200);
      }
      await allow('none');
      expect(await statusFor(taken.master, world.mia)).toBe(404);
    });

    it('ends with the account', async () => {
      const { rifff } = await makeRifff();
      await allow('listen');
      const { queries } = world.server.database;
      const setDeleted = (isDeleted: boolean) =>
        queries.updateTable('accounts').set({ isDeleted }).where('id', '=', 'tom').execute();
      await setDeleted(true);
      expect(await waysTo(rifff._id, world.mia)).toEqual([404, 404, 404, 404, 0]);
      await setDeleted(false);
    });
  });
});
