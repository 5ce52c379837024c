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
  clearCases,
  displacedShare,
  drawFrame,
  expectAlike,
  frames,
  type HostName,
  meanDifference,
  mountNamed,
  RASTERISERS,
  readPicture,
  sceneCanvas,
  unmountHost,
} from './stage.tsx';

const SIDE = 420;
/** Nothing of a look has this colour: what is seen of it was left free. */
const BEHIND = '#00ff00';
/** Of terraces the sides that turn away from the eye are filled otherwise by a 2D canvas, with a ground and without. */
const SIDES = 0.002;
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

/** The next picture that is shown, over what is behind the page: read in the frame that shows it. */
async function shown(): Promise<ImageData> {
  const before = wallPictures.shown;
  let image: ImageData | null = null;
  const read = () => {
    if (image || wallPictures.shown === before) return;
    const next = readPicture(0, 0, SIDE, SIDE, BEHIND);
    if (inksOf(next) > 0) image = next;
  };
  // The page draws by itself too.
  const request = window.requestAnimationFrame;
  window.requestAnimationFrame = (draw) =>
    request((time) => {
      draw(time);
      read();
    });
  await expect
    .poll(async () => {
      await frames(1);
      drawFrame();
      read();
      return image !== null;
    })
    .toBe(true);
  window.requestAnimationFrame = request;
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
  const image = await shown();
  await leave();
  return image;
}

test.each(LOOKS)('%s is drawn alike without a ground', async (look) => {
  const drawn = await seen('webgl', look);
  const twin = await seen('canvas', look);
  // Green differs more from inks than the ground does, so edges do: but none lies elsewhere.
  const mean = meanDifference(drawn, twin);
  const elsewhere = displacedShare(drawn, twin, 64, 1) + displacedShare(twin, drawn, 64, 1);
  console.info(`${look}: mean ${mean.toFixed(3)}, elsewhere ${elsewhere.toFixed(5)}`);
  expect.soft(mean).toBeLessThan(1.2);
  expect.soft(elsewhere).toBeLessThan(look === 'relief' ? SIDES : 0.0002);
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
  const before = await shown();
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
  expectAlike('restored', await shown(), before, RASTERISERS);
});
