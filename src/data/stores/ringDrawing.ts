/** By what the rings are drawn on this device, the graphics chip (WebGL) or the processor (Canvas 2D). */
import { proxy } from 'valtio/vanilla';
import { keepText, keptText } from '../keptText.ts';

export type RingDrawing = 'webgl' | 'canvas';
/** What the person wishes; automatic asks the machine. */
type RingDrawingWish = 'auto' | RingDrawing;

export const RING_DRAWING_WISHES: readonly {
  readonly id: RingDrawingWish;
  readonly title: string;
}[] = [
  { id: 'auto', title: 'Automatic' },
  { id: 'webgl', title: 'Graphics chip' },
  { id: 'canvas', title: 'Processor' },
];

const KEY = 'rondo.ringDrawing';
const SLOW_KEY = 'rondo.ringDrawing.slow';
/** Renderers that are a processor at work. Names of SwiftShader, Mesa and Windows. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

const wishOf = (text: string | null): RingDrawingWish =>
  RING_DRAWING_WISHES.find(({ id }) => id === text)?.id ?? 'auto';

export const ringDrawing = proxy({
  wish: wishOf(keptText(KEY)),
  /** WebGL was tried in this visit and took too long. */
  isSlow: keptText(SLOW_KEY, 'sessionStorage') === 'true',
  /** A page that is to be drawn by 2D canvases is open: a stage whose graphics chip is gone. */
  needsCanvas: false,
});

/** Says whether the page is to be drawn by 2D canvases. */
export function ringsNeedCanvas(needsCanvas: boolean): void {
  ringDrawing.needsCanvas = needsCanvas;
}

/** Chooses by what the rings are drawn, and keeps it on this device. */
export function chooseRingDrawing(wish: RingDrawingWish): void {
  ringDrawing.wish = wish;
  keepText(KEY, wish);
}

/** The first frames took longer than a chip needs: the processor draws for the rest of the visit. */
export function ringsAreSlow(): void {
  ringDrawing.isSlow = true;
  keepText(SLOW_KEY, 'true', 'sessionStorage');
}

/**
 * What draws the rings.
 *
 * @param renderer name of the WebGL renderer; null without WebGL 2
 */
export function judgeRingDrawing(
  wish: RingDrawingWish,
  isSlow: boolean,
  renderer: string | null,
): RingDrawing {
  if (renderer === null || wish === 'canvas') return 'canvas';
  if (wish === 'webgl') return 'webgl';
  return isSlow || SOFTWARE.test(renderer) ? 'canvas' : 'webgl';
}

let renderer: string | null | undefined;

/**
 * Name of what draws WebGL here, asked once with a context of its own that is given back at once; null without
 * WebGL 2.
 */
export function rendererName(): string | null {
  if (renderer !== undefined) return renderer;
  const context = document.createElement('canvas').getContext('webgl2');
  renderer = null;
  if (!context) return renderer;
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  renderer = String(name);
  return renderer;
}

/** What draws the rings on this device now. */
export function currentRingDrawing(): RingDrawing {
  if (ringDrawing.needsCanvas) return 'canvas';
  return judgeRingDrawing(ringDrawing.wish, ringDrawing.isSlow, rendererName());
}
