import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loopFrames } from '../src/data/rules/time/timing.ts';
import { makeAccount, type TestAccount } from './testing/accounts.ts';
import { type FailingLine, startFailingLine } from './testing/failingLine.ts';
import { startTestS3, type TestS3 } from './testing/s3.ts';
import { flacOf, formOf, loopDocument, oggOf, tone } from './testing/sounds.ts';
import { startTestServer, type TestServer } from './testing/testApp.ts';

describe('a bucket that fails in the middle', () => {
  let s3: TestS3;
  let line: FailingLine;
  let server: TestServer;
  let mia: TestAccount;
  beforeAll(async () => {
    s3 = await startTestS3();
    line = await startFailingLine(s3.environment.S3_ENDPOINT!);
    server = await startTestServer({ environment: { ...s3.environment, S3_ENDPOINT: line.url } });
    mia = await makeAccount(server.database, 'mia');
  });
  afterAll(async () => {
    line.set('well');
    await server.close();
    await line.close();
    await s3.close();
  });

  const soundOf = async (hz: number) => {
    // A sixteenth of 120 bpm: soonest decoded and measured.
    const pcm = tone(loopFrames(1, 2, 48_000), 1, hz);
    return {
      loop: loopDocument({ length16ths: 1 }),
      ogg: await oggOf(pcm),
      flac: await flacOf(pcm),
    };
  };
  const upload = async ({ loop, ogg, flac }: Awaited<ReturnType<typeof soundOf>>) => {
    const { payload, contentType } = formOf([
      ['file', ogg, 'loop.ogg'],
      ['master', flac, 'loop.flac'],
      ['metadata', JSON.stringify(loop)],
    ]);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/jam/mia/loops',
      headers: { ...mia.headers, 'content-type': contentType },
      payload,
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  };
  const mediaRows = () =>
    server.database.queries
      .selectFrom('media')
      .innerJoin('loops', 'loops.id', 'media.loopId')
      .where('loops.origin', '=', 'upload')
      .select('media.hash')
      .execute();

  it.each([
    ['answers 500 to what is stored', 'refusing', ['PUT', 'POST'], 230],
    ['answers 500 to everything', 'refusing', undefined, 310],
    ['is cut while something is stored', 'cut', ['PUT', 'POST'], 430],
  ] as const)(
    'and %s: 503, nothing half stored, and the same again goes well',
    async (_how, state, methods, hz) => {
      const sound = await soundOf(hz);
      const before = await mediaRows();
      line.set(state, methods);
      const failed = await upload(sound);
      expect(failed.status).toBe(503);
      expect(failed.body.error).toEqual({
        code: 'unavailable',
        message: 'The server cannot reach its data at present: try again in a moment',
      });
      expect(Number(failed.headers['retry-after'])).toBeGreaterThan(0);
      expect(await mediaRows()).toEqual(before);
      if (methods === undefined) {
        const health = await server.app.inject('/healthz');
        expect(health.statusCode).toBe(503);
        expect(health.json().message).toBe('Not answering: blobs');
      }

      line.set('well');
      expect((await upload(sound)).status).toBe(200);
      const rows = await mediaRows();
      expect(rows).toHaveLength(before.length + 2);
      for (const { hash } of rows) {
        const content = await buffer(await server.blobs.get(hash));
        expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
      }
    },
  );

  it('loses nothing that it acknowledged while it fails now and then', async () => {
    const states = ['well', 'cut', 'well', 'refusing'] as const;
    let turn = 0;
    const changing = setInterval(() => line.set(states[turn++ % states.length]!), 150);
    const acknowledged: string[] = [];
    for (let at = 0; at < 12; at++) {
      const sound = await soundOf(1000 + 17 * at);
      const { status } = await upload(sound);
      expect([200, 503]).toContain(status);
      if (status !== 200) continue;
      for (const file of [sound.ogg, sound.flac]) {
        acknowledged.push(createHash('sha256').update(file).digest('hex'));
      }
    }
    clearInterval(changing);
    line.set('well');
    for (const hash of acknowledged) {
      const content = await buffer(await server.blobs.get(hash));
      expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
    }
    for (const { hash } of await mediaRows()) expect(await server.blobs.has(hash)).toBe(true);
  });
});
