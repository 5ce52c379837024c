import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBytes } from '../../../src/data/contract/bytes.ts';
import { LoopSchema } from '../../../src/data/contract/loop.ts';
import { newId } from '../../../src/data/rules/ids.ts';
import { loopPeaks } from '../../../src/dsp/peaks.ts';
import { makeAccount, type TestAccount } from '../../testing/accounts.ts';
import { TEST_PASSWORD } from '../../testing/calls.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { postable } from '../../testing/rifffs.ts';
import {
  flacOf,
  formOf,
  LOOP_FRAMES,
  loopDocument,
  oggOf,
  type SentPart,
  tone,
} from '../../testing/sounds.ts';
import { startTestServer, type TestServer } from '../../testing/testApp.ts';
import { hashPassword } from '../auth/passwords.ts';

const pcm = tone(LOOP_FRAMES);
const ogg = await oggOf(pcm);
const flac = await flacOf(pcm);

describeDatabases('uploads', (open) => {
  let server: TestServer;
  let mia: TestAccount;
  let tom: TestAccount;
  beforeAll(async () => {
    server = await startTestServer({ openDatabase: open });
    mia = await makeAccount(server.database, 'mia');
    tom = await makeAccount(server.database, 'tom');
    await server.database.queries
      .updateTable('jams')
      .set({ access: 'open' })
      .where('id', '=', 'mia')
      .execute();
  });
  afterAll(() => server?.close());

  const send = async (url: string, parts: readonly SentPart[], who: TestAccount | null = mia) => {
    const { payload, contentType } = formOf(parts);
    const headers = { ...who?.headers, 'content-type': contentType };
    const answer = await server.app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
    return { status: answer.statusCode, ...answer.json() };
  };
  const metadataOf = (loop: object): SentPart => ['metadata', JSON.stringify(loop)];
  const upload = (
    loop: object,
    {
      file = ogg,
      master = flac as Buffer | null,
      who = mia as TestAccount | null,
      jam = 'mia',
    } = {},
  ) =>
    send(
      `/jam/${jam}/loops`,
      [
        ['file', file, 'loop.ogg'],
        ...(master ? [['master', master, 'loop.flac'] as const] : []),
        metadataOf(loop),
      ],
      who,
    );
  /** Everything that an upload may leave: blobs, rows, files on their way. */
  const holdings = async () => {
    const { queries } = server.database;
    const rows = async (table: 'loops' | 'media' | 'jamLoops' | 'tracks') =>
      Number(
        (
          await queries
            .selectFrom(table)
            .select((build) => build.fn.countAll<number>().as('total'))
            .executeTakeFirstOrThrow()
        ).total,
      );
    const files = await readdir(server.folder, { recursive: true, withFileTypes: true });
    const isContent = (path: string) => /\/(blobs|uploads)/.test(path);
    return {
      loops: await rows('loops'),
      media: await rows('media'),
      jamLoops: await rows('jamLoops'),
      tracks: await rows('tracks'),
      files: files.filter((file) => file.isFile() && isContent(file.parentPath)).length,
    };
  };
  const media = async (url: string) => (await server.app.inject(url)).rawPayload;

  it('store a loop with its master, checked and measured by the server', async () => {
    const sent = loopDocument({
      isLibraryLoop: true,
      peaks: 'AAAA',
      loudnessLufs: 3,
      license: 'mine',
      colour_2: { kept: true },
    });
    const { status, data } = await upload(sent);
    expect(status).toBe(200);
    expect(data.id).toBe(sent._id);
    const loop = LoopSchema.parse(data.loop);
    expect(loop).toMatchObject({
      _id: sent._id,
      name: 'Kettle',
      creatorUserName: 'mia',
      frames: LOOP_FRAMES,
      sampleRate: 48_000,
      license: 'all-rights-reserved',
      access: 'none',
      colour_2: { kept: true },
    });
    expect(loop.isLibraryLoop).toBeUndefined();
    expect(loop.created).toBeGreaterThan(1_700_000_000_000);
    const [peaks, bands] = [decodeBytes(loop.peaks), decodeBytes(loop.bands)];
    expect([peaks.length, bands.length]).toEqual([1024, 1024]);
    const far = loopPeaks(pcm).filter((peak, at) => Math.abs(peak - peaks[at]!) > 12);
    expect(far.length).toBeLessThan(20);
    expect(loop.loudnessLufs).toBeGreaterThan(-20);
    const { oggAudio, flacAudio } = loop.cdn_attachments!;
    expect((await media(oggAudio!.url!)).equals(ogg)).toBe(true);
    expect((await media(flacAudio!.url!)).equals(flac)).toBe(true);
    expect(oggAudio!.key).not.toBe(flacAudio!.key);
  });

  it('answer the same again with the same, and anything else under its id with a conflict', async () => {
    const loop = loopDocument();
    const first = await upload(loop);
    const before = await holdings();
    expect(await upload({ ...loop, created: 5, peaks: undefined })).toEqual(first);
    expect((await upload({ ...loop, name: 'Other' })).status).toBe(409);
    expect((await upload(loop, { master: null })).status).toBe(409);
    expect((await upload(loop, { who: tom, jam: 'tom' })).status).toBe(409);
    expect(await holdings()).toEqual(before);
  });

  it('give every loop an address of its own, whatever it sounds like', async () => {
    const [a, b] = [await upload(loopDocument()), await upload(loopDocument())];
    const keyOf = ({ data }: typeof a) => data.loop.cdn_attachments.oggAudio.key;
    expect(keyOf(a)).not.toBe(keyOf(b));
  });

  it('let two of the same arrive at once', async () => {
    const loop = loopDocument();
    const [a, b] = await Promise.all([upload(loop), upload(loop)]);
    expect([a.status, b.status]).toEqual([200, 200]);
    expect(a.data).toEqual(b.data);
  });

  it('take only what its maker may add, where they may', async () => {
    const before = await holdings();
    expect((await upload(loopDocument(), { who: null })).status).toBe(401);
    expect((await upload(loopDocument(), { who: tom })).status).toBe(403);
    expect((await upload(loopDocument(), { jam: 'nowhere' })).status).toBe(404);
    expect(await holdings()).toEqual(before);
  });

  it('let the loop stand in a rifff, for its maker and then for everyone', async () => {
    const loop = loopDocument();
    await upload(loop);
    const rifff = postable([]);
    rifff.state.playback[0] = { slot: { current: { currentLoop: loop._id } } };
    const post = (who: TestAccount) =>
      server.app.inject({
        method: 'POST',
        url: `/api/jam/${who.userId}/rifffs`,
        headers: who.headers,
        payload: { rifff },
      });
    expect((await post(tom)).statusCode).toBe(400);
    const answer = await post(mia);
    expect(answer.statusCode, answer.body).toBe(200);
    const [embedded] = answer.json().data.rifff.loops;
    expect(embedded.cdn_attachments.oggAudio.url).toMatch(/^\/media\//);
    expect((await post(tom)).statusCode).toBe(200);
  });

  describe('refuse, and leave nothing behind:', () => {
    const other = tone(LOOP_FRAMES + 2);
    const refused: [string, number, RegExp, () => ReturnType<typeof upload>][] = [
      [
        'a truncated file',
        400,
        /file: cannot be used/,
        () => upload(loopDocument(), { file: ogg.subarray(0, ogg.length - 900) }),
      ],
      [
        'a truncated master',
        400,
        /master/,
        () => upload(loopDocument(), { master: flac.subarray(0, flac.length - 900) }),
      ],
      [
        'a FLAC called Ogg',
        400,
        /file: must be Ogg Vorbis/,
        () => upload(loopDocument(), { file: flac }),
      ],
      [
        'an Ogg called FLAC',
        400,
        /master: must be FLAC/,
        () => upload(loopDocument(), { master: ogg }),
      ],
      [
        'a page of the web',
        400,
        /file: must be Ogg Vorbis/,
        () => upload(loopDocument(), { file: Buffer.from('<script>alert(1)</script>') }),
      ],
      [
        'nothing',
        400,
        /file: must be Ogg Vorbis/,
        () => upload(loopDocument(), { file: Buffer.alloc(0) }),
      ],
      [
        'a file two frames longer than it says',
        400,
        /declares 48000 frames from 0 on and has 48002/,
        async () => upload(loopDocument(), { file: await oggOf(other), master: null }),
      ],
      [
        'a loop of another length',
        400,
        /declares 96000 frames/,
        () => upload(loopDocument({ length16ths: 16 })),
      ],
      [
        'a loop of another rate',
        400,
        /declares 44100 Hz/,
        () => upload(loopDocument({ sampleRate: 44_100 })),
      ],
      [
        'a master of another length',
        400,
        /master: has 48002 frames/,
        async () => upload(loopDocument(), { master: await flacOf(other) }),
      ],
      [
        'a start behind the end',
        400,
        /declares 48000 frames from 90000 on and has 0/,
        () => upload(loopDocument({ startOffsetSamples: 90_000 })),
      ],
      [
        'a loop of an hour',
        400,
        /may last 300 seconds/,
        () => upload(loopDocument({ length16ths: 4096, bps: 0.25 })),
      ],
      [
        'no metadata',
        400,
        /metadata: Required/,
        () => send('/jam/mia/loops', [['file', ogg, 'a.ogg']]),
      ],
      [
        'no file',
        400,
        /file: must be a file/,
        () => send('/jam/mia/loops', [metadataOf(loopDocument())]),
      ],
      [
        'metadata that is no JSON',
        400,
        /metadata: must be valid JSON/,
        () =>
          send('/jam/mia/loops', [
            ['file', ogg, 'a.ogg'],
            ['metadata', '{'],
          ]),
      ],
      ['metadata of a wrong shape', 400, /bps/, () => upload(loopDocument({ bps: 'fast' }))],
      [
        'a forbidden name',
        400,
        /forbidden name/,
        () =>
          send('/jam/mia/loops', [
            ['file', ogg, 'a.ogg'],
            ['metadata', `{"__proto__":{},${JSON.stringify(loopDocument()).slice(1)}`],
          ]),
      ],
      [
        'unknown keys without end',
        400,
        /unknown keys/,
        () => upload(loopDocument({ note: 'x'.repeat(9000) })),
      ],
      [
        'metadata without end',
        413,
        /metadata: is too long/,
        () => upload(loopDocument({ note: 'x'.repeat(40_000) })),
      ],
      [
        'two files',
        400,
        /file: must be given once/,
        () =>
          send('/jam/mia/loops', [
            ['file', ogg, 'a.ogg'],
            ['file', ogg, 'b.ogg'],
            metadataOf(loopDocument()),
          ]),
      ],
      [
        'a file that nobody asked for',
        400,
        /extra: unknown file/,
        () => send('/jam/mia/loops', [['extra', ogg, 'a.ogg'], metadataOf(loopDocument())]),
      ],
      [
        'a file that is too large',
        413,
        /file: is larger than 32 MB/,
        () =>
          upload(loopDocument(), {
            file: Buffer.concat([ogg, Buffer.alloc(33 * 1024 * 1024)]),
            master: null,
          }),
      ],
      [
        'three channels',
        400,
        /has 3 channels/,
        () => {
          const hacked = Buffer.from(ogg);
          hacked[39] = 3;
          return upload(loopDocument(), { file: hacked });
        },
      ],
    ];
    it.each(refused)('%s', async (_name, status, message, attempt) => {
      const before = await holdings();
      const answer = await attempt();
      expect([answer.status, answer.message]).toEqual([status, expect.stringMatching(message)]);
      expect(answer.ok).toBe(false);
      expect(answer.error.message).toBe(answer.message);
      expect(await holdings()).toEqual(before);
    });
  });

  describe('tracks', () => {
    const track = (id: string, parts: { file?: Buffer; name?: string; who?: TestAccount } = {}) =>
      send(
        '/jam/mia/tracks',
        [
          ['file', parts.file ?? ogg, 'a.ogg'],
          ['metadata', JSON.stringify({ _id: id, name: parts.name ?? 'Last train' })],
        ],
        parts.who ?? mia,
      );
    const pin = (parts: readonly SentPart[], who: TestAccount | null = mia) =>
      send('/accounts/profile/track', parts, who);
    const profileOf = async (name: string) =>
      (await server.app.inject(`/api/accounts/profile/${name}`)).json().data;

    it('go into a jam, the same again as the same, another under the id as a conflict', async () => {
      const id = newId();
      const first = await track(id);
      expect(first.status, first.message).toBe(200);
      expect(first.data).toMatchObject({
        id,
        track: { name: 'Last train', user_id: 'mia', durationSec: 1, mime: 'audio/ogg' },
      });
      expect(decodeBytes(first.data.track.peaks).length).toBe(1024);
      expect((await media(first.data.track.url)).equals(ogg)).toBe(true);
      expect(await track(id)).toEqual(first);
      expect((await track(id, { name: 'Other' })).status).toBe(409);
      expect((await track(newId(), { who: tom })).status).toBe(403);
      const before = await holdings();
      expect((await track(newId(), { file: Buffer.from('ID3') })).message).toBe(
        'file: must be Ogg Vorbis or FLAC',
      );
      expect(await holdings()).toEqual(before);
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
        ['metadata', JSON.stringify({ _id: newId(), name: 'Kettle song' })],
      ]);
      expect(await profileOf('mia')).toEqual(second.data);
      expect(second.data.pinnedTrack).toMatchObject({ name: 'Kettle song', durationSec: 0.5 });
      // The one before has gone, with its content.
      expect(await holdings()).toEqual(before);
      const { headers } = mia;
      const gone = await server.app.inject({
        method: 'DELETE',
        url: '/api/accounts/profile/track',
        headers,
      });
      expect(gone.json().data.pinnedTrack).toBeNull();
      expect((await server.app.inject(second.data.pinnedTrack.url)).statusCode).toBe(404);
      expect(await holdings()).toEqual({
        ...before,
        tracks: before.tracks - 1,
        files: before.files - 1,
      });
    });
  });

  it('are left out of nothing that their owner takes along, and go with the account', async () => {
    const ida = await makeAccount(server.database, `ida_${newId().slice(-6)}`);
    const jam = ida.userId;
    await server.database.queries
      .updateTable('accounts')
      .set({ passwordHash: await hashPassword(TEST_PASSWORD) })
      .where('id', '=', jam)
      .execute();
    await server.database.queries
      .updateTable('jams')
      .set({ access: 'open' })
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
    const headers = ida.headers;
    const post = (url: string, payload: object, who = headers) =>
      server.app.inject({ method: 'POST', url, headers: who, payload });
    expect((await post(`/api/jam/${jam}/rifffs`, { rifff })).statusCode).toBe(200);
    const answer = { ...rifff, _id: newId() };
    expect((await post('/api/jam/tom/rifffs', { rifff: answer }, tom.headers)).statusCode).toBe(
      200,
    );
    const taken = await server.app.inject({ url: '/api/accounts/export', headers });
    for (const word of ['Used', 'Unused', '"pinned":true']) expect(taken.body).toContain(word);

    const left = await post('/api/accounts/delete', { password: TEST_PASSWORD });
    expect(left.statusCode, left.body).toBe(200);
    const url = lone.data.loop.cdn_attachments.oggAudio.url;
    expect((await server.app.inject(url)).statusCode).toBe(404);
    // What tom's rifff holds stays, with both its files; nothing else does.
    expect(await holdings()).toMatchObject({
      media: before.media + 2,
      tracks: before.tracks,
      files: before.files + 2,
    });
    const rows = await server.database.queries
      .selectFrom('loops')
      .selectAll()
      .where('id', '=', unused._id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain('nused');
  });

  it('keep silence and a frame more or less', async () => {
    const silence = [new Float32Array(LOOP_FRAMES)];
    const quiet = await upload(loopDocument(), {
      file: await oggOf(silence),
      master: await flacOf(silence),
    });
    expect(quiet.status, quiet.message).toBe(200);
    expect(quiet.data.loop.loudnessLufs).toBeUndefined();
    for (const off of [-1, 1]) {
      const file = await oggOf(tone(LOOP_FRAMES + off));
      const answer = await upload(loopDocument(), { file, master: null });
      expect(answer.status, answer.message).toBe(200);
      expect(answer.data.loop.frames).toBe(LOOP_FRAMES + off);
      expect(decodeBytes(answer.data.loop.peaks).length).toBe(1024);
    }
  });
});
