import { BufferSource, EncodedPacketSink, Input, WEBM } from 'mediabunny';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { categoryOf } from '../../../src/data/contract/categories.ts';
import { STAGE_LOOK_IDS, type StageLook } from '../../../src/data/contract/stageLooks.ts';
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { rifffGlyph } from '../../../src/drawing/glyph.ts';
import { BUILT_IN_LOOKS } from '../../../src/drawing/jam/builtInLooks.ts';
import { rifffModel } from '../../../src/drawing/model.ts';
import { TOKENS } from '../../../src/drawing/tokens.ts';
import { insertRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import { useAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import { shareStored } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { createEmbeds } from '../feed/embeds.ts';
import { squareListCover, wideListCover } from './drawCover.ts';
import { publicShares } from './publicShare.ts';
import { coversService } from './service.ts';

describeOnce('covers', (open) => {
  const server = useTestServer({ openDatabase: open });
  const ada = useAccount(server, 'Ada');

  const get = (path: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url: `/media/covers/${path}`, headers });
  const share = (more: object = {}) =>
    shareStored(server.database.queries, { userId: ada.userId, ...more });
  const finder = () => {
    const { queries } = server.database;
    return publicShares({ queries, embeds: createEmbeds({ queries, publicUrl: undefined }) });
  };
  const paths = (svg: string) => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);

  it('is a picture of 1200 by 630 with the rings in their inks and the words in paper', async () => {
    const id = await share();
    const answer = await get(`${id}.png`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/png');
    const picture = sharp(answer.rawPayload);
    expect(await picture.metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
    const { data } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const count = (hex: string, from: number, to: number) => {
      const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      let found = 0;
      for (let y = 0; y < 630; y++) {
        for (let x = from; x < to; x++) {
          const near = wanted.every(
            (value, c) => Math.abs(value - data[(y * 1200 + x) * 3 + c]!) < 9,
          );
          if (near) found += 1;
        }
      }
      return found;
    };
    expect(count(TOKENS.paper, 0, 560)).toBeGreaterThan(2000);
    const { rifff } = (await finder()(id))!;
    for (const { category } of rifff.loops) {
      expect(count(categoryOf(category).ink, 560, 1200), category).toBeGreaterThan(10_000);
    }
    expect(count(TOKENS.ground, 560, 1200)).toBeGreaterThan(50_000);
  });

  it('of a look shows a rifff as it draws it, on its own ground, and of each look another', async () => {
    const id = await share();
    const { rifff } = (await finder()(id))!;
    const coverOf = (look: StageLook) => {
      const document = BUILT_IN_LOOKS[look];
      const about = { title: document.name, kind: 'Look', by: 'Ada', discs: [rifff] };
      const subject = { ...about, look: document };
      return { wide: wideListCover(subject), square: squareListCover(subject) };
    };
    const pictures = STAGE_LOOK_IDS.map((look) => coverOf(look).square);
    expect(new Set(pictures).size).toBe(STAGE_LOOK_IDS.length);
    const riso = coverOf('riso');
    const pixels = await sharp(Buffer.from(riso.square)).raw().toBuffer();
    const corner = `#${pixels.subarray(0, 3).toString('hex')}`.toUpperCase();
    expect(corner).toBe(TOKENS.paper.toUpperCase());
    const { width, height } = await sharp(Buffer.from(riso.wide)).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });

  it('of a share with a look is drawn by it, and as the house draws where it has none or none that can be read', async () => {
    const { queries } = server.database;
    const id = await share();
    const pictures = async () => {
      const [wide, square] = await Promise.all([get(`${id}.png`), get(`${id}.svg`)]);
      const { data, info } = await sharp(wide.rawPayload)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const last = data.subarray(data.length - info.channels, data.length - info.channels + 3);
      return {
        square: square.body,
        names: [wide.headers.etag, square.headers.etag],
        corner: `#${last.toString('hex')}`.toUpperCase(),
      };
    };
    const plain = await pictures();
    expect(plain.corner).toBe(TOKENS.ground.toUpperCase());
    await insertRows(queries, 'shareLooks', {
      ...{ shareId: id, lookKey: 'riso', document: null, userId: '' },
    });
    const riso = await pictures();
    expect(riso.corner).toBe(TOKENS.paper.toUpperCase());
    expect(riso.square).not.toBe(plain.square);
    // Another look is another picture under another name, so that no cache answers with the old one.
    await updateRows(queries, 'shareLooks', { shareId: id }, { lookKey: 'tunnel' });
    const tunnel = await pictures();
    expect(new Set([plain, riso, tunnel].flatMap(({ names }) => names)).size).toBe(6);
    const unread = { lookKey: 'of-tomorrow', document: JSON.stringify({ version: 99 }) };
    await updateRows(queries, 'shareLooks', { shareId: id }, unread);
    expect(await pictures()).toEqual(plain);
    await removeRows(queries, 'shareLooks', { shareId: id });
    expect(await pictures()).toEqual(plain);
  });

  it('the square one holds the very outlines that a glyph has', async () => {
    const id = await share();
    const answer = await get(`${id}.svg`);
    expect(answer.headers['content-type']).toContain('image/svg+xml');
    const { rifff } = (await finder()(id))!;
    const glyph = rifffGlyph(rifffModel(rifff, rifffBars(rifff)), 592);
    expect(paths(glyph).length).toBeGreaterThan(0);
    expect(paths(answer.body)).toEqual(paths(glyph));
    expect(answer.body).not.toContain('<text');
  });

  it('turns once as a video that loops, drawn once for all who ask', async () => {
    const id = await share();
    const [answer, again] = await Promise.all([get(`${id}.webm`), get(`${id}.webm`)]);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('video/webm');
    expect(again.rawPayload.equals(answer.rawPayload)).toBe(true);
    const known = { 'if-none-match': String(answer.headers.etag) };
    expect((await get(`${id}.webm`, known)).statusCode).toBe(304);
    const input = new Input({ source: new BufferSource(answer.rawPayload), formats: [WEBM] });
    const track = (await input.getPrimaryVideoTrack())!;
    expect([track.codec, track.displayWidth, track.displayHeight]).toEqual(['vp8', 400, 400]);
    expect(await track.computeDuration()).toBeCloseTo(4, 3);
    const pictures = new Set<string>();
    for await (const packet of new EncodedPacketSink(track).packets()) {
      expect(packet.type).toBe('key');
      // Start code of a key frame, then its size (RFC 6386, section 9.1).
      expect([...packet.data.subarray(3, 10)]).toEqual([0x9d, 1, 0x2a, 400 & 255, 1, 400 & 255, 1]);
      pictures.add(Buffer.from(packet.data).toString('base64'));
    }
    expect(pictures.size).toBe(48);
    expect(answer.rawPayload.length).toBeLessThan(1_000_000);
  });

  it('carries no script, is sandboxed, and may be shown anywhere', async () => {
    const title = '<script>alert(1)</script> & "foam"';
    const id = await share({ title });
    for (const kind of ['png', 'svg']) {
      const { headers, body } = await get(`${id}.${kind}`);
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(body).not.toContain('<script');
    }
  });

  it('is cached by its content: the same name for the same picture, another after a change', async () => {
    const id = await share();
    const first = await get(`${id}.png`);
    const again = await get(`${id}.png`);
    expect(first.headers['cache-control']).toBe('public, max-age=86400');
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true);
    const known = await get(`${id}.png`, { 'if-none-match': String(first.headers.etag) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    const { queries } = server.database;
    await queries.updateTable('shares').set({ title: 'Ebb' }).where('id', '=', id).execute();
    expect((await get(`${id}.png`)).headers.etag).not.toBe(first.headers.etag);
  });

  it('is not there for private, removed and unknown shares, nor under other names', async () => {
    const hidden = await share({ isPrivate: true });
    const removed = await share();
    const { queries } = server.database;
    await queries
      .updateTable('shares')
      .set({ isRemoved: true })
      .where('id', '=', removed)
      .execute();
    const open = await share();
    const names = [
      `${hidden}.png`,
      `${removed}.png`,
      'nobody.png',
      `${open}.gif`,
      open,
      '.png',
      '..%2f..%2fpackage.png',
      `${'a'.repeat(65)}.png`,
    ];
    for (const name of names) expect((await get(name)).statusCode, name).toBe(404);
  });

  it('keeps pictures up to its budget and draws one that many ask for only once', async () => {
    const find = finder();
    const id = await share();
    const covers = coversService({ find, findSubject: async () => undefined, budgetBytes: 60_000 });
    const asked = await Promise.all(
      Array.from({ length: 8 }, async () => (await covers.cover(id, 'png')).body()),
    );
    expect(new Set(asked).size).toBe(1);
    for (let at = 0; at < 4; at++) await (await covers.cover(await share(), 'png')).body();
    expect(covers.usedBytes).toBeGreaterThan(0);
    expect(covers.usedBytes).toBeLessThanOrEqual(60_000);
  });
});

it('a poster is begun ten seconds after its rifff was shared', async () => {
  vi.useFakeTimers();
  try {
    const asked: string[] = [];
    const find = async (shareId: string) => void asked.push(shareId);
    const covers = coversService({ find, findSubject: async () => undefined });
    covers.prepare('one');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['one']);
  } finally {
    vi.useRealTimers();
  }
});
