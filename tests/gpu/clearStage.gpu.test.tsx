/** A stage without a ground, as a streaming program puts it over its own picture: both hosts leave the same places free. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { STAGE_LOOK_IDS, STAGE_LOOKS, type StageLook } from '../../src/data/contract/stageLooks.ts';
import { isWallGuarded, wallPictures, wishWallGround } from '../../src/data/stores/wall.ts';
import { StagePicture } from '../../src/drawing/jam/stagePicture.ts';
import { fetchAround } from '../../src/scene/rings/lookedAt.ts';
import { musicalRifff } from './musicalPeaks.ts';
import {
  addCase,
  type Bars,
  clearCases,
  expectAlike,
  frames,
  gpu,
  type HostName,
  mountNamed,
  picture,
  RASTERISERS,
  sceneCanvas,
  unmountHost,
} from './stage.tsx';

const SIDE = 420;
/** Nothing of a look has this colour: what is seen of it was left free. */
const BEHIND = '#00ff00';
/** Looks on the ground of the page: others keep theirs. */
const LOOKS = STAGE_LOOK_IDS.filter((look) => STAGE_LOOKS[look].ground === 'ground');

beforeAll(async () => {
  await page.viewport(SIDE, SIDE);
  await fetchAround();
});

afterEach(leave);

async function leave(): Promise<void> {
  vi.restoreAllMocks();
  wishWallGround(null);
  clearCases();
  await unmountHost();
}

/** Opens such a stage, with the notch cut into its rings. */
async function open(host: HostName, look: StageLook): Promise<void> {
  const { advance } = StagePicture.prototype;
  // Drawn anew in each frame, so that there is one to be read.
  vi.spyOn(StagePicture.prototype, 'advance').mockImplementation(function (
    this: StagePicture,
    pose,
  ) {
    advance.call(this, pose);
    return true;
  });
  await mountNamed(host);
  wishWallGround('clear');
  const rifff = musicalRifff(['pads', 'bass', 'leads', 'vocals', 'perc', 'drums'], 3);
  const stage = { look, routes: {}, before: [], isClear: true };
  const view = { rifff, isLive: false, phase: 0.388, stage };
  addCase({ name: 'stage', x: 10, y: 10, sizePx: SIDE - 20, view });
  await expect.poll(isWallGuarded).toBe(true);
}

/** The next picture that is shown, over what is behind the page. */
async function shown(host: HostName): Promise<ImageData> {
  const before = wallPictures.shown;
  let image: ImageData | null = null;
  await expect
    .poll(async () => {
      await frames(1);
      const next = picture(0, 0, SIDE, SIDE, BEHIND);
      // A canvas of WebGL has its picture in the frame that shows it.
      const isThere = host === 'canvas' || gpu.draws > 0;
      if (isThere && wallPictures.shown > before && inksOf(next) > 0) image = next;
      return image !== null;
    })
    .toBe(true);
  return image!;
}

/** Pixels that are not what is behind. */
function inksOf({ data }: ImageData): number {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at]! > 8 || data[at + 1]! < 247) count += 1;
  return count;
}

async function seen(host: HostName, look: StageLook): Promise<ImageData> {
  await open(host, look);
  const image = await shown(host);
  await leave();
  return image;
}

/** Over green the pixels of an edge differ by more than over the dark ground. */
const OVER_GREEN: Bars = { mean: 2 * RASTERISERS.mean, share: 10 * RASTERISERS.share };

test.each(LOOKS)('%s is drawn alike without a ground', async (look) => {
  const drawn = await seen('webgl', look);
  expectAlike(look, drawn, await seen('canvas', look), OVER_GREEN);
});

test('gaps and the notch are left free', async () => {
  const { data } = await seen('webgl', 'print');
  const grounds = Array.from({ length: SIDE * SIDE }, (_, at) => 4 * at).filter(
    (at) => data[at] === 0x15 && data[at + 1] === 0x12 && data[at + 2] === 0x0e,
  );
  expect(grounds).toEqual([]);
});

test('what was left free is so again when a lost context is back', async () => {
  await open('webgl', 'print');
  const before = await shown('webgl');
  const loss = sceneCanvas().getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
  const lost = new Promise((done) => sceneCanvas().addEventListener('webglcontextlost', done));
  loss.loseContext();
  await lost;
  const restored = new Promise((done) =>
    sceneCanvas().addEventListener('webglcontextrestored', done),
  );
  await new Promise((done) => setTimeout(done, 50));
  loss.restoreContext();
  await restored;
  expectAlike('restored', await shown('webgl'), before, RASTERISERS);
});
