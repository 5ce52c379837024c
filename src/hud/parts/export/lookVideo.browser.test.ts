/** A whole video with a look: exported as the dialog does it, its file read again, its pictures held to those of a stage. */
import {
  ALL_FORMATS,
  BlobSource,
  EncodedPacketSink,
  Input,
  type InputVideoTrack,
  VideoSampleSink,
} from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLoop, makeRifff, noise, sine } from '../../../../tests/audio/loops.ts';
import { createExporter } from '../../../audio/export/createExporter.ts';
import type { ExportWish, FramePainter } from '../../../audio/export/Exporter.ts';
import { PatternMaker } from '../../../audio/loading/patternMaker.ts';
import { exporting } from '../../../audio/state/exporting.ts';
import type { LookDocument } from '../../../data/contract/looks.ts';
import { rifffBars, rifffFrames } from '../../../data/rules/time/timing.ts';
import { CanvasPainter, css } from '../../../drawing/canvas.ts';
import { FlashSeries } from '../../../drawing/flashes.ts';
import { lookReach } from '../../../drawing/jam/lookReach.ts';
import { StagePicture } from '../../../drawing/jam/stagePicture.ts';
import { layoutRings } from '../../../drawing/layout.ts';
import { rifffModel } from '../../../drawing/model.ts';
import { PaintList } from '../../../drawing/paintList.ts';
import { PlainPose } from '../../../drawing/plainPose.ts';
import { createPainter, videoLayout } from './videoPainter.ts';

const SIDE = 270;
const SIZE = { width: SIDE, height: SIDE };
const FPS = 30;
/** What the encoder leaves of a picture, and how far its mean colour may be off, of 255: it was 34 dB and 1. */
const [LEAST_DB, SAME_COLOUR] = [30, 2];
const words = { title: 'Night bus', makers: 'ana, bo' };
/** A turn of four seconds, whose rings are loud and silent by turns. */
const rifff = makeRifff(
  ['drums', 'bass', 'leads', 'chords'].map((category, at) => ({
    ...makeLoop({ sound: at % 2 ? sine(110 * (at + 1), 0.2) : noise(at, 0.2), category, bps: 8 }),
    peaks: btoa(
      String.fromCharCode(...Array.from({ length: 64 }, (_, n) => (n * 37 * (at + 1)) % 256)),
    ),
  })),
);
/** A look that moves with what sounds, as fast as looks may. */
const look: LookDocument = {
  v: 1,
  name: 'Tide',
  ground: 'paper',
  layers: [
    { source: 'rings', drawn: 'filled', size: 1000, wedges: 6, part: 4, cut: 600 },
    { source: 'echo', lift: 300 },
  ],
  mods: [
    { layer: 0, value: 'cut', source: 'level', amount: 1000, rise: 0, fall: 0 },
    { layer: 0, value: 'turn', source: 'bar', amount: 500, rise: 0, fall: 0 },
    { layer: 1, value: 'density', source: 'beat', amount: -1000, rise: 0, fall: 0 },
  ],
  choices: [],
};

const maker = new PatternMaker();
const exporter = createExporter(maker);
beforeAll(() =>
  Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true }),
);
afterAll(() => {
  exporter.clear();
  maker.dispose();
});

/** Exports a turn. @returns the file */
async function exported(paint: () => Promise<FramePainter>): Promise<Blob> {
  const wish: ExportWish = { kind: 'video', size: SIZE, fps: FPS, paint };
  await exporter.export({ rifff, title: 'Night bus', turns: 1, tail: 'folded', credits: '', wish });
  expect(exporting.error).toBe(null);
  return (await fetch(exporting.result!.url!)).blob();
}

async function trackOf(file: Blob): Promise<InputVideoTrack> {
  const input = new Input({ formats: ALL_FORMATS, source: new BlobSource(file) });
  return (await input.getPrimaryVideoTrack())!;
}

function contextOf(): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), SIZE);
  return canvas.getContext('2d', { alpha: false, willReadFrequently: true })!;
}

/** The pictures of a file, and their times in seconds. */
async function decoded(file: Blob): Promise<{ secs: number[]; pictures: ImageData[] }> {
  const context = contextOf();
  const secs: number[] = [];
  const pictures: ImageData[] = [];
  for await (const sample of new VideoSampleSink(await trackOf(file)).samples()) {
    sample.draw(context, 0, 0, SIDE, SIDE);
    secs.push(sample.timestamp);
    sample.close();
    pictures.push(context.getImageData(0, 0, SIDE, SIDE));
  }
  return { secs, pictures };
}

/** Its encoded pictures, byte for byte: the time of its making stands in a file, and its sound may differ in the last bit. */
async function packets(file: Blob): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(await trackOf(file)).packets()) all.push(data);
  return all;
}

/** Where the rings of a video are, and how large. */
const { centre, radius: most, reachPx } = videoLayout(SIDE, SIDE);
const radius = Math.min(most, Math.floor(reachPx / lookReach(look)));

