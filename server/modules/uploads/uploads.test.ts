import { describe, expect, it } from 'vitest';
import { type Loop, LoopSchema } from '../../../src/data/contract/loop.ts';
import { decodeBytes } from '../../../src/data/contract/loopData.ts';
import { loopPeaks } from '../../../src/dsp/peaks.ts';
import { findRows } from '../../ports/database/rows.ts';
import type { TestAccount } from '../../testing/accounts.ts';
import { postable } from '../../testing/rifffs.ts';
import { flacOf, LOOP_FRAMES, loopDocument, oggOf, tone } from '../../testing/sounds.ts';
import { describeUploads, flac, metadataOf, ogg, pcm } from '../../testing/uploadWorld.ts';

describeUploads('uploads', { isOfStore: true }, (world) => {
  const { send, upload, holdings, media, isThorough, isInS3, itOnce } = world;

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
    const shape = [decodeBytes(loop.flatness), decodeBytes(loop.crest)];
    for (const steps of shape) {
      expect(steps).toHaveLength(loop.length16ths);
      expect(Math.max(...steps)).toBeGreaterThan(0);
    }
    // It is stored to compare loops, and not sent.
    expect(loop.timbre).toBeUndefined();
    const row = { id: loop._id };
    const [stored] = await findRows(world.server.database.queries, 'loops', row, ['doc']);
    expect(decodeBytes((stored!.doc as Loop).timbre)).toHaveLength(26);
    expect(loop.loudnessLufs).toBeGreaterThan(-20);
    expect(loop.chroma).toHaveLength(12);
    const tonal = loop.chroma!.reduce((sum, share) => sum + share, 0);
    expect(tonal).toBeGreaterThan(0.1);
    const { oggAudio, flacAudio } = loop.cdn_attachments!;
    expect((await media(oggAudio!.url!, world.mia.headers)).rawPayload.equals(ogg)).toBe(true);
    expect((await media(flacAudio!.url!, world.mia.headers)).rawPayload.equals(flac)).toBe(true);
    expect(oggAudio!.key).not.toBe(flacAudio!.key);
  });

  it('answer the same again with the same, and anything else under its id with a conflict', async () => {
    const loop = loopDocument();
    const first = await upload(loop);
    const before = await holdings();
    expect(await upload({ ...loop, created: 5, peaks: undefined })).toEqual(first);
    expect((await upload({ ...loop, name: 'Other' })).status).toBe(409);
    expect((await upload(loop, { master: null })).status).toBe(409);
    expect((await upload(loop, { who: world.tom, jam: 'tom' })).status).toBe(409);
    expect(await holdings()).toEqual(before);
  });

  itOnce('give every loop an address of its own, whatever it sounds like', async () => {
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
    expect((await upload(loopDocument(), { who: world.tom })).status).toBe(403);
    expect((await upload(loopDocument(), { jam: 'nowhere' })).status).toBe(404);
    expect(await holdings()).toEqual(before);
  });

  it('let the loop stand in a rifff, for its maker and then for everyone', async () => {
    const loop = loopDocument();
    await upload(loop);
    const rifff = postable([]);
    rifff.state.playback[0] = { slot: { current: { currentLoop: loop._id } } };
    const post = (who: TestAccount) =>
      world.call('POST', `/jam/${who.userId}/rifffs`, { who, body: { rifff } });
    expect((await post(world.tom)).status).toBe(400);
    const answer = await post(world.mia);
    expect(answer.status, answer.message).toBe(200);
    const [embedded] = answer.data.rifff.loops;
    expect(embedded.cdn_attachments.oggAudio.url).toMatch(/^\/media\//);
    expect((await post(world.tom)).status).toBe(200);
  });

  // Files are answered by their store: the disk here, the bucket there.
  (isInS3 ? it : itOnce)('answer any stretch of a file', async () => {
    const { data } = await upload(loopDocument());
    const { url } = data.loop.cdn_attachments.flacAudio;
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 99],
      ['bytes=1000-1999', 1000, 1999],
      ['bytes=-10', flac.length - 10, flac.length - 1],
      [`bytes=${flac.length - 1}-`, flac.length - 1, flac.length - 1],
    ] as const) {
      const answer = await media(url, { ...world.mia.headers, range });
      expect(answer.statusCode).toBe(206);
      expect(answer.headers['content-range']).toBe(`bytes ${from}-${to}/${flac.length}`);
      expect(answer.rawPayload.equals(flac.subarray(from, to + 1))).toBe(true);
    }
    const beyond = { ...world.mia.headers, range: `bytes=${flac.length}-` };
    expect((await media(url, beyond)).statusCode).toBe(416);
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
    // One in each step of an upload: its form, the size of a file, its head, its sound, that of its master.
    const EVERYWHERE = new Set([
      'metadata of a wrong shape',
      'a file that is too large',
      'a FLAC called Ogg',
      'a loop of another length',
      'a truncated master',
    ]);
    const tried = refused.filter(([name]) => isThorough || EVERYWHERE.has(name));
    it.each(tried)('%s', async (_name, status, message, attempt) => {
      const before = await holdings();
      const answer = await attempt();
      expect([answer.status, answer.message]).toEqual([status, expect.stringMatching(message)]);
      expect(answer.ok).toBe(false);
      expect(answer.error.message).toBe(answer.message);
      expect(await holdings()).toEqual(before);
    });
  });

  itOnce('keep silence and a frame more or less', async () => {
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
