/** One way of drawing a look, by the address: what its frames cost, and the picture of a fixed moment. */
import { PaintList } from '../../../src/drawing/paintList.ts';
import { TOKENS } from '../../../src/drawing/tokens.ts';
import { HEIGHT, movie, type Way, WIDTH } from './way.ts';

const ours = () => import('./ours.ts');
const filtered = () => import('./pixiFilter.ts');
const WAYS: Readonly<Record<string, () => Promise<Way>>> = {
  rings: async () => (await ours()).geometry('print'),
  'dots, geometry': async () => (await ours()).geometry('screen'),
  'dots, 2D canvas': async () => (await ours()).canvas2d('screen'),
  'dots, our pass': async () => (await ours()).pass('dots'),
  'dots, Pixi filter': async () => (await filtered()).filter('dots'),
  'plates, geometry': async () => (await ours()).geometry('riso'),
  'plates, 2D canvas': async () => (await ours()).canvas2d('riso'),
  'plates, our pass': async () => (await ours()).pass('plates'),
  'plates, Pixi filter': async () => (await filtered()).filter('plates'),
  'clear, 2D canvas': async () => (await ours()).canvas2d('print', true),
  'clear, our matte': async () => (await ours()).geometry('print', true),
  'clear, Pixi erase': async () => (await import('./pixiErase.ts')).erase(),
  'type, geometry': async () => (await ours()).geometry('type'),
  'type, 2D canvas': async () => (await ours()).canvas2d('type'),
  'type, Pixi letters': async () => (await import('./pixiType.ts')).type(),
};

export interface WayCost {
  readonly firstMs: number;
  readonly draws: number;
  readonly passes: number;
  readonly scriptMs: number;
  readonly scriptP95Ms: number;
  readonly heapKb: number;
  /** A picture until its last pixel, median. */
  readonly pictureMs: number;
  /** A fixed moment as the address of a PNG, over green where the ground is left out. */
  readonly picture: string;
}

declare global {
  interface Window {
    cost?: (frames: number) => Promise<WayCost>;
    gc?: () => void;
  }
  interface Performance {
    memory?: { usedJSHeapSize: number };
  }
}

const gpu = { draws: 0, passes: 0 };
for (const [name, countAt] of [
  ['drawArrays', 2],
  ['drawElements', 1],
  ['drawArraysInstanced', 2],
  ['drawElementsInstanced', 1],
] as const) {
  const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void;
  Object.assign(WebGL2RenderingContext.prototype, {
    [name](this: WebGL2RenderingContext, ...args: unknown[]) {
      // Two triangles at most, and no instances: in these scenes a pass over the whole picture.
      if ((args[countAt] as number) <= 6 && !name.endsWith('Instanced')) gpu.passes += 1;
      else gpu.draws += 1;
      original.apply(this, args);
    },
  });
}

const sorted = (values: number[]) => values.sort((a, b) => a - b);
const at = (values: number[], share: number) => values[Math.floor(values.length * share)]!;

/** Frames after which what is called often has been compiled. */
const WARM_UP = 40;
/** The moment whose picture is compared: late enough for everything to rest where it belongs. */
const MOMENT_SEC = 12.4;

const fromMs = performance.now();
const list = new PaintList();
const name = new URLSearchParams(location.search).get('way')!;
const way = await WAYS[name]!();
const compose = movie(way.look, way.isClear);
compose(list, 0);
way.draw(list);
way.finish();
const firstMs = performance.now() - fromMs;

function frame(sec: number): void {
  compose(list, sec);
  way.draw(list);
}

function shot(): string {
  for (let step = 0; step <= 30; step++) compose(list, MOMENT_SEC - (30 - step) / 60);
  way.draw(list);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  // Plates are printed on paper.
  const ground = name.startsWith('plates') ? TOKENS.paper : TOKENS.ground;
  context.fillStyle = way.isClear ? '#00ff00' : ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.drawImage(way.canvas, 0, 0);
  return canvas.toDataURL();
}

window.cost = async (count) => {
  let sec = 1 / 60;
  const next = () => new Promise(requestAnimationFrame);
  for (let warm = 0; warm < WARM_UP; warm++, sec += 1 / 60) {
    await next();
    frame(sec);
  }
  window.gc?.();
  const scripts: number[] = [];
  let heap = 0;
  let draws = 0;
  let passes = 0;
  for (let one = 0; one < count; one++, sec += 1 / 60) {
    await next();
    gpu.draws = 0;
    gpu.passes = 0;
    const before = performance.memory!.usedJSHeapSize;
    const start = performance.now();
    frame(sec);
    scripts.push(performance.now() - start);
    heap += Math.max(0, performance.memory!.usedJSHeapSize - before);
    draws = Math.max(draws, gpu.draws);
    passes = Math.max(passes, gpu.passes);
  }
  const pictures: number[] = [];
  for (let one = 0; one < count / 2; one++, sec += 1 / 60) {
    await next();
    const start = performance.now();
    frame(sec);
    way.finish();
    pictures.push(performance.now() - start);
  }
  sorted(scripts);
  return {
    firstMs,
    draws,
    passes,
    scriptMs: at(scripts, 0.5),
    scriptP95Ms: at(scripts, 0.95),
    heapKb: heap / count / 1024,
    pictureMs: at(sorted(pictures), 0.5),
    picture: shot(),
  };
};
