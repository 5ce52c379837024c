import { advance } from '@react-three/fiber';
import { createRoot } from 'react-dom/client';
import {
  createSilentTelemetry,
  sampleTelemetry,
  telemetryRef,
} from '../../../src/audio/engine/telemetry.ts';
import { patchTransport } from '../../../src/audio/state/transport.ts';
import { LIBRARY_CATEGORIES } from '../../../src/data/contract/categories.ts';
import {
  STAGE_LOOK_IDS,
  STAGE_LOOKS,
  type StageLook,
} from '../../../src/data/contract/stageLooks.ts';
import { rifffBars } from '../../../src/data/rules/time/timing.ts';
import { beforeEachFrame } from '../../../src/data/stores/frameLoop.ts';
import { allPlaces, registerPlace, updatePlace } from '../../../src/data/stores/places.ts';
import { isWallGuarded, wishWallGround } from '../../../src/data/stores/wall.ts';
import { rifffModel } from '../../../src/drawing/model.ts';
import CanvasHost from '../../../src/scene/CanvasHost.tsx';
import SceneHost from '../../../src/scene/SceneHost.tsx';
import { musicalRifff } from '../../../tests/gpu/musicalPeaks.ts';
import { Naive } from './Naive.tsx';
import { installProbe, measure } from './probe.ts';

installProbe();
const query = new URLSearchParams(location.search);
const count = Number(query.get('count') ?? 1);
/** How many of them play, spread over the field. */
const playing = Number(query.get('playing') ?? count);
const columns = Math.ceil(Math.sqrt((count * innerWidth) / innerHeight));
/** A place of a size of its own, or as many as fill the window. */
const sizePx =
  Number(query.get('size')) ||
  Math.floor(Math.min(innerWidth / columns, innerHeight / Math.ceil(count / columns)) - 2);
const rifffs = Array.from({ length: count }, (_, at) => ({
  ...musicalRifff(LIBRARY_CATEGORIES, (at % 24) + 1),
  _id: `rifff-${at}`,
}));

/** Drawn as a stage by this look, with earlier rifffs behind it; a wall, but for `wall=off`, so its pictures are counted. */
const look = STAGE_LOOK_IDS.find((one) => one === query.get('look'));
const isWall = look !== undefined && query.get('wall') !== 'off';
if (look && isWall) wishWallGround(STAGE_LOOKS[look].ground);
const before = Array.from({ length: look ? 23 : 0 }, (_, at) => ({
  ...musicalRifff(LIBRARY_CATEGORIES, (at % 24) + 1),
  _id: `before-${at}`,
}));

/** A sound that never rests: phase from the clock, levels and spectra that move. */
const sound = createSilentTelemetry();
telemetryRef.current = Object.assign(sound, {
  isPlaying: true,
  sample() {
    sound.turns = performance.now() / 8000;
    sound.phase = sound.turns % 1;
    for (let row = 0; row < sound.levels.length; row++) {
      sound.levels[row] = 0.5 + 0.5 * Math.sin(sound.turns * 40 + row);
    }
    sound.spectrum.fill(Math.floor(128 + 100 * Math.sin(sound.turns * 70)));
  },
});
beforeEachFrame(sampleTelemetry);
patchTransport({ status: 'playing' });

const host = createRoot(document.getElementById('host')!);
if (query.get('kind') === 'naive') {
  const models = rifffs.map((rifff) => ({ ...rifffModel(rifff, rifffBars(rifff)), id: rifff._id }));
  host.render(<Naive models={models} sizePx={sizePx} columns={columns} />);
  const sample = () => {
    sound.sample();
    requestAnimationFrame(sample);
  };
  sample();
} else {
  rifffs.forEach((rifff, at) => {
    const element = document.createElement('div');
    const x = (at % columns) * (sizePx + 2);
    const y = Math.floor(at / columns) * (sizePx + 2);
    element.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${sizePx}px;height:${sizePx}px`;
    document.body.append(element);
    const isLive = Math.floor(((at + 1) * playing) / count) > Math.floor((at * playing) / count);
    const stage = look && { look, routes: {}, before, isClear: false };
    registerPlace({ id: rifff._id, element, view: { rifff, isLive, ...(stage && { stage }) } });
  });
  host.render(query.get('kind') === 'canvas' ? <CanvasHost /> : <SceneHost />);
}

function pictures(pictureCount: number): number[] {
  const gl = document.querySelector('canvas')!.getContext('webgl2')!;
  const pixel = new Uint8Array(4);
  return Array.from({ length: pictureCount }, () => {
    const start = performance.now();
    advance(start);
    gl.finish();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return performance.now() - start;
  });
}

/** Says which look comes, as a stage does before the bar, or shows all rifffs in it from the next frame on. */
function changeLook(to: StageLook, isComing: boolean): void {
  for (const { id, view } of [...allPlaces()]) {
    const change = isComing ? { coming: to } : { look: to };
    if (view.stage) updatePlace(id, { ...view, stage: { ...view.stage, ...change } });
  }
  if (isWall && !isComing) wishWallGround(STAGE_LOOKS[to].ground);
}

window.bench = {
  // A wall is drawn once its pictures are counted.
  get ready() {
    return !isWall || isWallGuarded();
  },
  measure,
  pictures,
  changeLook,
};
