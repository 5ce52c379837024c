import { expect, it } from 'vitest';
import { newId } from '../../../src/data/rules/ids.ts';
import { loopFrames } from '../../../src/data/rules/time/timing.ts';
import type { TestAccount } from '../../testing/accounts.ts';
import { importCallsOf } from '../../testing/importCalls.ts';
import { postable } from '../../testing/rifffs.ts';
import { flacOf, loopDocument, oggOf, tone } from '../../testing/sounds.ts';
import { fixtureLoopId } from '../../testing/starterFixture.ts';
import { describeUploads, metadataOf } from '../../testing/uploadWorld.ts';

let pitch = 100;
/** A sixteenth of 120 bpm: decoded and measured soonest, and as much a sound as any. */
const SHAPE = { length16ths: 1 };
const FRAMES = loopFrames(SHAPE.length16ths, 2, 48_000);

/** Files of a sound that was not sent yet. */
async function newSound({ hasMaster = false } = {}): Promise<Sound> {
  pitch += 10;
  const pcm = tone(FRAMES, 2, pitch);
  return { file: await oggOf(pcm), master: hasMaster ? await flacOf(pcm) : null };
}
interface Sound {
  readonly file: Buffer;
  readonly master: Buffer | null;
}

describeUploads('what moderation takes out', { isOfStore: false }, (world) => {
  const { itOnce } = world;
  const { upload, send, call, media } = world;

  async function uploadAs(who: TestAccount, sound: Sound): Promise<string> {
    const loop = loopDocument(SHAPE);
    const answer = await upload(loop, { who, jam: who.userId, ...sound });
    expect(answer.status, answer.message).toBe(200);
    return loop._id;
  }
  async function commitAs(
    who: TestAccount,
    loopIds: readonly string[],
    jamId = who.userId,
  ): Promise<string> {
    const rifff = postable([]);
    for (const [at, id] of loopIds.entries()) {
      rifff.state.playback[at] = { slot: { current: { currentLoop: id } } };
    }
    const posted = await call('POST', `/jam/${jamId}/rifffs`, { who, body: { rifff } });
    expect(posted.status, posted.message).toBe(200);
    return rifff._id;
  }
  const shareAs = (who: TestAccount, rifffId: string, more: object = {}) => {
    const body = { jamId: who.userId, rifffId, shareId: newId(), title: 'Ninth bus', ...more };
    return call('POST', '/rifff-feed/share', { who, body });
  };
  async function sharedAs(who: TestAccount, rifffId: string, more: object = {}): Promise<string> {
    const answer = await shareAs(who, rifffId, more);
    expect(answer.status, answer.message).toBe(200);
    return answer.data.id;
  }
  const judged = async (shareId: string, action = 'remove') => {
    const at = `/moderation/shares/${shareId}/${action}`;
    const answer = await call('POST', at, { who: world.judge, body: { reason: 'Stolen' } });
    expect(answer.status).toBe(200);
  };
  const refusal = {
    status: 403,
    error: { code: 'forbidden' },
    message: 'A moderator took these loops out of the feed: a rifff with them cannot be shared',
  };

  it('does not come back by a re-commit, a re-upload, or another account', async () => {
    const { mia, tom } = world;
    const sound = await newSound({ hasMaster: true });
    const loop = await uploadAs(mia, sound);
    await judged(await sharedAs(mia, await commitAs(mia, [loop, fixtureLoopId(1)])));
    expect(await shareAs(mia, await commitAs(mia, [loop, fixtureLoopId(1)]))).toMatchObject(
      refusal,
    );
    expect(await shareAs(mia, await commitAs(mia, [loop]))).toMatchObject(refusal);
    const more = [await uploadAs(mia, await newSound()), loop];
    expect(await shareAs(mia, await commitAs(mia, more), { private: true })).toMatchObject(refusal);
    const again = await uploadAs(mia, { file: sound.file, master: null });
    expect(await shareAs(mia, await commitAs(mia, [again]))).toMatchObject(refusal);
    const elsewhere = await uploadAs(tom, sound);
    expect(await shareAs(tom, await commitAs(tom, [elsewhere]))).toMatchObject(refusal);
  });

  itOnce('bars nobody from the library', async () => {
    const { mia, tom } = world;
    const own = await uploadAs(mia, await newSound());
    await judged(await sharedAs(mia, await commitAs(mia, [fixtureLoopId(1), fixtureLoopId(2)])));
    await judged(await sharedAs(mia, await commitAs(mia, [own, fixtureLoopId(1)])));
    // An account uploaded a file of the library as a loop, and it was taken out.
    const { queries } = world.server.database;
    const library = await queries
      .selectFrom('media')
      .select(['hash as value', 'key'])
      .where('loopId', '=', fixtureLoopId(1))
      .execute();
    for (const { value } of library) {
      const row = { kind: 'sound', value, userId: 'mia', since: 0, origin: 'test' } as const;
      await queries.insertInto('barred').values(row).execute();
    }
    expect((await media(`/media/${library[0]!.key}`)).statusCode).toBe(200);
    for (const who of [mia, tom]) {
      await sharedAs(who, await commitAs(who, [fixtureLoopId(1), fixtureLoopId(2)]));
      await sharedAs(who, await commitAs(who, [fixtureLoopId(1)]));
    }
  });

  itOnce('bars nobody from a sound that they had before', async () => {
    const { mia, tom } = world;
    const sound = await newSound();
    const toms = await uploadAs(tom, sound);
    const copy = await uploadAs(mia, sound);
    await judged(await sharedAs(mia, await commitAs(mia, [copy])));
    await sharedAs(tom, await commitAs(tom, [toms]));
    const file = ['file', sound.file, 'a.ogg'] as const;
    expect((await send('/accounts/profile/track', [file], tom)).status).toBe(200);
    expect(await shareAs(mia, await commitAs(mia, [copy]))).toMatchObject(refusal);
  });

  itOnce('bars an account from sound that it imported, and no other that had it', async () => {
    const { mia, tom, server } = world;
    const sound = await newSound();
    const calls = importCallsOf(server, mia);
    const jam = { id: 'jam-of-stems', name: 'Elsewhere', created: 0 };
    const { id, jamId } = await calls.begin({ kind: 'stems', origin: 'Stems', jam });
    const loop = loopDocument({ ...SHAPE, creatorUserName: '', created: 1 });
    const file = new Blob([new Uint8Array(sound.file)]);
    expect(await calls.loop(id, { loop, file })).toMatchObject({ outcome: 'stored' });
    await calls.finish(id);
    const toms = await uploadAs(tom, sound);
    const rifffId = await commitAs(mia, [loop._id], jamId);
    const share = await sharedAs(mia, rifffId, { jamId });
    const { data } = await call('GET', `/jam/${jamId}/rifffs/${rifffId}`, { who: mia });
    const { url } = data.rifff.loops[0].cdn_attachments.oggAudio;
    expect((await media(url)).statusCode).toBe(200);
    await judged(share);
    expect((await media(url)).statusCode).toBe(404);
    const more = await commitAs(mia, [loop._id, fixtureLoopId(1)], jamId);
    expect(await shareAs(mia, more, { jamId })).toMatchObject(refusal);
    const again = await uploadAs(mia, sound);
    expect(await shareAs(mia, await commitAs(mia, [again]))).toMatchObject(refusal);
    // What its source says of when it was made takes it from no one else.
    await sharedAs(tom, await commitAs(tom, [toms]));
  });

  itOnce('leaves those whose loops somebody else remixed badly alone', async () => {
    const { mia, tom } = world;
    const mias = await uploadAs(mia, await newSound());
    const source = await commitAs(mia, [mias]);
    await sharedAs(mia, source);
    await judged(await sharedAs(tom, await commitAs(tom, [mias])));
    expect(await shareAs(tom, await commitAs(tom, [mias]))).toMatchObject(refusal);
    await sharedAs(mia, await commitAs(mia, [mias]));
  });

  it('goes out under every address that its account gave it, and comes back when it is brought back', async () => {
    const { mia } = world;
    const loop = await uploadAs(mia, await newSound());
    const rifffId = await commitAs(mia, [loop]);
    const open = await sharedAs(mia, rifffId);
    const hidden = await sharedAs(mia, rifffId, { private: true });
    const twin = await sharedAs(mia, await commitAs(mia, [loop]));
    const kin = await sharedAs(mia, await commitAs(mia, [loop, fixtureLoopId(4)]));
    await judged(open);
    const status = async (id: string) =>
      (await media(`/api/v3/feed/shared_rifff/${id}`)).statusCode;
    expect([await status(open), await status(hidden), await status(twin)]).toEqual([404, 404, 404]);
    expect(await status(kin)).toBe(200);
    await judged(open, 'restore');
    expect([await status(open), await status(hidden)]).toEqual([200, 404]);
    expect(await shareAs(mia, await commitAs(mia, [loop]))).toMatchObject(refusal);
    await judged(hidden, 'restore');
    expect(await shareAs(mia, await commitAs(mia, [loop]))).toMatchObject(refusal);
    await judged(twin, 'restore');
    await sharedAs(mia, await commitAs(mia, [loop]));
  });

  it('is no longer heard, drawn or listed anywhere, by caches after a day', async () => {
    const { mia, tom, judge } = world;
    const loop = loopDocument(SHAPE);
    const { data } = await upload(loop, { who: mia, ...(await newSound()) });
    const { url } = data.loop.cdn_attachments.oggAudio;
    const id = await sharedAs(mia, await commitAs(mia, [loop._id]));
    const cover = `/media/covers/${id}.png`;
    const kept = await media(url);
    const drawn = await media(cover);
    for (const { headers } of [kept, drawn]) {
      expect(headers['cache-control']).toBe('public, max-age=86400');
    }
    const [etag, coverTag] = [kept, drawn].map(({ headers }) => String(headers.etag));
    expect((await media(url, { 'if-none-match': etag! })).statusCode).toBe(304);
    await judged(id);
    const statuses = [
      media(url),
      media(url, { 'if-none-match': etag! }),
      media(url, tom.headers),
      media(cover),
      media(cover, { 'if-none-match': coverTag! }),
      media(`/api/oembed?url=${encodeURIComponent(`http://localhost:4000/rifff/${id}`)}`),
      media(`/api/v3/feed/shared_rifff/${id}`),
    ];
    for (const { statusCode } of await Promise.all(statuses)) expect(statusCode).toBe(404);
    expect((await media('/api/rifff-feed/query?limit=100')).body).not.toContain(id);
    expect((await media('/api/v3/feed/shared_by/mia')).body).not.toContain(id);
    for (const who of [mia, judge]) {
      const answer = await media(url, who.headers);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
        200,
        'private, max-age=86400',
      ]);
    }
  });

  it('does not come back as a track', async () => {
    const { mia, tom } = world;
    const sound = await newSound();
    const loop = await uploadAs(mia, sound);
    await judged(await sharedAs(mia, await commitAs(mia, [loop])));
    const file = ['file', sound.file, 'a.ogg'] as const;
    for (const who of [mia, tom]) {
      const pinned = await send('/accounts/profile/track', [file], who);
      expect([pinned.status, pinned.error?.code]).toEqual([403, 'forbidden']);
      const parts = [file, metadataOf({ _id: newId(), name: 'Bus' })] as const;
      expect((await send(`/jam/${who.userId}/tracks`, parts, who)).status).toBe(403);
    }
  });
});