/** What a stage shows that is as large: a picture after the other, from the first on. */
function* onStage(): Generator<ImageData> {
  const context = contextOf();
  const stage = new StagePicture(look);
  const model = rifffModel(rifff, rifffBars(rifff));
  const pose = new PlainPose();
  pose.lay(
    model,
    layoutRings(model.rings, radius, { sizePx: 2 * radius, character: model.character }),
    1,
  );
  pose.isLive = true;
  pose.reachPx = radius;
  const list = new PaintList();
  const painter = new CanvasPainter(context);
  const turnSec = rifffFrames(rifff) / 48_000;
  for (let picture = 0; ; picture++) {
    pose.nowMs = (1000 * picture) / FPS;
    pose.phase = (picture / FPS / turnSec) % 1;
    stage.advance(pose);
    stage.compose(list, pose);
    context.fillStyle = css(stage.ground);
    context.fillRect(0, 0, SIDE, SIDE);
    painter.draw(list, centre.x, centre.y, 1);
    yield context.getImageData(0, 0, SIDE, SIDE);
  }
}

/** Luma of BT.709. */
const LUMA = [0.2126, 0.7152, 0.0722] as const;

/** Goes through the pixels where the rings are. */
function eachPixel(visit: (at: number) => void): void {
  const [left, top] = [Math.ceil(centre.x - radius), Math.ceil(centre.y - radius)];
  for (let y = top; y < top + 2 * radius - 1; y++) {
    for (let x = left; x < left + 2 * radius - 1; x++) visit(4 * (y * SIDE + x));
  }
}

/** Peak signal to noise of the luma of two pictures where the rings are, in dB (ITU-T J.340). */
function psnr({ data: one }: ImageData, { data: other }: ImageData): number {
  let sum = 0;
  let count = 0;
  eachPixel((at) => {
    let off = 0;
    for (let c = 0; c < 3; c++) off += LUMA[c]! * (one[at + c]! - other[at + c]!);
    sum += off ** 2;
    count += 1;
  });
  return 10 * Math.log10((255 ** 2 * count) / sum);
}

/** How far the mean colours of two pictures are apart in the channel that is farthest, of 255. */
function colourOff({ data: one }: ImageData, { data: other }: ImageData): number {
  const sums = [0, 0, 0];
  eachPixel((at) => {
    for (let c = 0; c < 3; c++) sums[c]! += one[at + c]! - other[at + c]!;
  });
  return Math.max(...sums.map(Math.abs)) / (2 * radius - 1) ** 2;
}

const flashesOf = (pictures: readonly ImageData[]) => {
  const series = new FlashSeries();
  // Flashes are counted of sixty pictures a second.
  for (const picture of pictures) for (let at = 0; at < 60 / FPS; at++) series.addImage(picture);
  return series.most;
};
const least = (values: readonly number[]) => Math.min(...values);

test('a video with a look is what a stage shows, with as many flashes, and its pictures are the same twice', async () => {
  const file = await exported(() => createPainter(rifff, words, SIZE, look));
  const { secs, pictures } = await decoded(file);
  const count = Math.round((rifffFrames(rifff) / 48_000) * FPS);
  expect(secs.map((sec) => Math.round(sec * FPS))).toEqual(
    Array.from({ length: count }, (_, at) => at),
  );
  const stage = onStage();
  const drawn = Array.from({ length: count }, () => stage.next().value as ImageData);
  const like = pictures.map((picture, at) => psnr(picture, drawn[at]!));
  const off = pictures.map((picture, at) => colourOff(picture, drawn[at]!));
  // A picture of another moment is farther away.
  const later = pictures.slice(0, -6).map((picture, at) => psnr(picture, drawn[at + 6]!));
  console.info(
    `${file.type}: ${count} pictures, PSNR ${least(like).toFixed(1)} dB at least, ` +
      `${Math.max(...later).toFixed(1)} dB a fifth of a second off; colours off by ${Math.max(...off).toFixed(1)}; flashes ${flashesOf(pictures)}, drawn ${flashesOf(drawn)}`,
  );
  expect(least(like)).toBeGreaterThan(LEAST_DB);
  expect(Math.max(...off)).toBeLessThan(SAME_COLOUR);
  expect(least(later.map((far, at) => like[at]! - far))).toBeGreaterThan(3);
  expect(flashesOf(pictures)).toBeLessThanOrEqual(3);
  expect(flashesOf(pictures)).toBe(flashesOf(drawn));

  const again = await exported(() => createPainter(rifff, words, SIZE, look));
  expect(await packets(again)).toEqual(await packets(file));
});

test('what flashes in the pictures of a video flashes in its file', async () => {
  const flicker = async (): Promise<FramePainter> => {
    const context = contextOf();
    return {
      canvas: context.canvas,
      paint(sec) {
        context.fillStyle = Math.floor(sec * 10) % 2 ? '#fff' : '#000';
        context.fillRect(0, 0, SIDE, SIDE);
      },
      dispose: () => undefined,
    };
  };
  const { pictures } = await decoded(await exported(flicker));
  expect(flashesOf(pictures)).toBe(5);
});

test('a look loses no more to the encoder than plain rings', async () => {
  const painter = await createPainter(rifff, words, SIZE);
  const { pictures } = await decoded(await exported(() => createPainter(rifff, words, SIZE)));
  const context = (painter.canvas as HTMLCanvasElement).getContext('2d')!;
  const like = pictures.map((picture, at) => {
    painter.paint(at / FPS);
    return psnr(picture, context.getImageData(0, 0, SIDE, SIDE));
  });
  painter.dispose();
  console.info(`plain: PSNR ${least(like).toFixed(1)} dB at least`);
  expect(least(like)).toBeGreaterThan(LEAST_DB);
});
