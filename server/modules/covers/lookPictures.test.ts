/** Posters of shares with a look, and stills and loops of looks, as callers fetch them: what they show, and when it changes. */
import { BufferSource, EncodedPacketSink, Input, WEBM } from 'mediabunny';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import { RifffSchema } from '../../../src/data/contract/rifff.ts';
import { STAGE_LOOK_IDS } from '../../../src/data/contract/stageLooks.ts';
import { lookPictures } from '../../../src/data/rules/stage/lookAddress.ts';
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { css } from '../../../src/drawing/canvas.ts';
import { FlashSeries } from '../../../src/drawing/flashes.ts';
import { BUILT_IN_LOOKS } from '../../../src/drawing/jam/builtInLooks.ts';
import { LookFrames } from '../../../src/drawing/jam/lookFrames.ts';
import { pictureRings } from '../../../src/drawing/jam/lookReach.ts';
import { turnSec } from '../../../src/drawing/jam/lookSources.ts';
import { layoutRings } from '../../../src/drawing/layout.ts';
import { type RifffModel, rifffModel } from '../../../src/drawing/model.ts';
import { PaintList } from '../../../src/drawing/paintList.ts';
import { PlainPose } from '../../../src/drawing/plainPose.ts';
import { paintsSvg } from '../../../src/drawing/svgPaints.ts';
import { TOKENS } from '../../../src/drawing/tokens.ts';
import { insertRows, removeRows, updateRows } from '../../ports/database/rows.ts';
import { useAccount } from '../../testing/accounts.ts';
import { describeOnce } from '../../testing/databases.ts';
import { shareStored } from '../../testing/rifffs.ts';
import { useTestServer } from '../../testing/testApp.ts';
import { lookTurn } from './lookTurn.ts';

const SIDE = 400;
const FRAMES = 48;
/** Turns of the music in the first picture of a loop. */
const FROM = 0.3;
/** Mean difference of two pictures that is no more than what compressing changes, of 255. */
const SAME = 6;
/** A picture that was compressed is so much nearer to its own than to the one a step earlier or later. */
const NEARER = 0.75;

const rgb = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer();

/** A key frame of VP8 as the lossy WebP that it came from. */
function asWebp(frame: Uint8Array): Buffer {
  const even = frame.length + (frame.length % 2);
  const file = Buffer.alloc(20 + even);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(12 + even, 4);
  file.write('WEBPVP8 ', 8, 'latin1');
  file.writeUInt32LE(frame.length, 16);
  file.set(frame, 20);
  return file;
}

/** Pixels of every picture of a loop, red, green and blue. */
async function picturesOf(webm: Buffer): Promise<Buffer[]> {
  const input = new Input({ source: new BufferSource(webm), formats: [WEBM] });
  const track = (await input.getPrimaryVideoTrack())!;
  expect([track.displayWidth, track.displayHeight]).toEqual([SIDE, SIDE]);
  expect(await track.computeDuration()).toBeCloseTo(4, 3);
  const pictures: Buffer[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    pictures.push(await rgb(asWebp(data)));
  }
  return pictures;
}

/** Mean difference of two pictures, of 255. */
function distance(one: Buffer, other: Buffer): number {
  expect(one.length).toBe(other.length);
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at]! - other[at]!);
  return sum / one.length;
}

const cornerOf = (pixels: Buffer) => `#${pixels.subarray(0, 3).toString('hex')}`.toUpperCase();
/** Is a colour that one, but for what compressing changes? */
const isNear = (one: string, other: string) =>
  [1, 3, 5].every(
    (at) =>
      Math.abs(
        Number.parseInt(one.slice(at, at + 2), 16) - Number.parseInt(other.slice(at, at + 2), 16),
      ) < 6,
  );

