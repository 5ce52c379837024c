/** Makes posters and stills in a process of its own: some seconds of a processor, which gives way to the server. */
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import sharp from 'sharp';
import type { LookDocument } from '../../../src/data/contract/looks.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { composeRifff } from '../../../src/drawing/composeRifff.ts';
import { layoutRings } from '../../../src/drawing/layout.ts';
import { rifffModel } from '../../../src/drawing/model.ts';
import { PaintList } from '../../../src/drawing/paintList.ts';
import { PlainPose } from '../../../src/drawing/plainPose.ts';
import { paintsSvg } from '../../../src/drawing/svgPaints.ts';
import { answerJobs } from '../../plugins/childProcess.ts';
import { POSTER_PX } from './drawCover.ts';
import { lookTurn } from './lookTurn.ts';

export interface PosterJob {
  readonly rifff: Rifff;
  /** What draws it; null for the drawing of the house. */
  readonly look: LookDocument | null;
  /** Width and height that it is drawn for, in CSS pixels; the picture has `POSTER_PX`. */
  readonly sizePx: number;
  /** Only the first picture, as WebP; else all of them, as WebM. */
  readonly isStill: boolean;
}

/** One turn, however long the rifff: people who look for a moment see it go round. */
const POSTER_SEC = 4;
const POSTER_FRAMES = 48;
const QUALITY = 70;
/** A still is looked at for longer than a picture that moves. */
const STILL_QUALITY = 82;
/** Room round the rifff for edges that swell behind the notch. */
const ROOM_PX = 14;

sharp.concurrency(1);
sharp.cache(false);

/** The picture at each step of one turn, drawn as the house draws. */
function* houseTurn(rifff: Rifff): Generator<string> {
  const model = rifffModel(rifff, rifffBars(rifff));
  const radius = POSTER_PX / 2 - ROOM_PX;
  const pose = new PlainPose();
  const options = { sizePx: 2 * radius, character: model.character };
  pose.lay(model, layoutRings(model.rings, radius, options), 1);
  pose.isLive = true;
  pose.reachPx = POSTER_PX / 2;
  const list = new PaintList();
  for (let frame = 0; frame < POSTER_FRAMES; frame++) {
    pose.phase = frame / POSTER_FRAMES;
    composeRifff(list, pose);
    yield paintsSvg(list, POSTER_PX);
  }
}

/**
 * The bitstream inside a lossy picture of WebP, which is one key frame of VP8 (RFC 9649, section 2.5; RFC 6386).
 * @throws Error where the picture has none
 */
function keyFrame(webp: Buffer): Buffer {
  for (let at = 12; at + 8 <= webp.length; ) {
    const size = webp.readUInt32LE(at + 4);
    if (webp.toString('latin1', at, at + 4) === 'VP8 ') return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error('a picture without VP8');
}

const dprOf = ({ sizePx }: PosterJob) => POSTER_PX / sizePx;

/** The picture at each step of one turn, as SVG of `sizePx`. */
function turn(job: PosterJob): Generator<string> {
  const { rifff, look, sizePx } = job;
  if (!look) return houseTurn(rifff);
  const dpr = dprOf(job);
  return lookTurn(rifff, look, { sizePx, dpr, frames: POSTER_FRAMES, sec: POSTER_SEC });
}

/** A pixel of an SVG is one at so many dots per inch. */
const SVG_DPI = 72;

const webp = (svg: string, job: PosterJob, quality: number): Promise<Buffer> =>
  sharp(Buffer.from(svg), { density: SVG_DPI * dprOf(job) })
    .flatten()
    .webp({ quality })
    .toBuffer();

/** The first picture of a turn as WebP. */
async function makeStill(job: PosterJob): Promise<Uint8Array> {
  for (const svg of turn(job)) return webp(svg, job, STILL_QUALITY);
  throw new Error('a turn without pictures');
}

/** One turn of a rifff as WebM, every picture a key frame: it can be looped and sought without a decoder's memory. */
async function makeLoop(job: PosterJob): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source, { frameRate: POSTER_FRAMES / POSTER_SEC });
  await output.start();
  const stepSec = POSTER_SEC / POSTER_FRAMES;
  let at = 0;
  for (const svg of turn(job)) {
    const packet = new EncodedPacket(
      keyFrame(await webp(svg, job, QUALITY)),
      'key',
      at * stepSec,
      stepSec,
    );
    const config = { codec: 'vp8', codedWidth: POSTER_PX, codedHeight: POSTER_PX };
    await source.add(packet, at === 0 ? { decoderConfig: config } : undefined);
    at += 1;
  }
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

answerJobs((job: PosterJob) => (job.isStill ? makeStill(job) : makeLoop(job)));