/** The picture of a look at a moment of a turn of four seconds, drawn alone for a card of 200 px, its pixels twice as fine. */
async function drawn(model: RifffModel, look: LookDocument, turns: number): Promise<Buffer> {
  const px = 200;
  const slower = 4 / turnSec(model);
  const pose = new PlainPose();
  const diameter = pictureRings(look) * px;
  const options = { sizePx: diameter, character: model.character };
  const rings = model.rings.map((ring) => ({ ...ring, passSec: ring.passSec! * slower }));
  pose.lay({ ...model, rings }, layoutRings(rings, diameter / 2, options), 2);
  Object.assign(pose, { isLive: true, phase: turns % 1, nowMs: 0, reachPx: diameter / 2 });
  const frames = new LookFrames(look);
  const list = new PaintList();
  frames.compose(list, pose);
  return rgb(
    await sharp(Buffer.from(paintsSvg(list, px, css(frames.ground))), { density: 144 })
      .png()
      .toBuffer(),
  );
}

describeOnce('pictures in a look', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { RONDO_POSTERS: 'on' } });
  const ada = useAccount(server, 'Ada');
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'GET', url, headers });
  const kept = (id: string, access: 'public' | 'private', document: LookDocument) =>
    insertRows(server.database.queries, 'looks', {
      ...{ id, access, ownerId: ada.userId, created: 1, changed: 1, jamCount: 0 },
      document: JSON.stringify(document),
    });
  /** The rifff that looks are shown by. */
  async function sample(): Promise<RifffModel> {
    const { data } = (await get('/api/library/rifffs')).json();
    const rifff = RifffSchema.parse(data.rifffs[0].rifff);
    return rifffModel(rifff, rifffBars(rifff));
  }

  it('a still and a loop of a look of the house show what it draws, and the end of the loop meets its beginning', async () => {
    const model = await sample();
    const { still, loop } = lookPictures('rose');
    const [picture, video] = [await get(still), await get(loop)];
    expect([picture.statusCode, video.statusCode]).toEqual([200, 200]);
    expect(picture.headers['content-type']).toBe('image/webp');
    expect(video.headers['content-type']).toBe('video/webm');
    const seen = await rgb(picture.rawPayload);
    const frames = await picturesOf(video.rawPayload);
    expect(frames).toHaveLength(FRAMES);
    expect(distance(seen, frames[0]!)).toBeLessThan(SAME);
    for (const frame of [0, 17, 40]) {
      const at = (step: number) =>
        drawn(model, BUILT_IN_LOOKS.rose, FROM + 1 + (frame + step) / FRAMES);
      const own = distance(frames[frame]!, await at(0));
      for (const step of [-1, 1]) {
        const other = distance(frames[frame]!, await at(step));
        expect(own, `picture ${frame}, not ${frame + step}`).toBeLessThan(NEARER * other);
      }
    }
    const step = distance(frames[0]!, frames[1]!);
    expect(distance(frames.at(-1)!, frames[0]!)).toBeLessThan(2 * step);
  });

  it('every look of the house has a still of its own, on its own ground', async () => {
    const stills = await Promise.all(
      STAGE_LOOK_IDS.map(async (key) => rgb((await get(lookPictures(key).still)).rawPayload)),
    );
    expect(new Set(stills.map((one) => one.toString('base64'))).size).toBe(STAGE_LOOK_IDS.length);
    const corner = (key: (typeof STAGE_LOOK_IDS)[number]) =>
      cornerOf(stills[STAGE_LOOK_IDS.indexOf(key)]!);
    expect(isNear(corner('riso'), TOKENS.paper)).toBe(true);
    expect(isNear(corner('rose'), TOKENS.ground)).toBe(true);
  });

  it.each(['light', 'screen', 'tunnel'] as const)(
    'a loop of %s makes no more than three flashes in a second',
    async (key) => {
      const { data } = (await get('/api/library/rifffs')).json();
      const rifff = RifffSchema.parse(data.rifffs[0].rifff);
      const side = 144;
      const turn = { sizePx: side, dpr: 1, frames: FRAMES, sec: 4 };
      const series = new FlashSeries();
      for (const svg of lookTurn(rifff, BUILT_IN_LOOKS[key], turn)) {
        const bytes = await rgb(Buffer.from(svg));
        const pixels = Uint32Array.from({ length: side * side }, (_, at) =>
          bytes.readUIntBE(3 * at, 3),
        );
        // They are counted 60 in a second, and shown 12 in a second.
        for (let again = 0; again < 5; again++) series.add(pixels, side);
      }
      expect(series.most).toBeLessThanOrEqual(3);
    },
  );

  it('of a look of a person follow what it draws, and are not there while it is private', async () => {
    await kept('mine', 'public', { ...BUILT_IN_LOOKS.screen, name: 'Mine' });
    await kept('secret', 'private', { ...BUILT_IN_LOOKS.screen, name: 'Secret' });
    const { still, loop } = lookPictures('mine', 1);
    // Asks for the names alone: nothing is made for them.
    const known = (path: string) => get(path, { 'if-none-match': '*' });
    const tags = async () => [(await known(still)).headers.etag, (await known(loop)).headers.etag];
    const before = await tags();
    const first = await get(still);
    expect(first.headers).toMatchObject({
      etag: before[0],
      'cache-control': 'public, max-age=86400',
    });
    expect(await tags()).toEqual(before);
    expect((await get(still, { 'if-none-match': String(before[0]) })).statusCode).toBe(304);
    const { queries } = server.database;
    const document = JSON.stringify({ ...BUILT_IN_LOOKS.riso, name: 'Mine' });
    await updateRows(queries, 'looks', { id: 'mine' }, { document, changed: 2 });
    const after = await tags();
    expect(new Set([...before, ...after]).size).toBe(4);
    expect(lookPictures('mine', 2).still).not.toBe(still);
    expect(isNear(cornerOf(await rgb((await get(still)).rawPayload)), TOKENS.paper)).toBe(true);
    await updateRows(queries, 'looks', { id: 'mine' }, { access: 'private' });
    for (const key of ['mine', 'secret', 'none', 'new']) {
      for (const path of Object.values(lookPictures(key))) {
        expect((await get(path)).statusCode, path).toBe(404);
      }
    }
  });

  it('the poster of a share is in its look, another one after that changed, and the plain one after it was taken out', async () => {
    const { queries } = server.database;
    const shareId = await shareStored(queries, { userId: ada.userId });
    const poster = async () => {
      const { headers, rawPayload } = await get(`/media/covers/${shareId}.webm`);
      const [first] = await picturesOf(rawPayload);
      return { etag: headers.etag, bytes: rawPayload, corner: cornerOf(first!) };
    };
    const plain = await poster();
    expect(isNear(plain.corner, TOKENS.ground)).toBe(true);
    const row = { shareId, lookKey: 'riso', document: null, userId: '' };
    await insertRows(queries, 'shareLooks', row);
    const riso = await poster();
    expect(isNear(riso.corner, TOKENS.paper)).toBe(true);
    await updateRows(queries, 'shareLooks', { shareId }, { lookKey: 'rose' });
    const rose = await poster();
    expect(isNear(rose.corner, TOKENS.ground)).toBe(true);
    expect(rose.bytes.equals(plain.bytes)).toBe(false);
    expect(new Set([plain, riso, rose].map(({ etag }) => etag)).size).toBe(3);
    await removeRows(queries, 'shareLooks', { shareId });
    expect(await poster()).toEqual(plain);
  });
});

describeOnce('a server without posters', (open) => {
  const server = useTestServer({ openDatabase: open, environment: { RONDO_POSTERS: 'off' } });

  it('has neither stills nor loops of looks, and says so', async () => {
    const get = (url: string) => server.app.inject({ method: 'GET', url });
    for (const path of Object.values(lookPictures('rose'))) {
      expect((await get(path)).statusCode).toBe(404);
    }
    expect((await get('/api/site')).json().data.hasLookPictures).toBe(false);
    expect((await get('/media/covers/looks/rose.png')).statusCode).toBe(200);
  });
});
