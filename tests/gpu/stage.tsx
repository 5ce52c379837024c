/**
 * Drives a host of the rings in a real browser: places, single frames, pixels, and what WebGL was asked to do. The host
 * by WebGL is mounted as the page mounts it; the one by Canvas 2D is driven by hand, for it draws in its own time.
 */
import { advance } from '@react-three/fiber';
import { createRoot, type Root } from 'react-dom/client';
import { expect } from 'vitest';
import { sampleTelemetry } from '../../src/audio/engine/telemetry.ts';
import { type Place, registerPlace } from '../../src/data/stores/places.ts';
import { rendererName } from '../../src/data/stores/ringDrawing.ts';
import { clearTouch, setTouch } from '../../src/data/stores/touch.ts';
import { CanvasRings } from '../../src/scene/rings/canvasRings.ts';
import { followPage } from '../../src/scene/rings/followPage.ts';
import { RifffField } from '../../src/scene/rings/rifffField.ts';
import SceneHost from '../../src/scene/SceneHost.tsx';
import type { RingCase } from './cases.ts';
import { referenceDocument } from './musicalPeaks.ts';

// The context that asks for the renderer's name is given back at once, and not counted.
rendererName();

const DRAW_CALLS = [
  'drawArrays',
  'drawElements',
  'drawArraysInstanced',
  'drawElementsInstanced',
  'blitFramebuffer',
] as const;

/**
 * Contexts ever created, and draw calls since a test set them to 0. Counted from the import of this file on. While
 * nothing has to be seen, they need not be made: one of a crowd costs an emulated chip tenths of a second.
 */
export const gpu = { contexts: new Set<WebGL2RenderingContext>(), draws: 0, isDrawn: true };

for (const name of DRAW_CALLS) {
  const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void;
  Object.assign(WebGL2RenderingContext.prototype, {
    [name](this: WebGL2RenderingContext, ...args: unknown[]) {
      gpu.draws += 1;
      if (gpu.isDrawn) original.apply(this, args);
    },
  });
}
const getContext = HTMLCanvasElement.prototype.getContext as (...args: unknown[]) => unknown;
Object.assign(HTMLCanvasElement.prototype, {
  getContext(this: HTMLCanvasElement, ...args: unknown[]) {
    const context = getContext.apply(this, args);
    if (context instanceof WebGL2RenderingContext) gpu.contexts.add(context);
    return context;
  },
});

/** Contexts that are neither lost nor collected. */
export function liveContexts(): number {
  return [...gpu.contexts].filter((context) => !context.isContextLost()).length;
}

/** Errors and warnings of the console since the last call; the one known warning of R3F is let go. */
export function watchConsole(): () => string[] {
  const seen: string[] = [];
  const before = { error: console.error, warn: console.warn };
  for (const level of ['error', 'warn'] as const) {
    console[level] = (...args: unknown[]) => {
      const text = args.map(String).join(' ');
      if (!text.includes('THREE.Clock')) seen.push(text);
    };
  }
  return () => {
    Object.assign(console, before);
    return seen;
  };
}

/** Waits for `count` animation frames. */
export async function frames(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await new Promise(requestAnimationFrame);
}

export type HostName = 'webgl' | 'canvas';
export const HOSTS: readonly HostName[] = ['webgl', 'canvas'];

/** What the host by WebGL has said of its context. */
export const hostStates: string[] = [];

let root: Root | null = null;
let host: HTMLElement | null = null;
/** The host by Canvas 2D, where that is mounted. */
let canvasHost: { draw(): void; stop(): void } | null = null;

function addHost(): HTMLElement {
  document.body.style.cssText = 'margin:0;background:#15120e';
  host = document.createElement('div');
  document.body.append(host);
  return host;
}

/** Mounts the host by WebGL; `wrap` may add StrictMode. */
export async function mountHost(wrap = (node: React.ReactNode) => node): Promise<HTMLElement> {
  const element = addHost();
  root = createRoot(element);
  const isLive = new Promise<void>((resolve) => {
    const onState = (state: string) => {
      hostStates.push(state);
      if (state === 'live') resolve();
    };
    root!.render(wrap(<SceneHost onState={onState} />));
  });
  await isLive;
  await frames(4);
  return element;
}

/** Mounts the host by Canvas 2D: it draws when `drawFrame` is called. */
export function mountCanvasHost(): void {
  const element = addHost();
  element.dataset.rings = 'canvas';
  element.style.cssText = 'position:fixed;inset:0;overflow:hidden;pointer-events:none';
  const rings = new CanvasRings(element);
  const field = new RifffField(rings);
  field.resized(innerWidth, innerHeight, devicePixelRatio);
  const stop = followPage(field, () => {});
  canvasHost = {
    draw() {
      sampleTelemetry();
      field.update(performance.now(), false);
    },
    stop() {
      stop();
      rings.clear();
    },
  };
}

/** Mounts a host by its name. */
export async function mountNamed(name: HostName): Promise<void> {
  if (name === 'canvas') mountCanvasHost();
  else await mountHost();
}

export async function unmountHost(): Promise<void> {
  canvasHost?.stop();
  canvasHost = null;
  root?.unmount();
  await frames(2);
  host?.remove();
  root = null;
  host = null;
}

const removers: (() => void)[] = [];

/** Puts a case on the page. @returns its place */
export function addCase({ name, x, y, sizePx, view, touch }: RingCase): Place {
  const element = document.createElement('div');
  element.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${sizePx}px;height:${sizePx}px`;
  document.body.append(element);
  const place: Place = { id: name, element, view };
  const remove = registerPlace(place);
  if (touch) setTouch({ placeId: name, ...touch });
  removers.push(() => {
    remove();
    element.remove();
  });
  return place;
}

/** Takes every case off the page. */
export function clearCases(): void {
  clearTouch();
  for (const remove of removers.splice(0)) remove();
}

/** The canvas of the scene. */
export function sceneCanvas(): HTMLCanvasElement {
  return document.querySelector('[data-rings] canvas')!;
}

/** Draws one frame now. @returns draw calls that it took */
export function drawFrame(): number {
  gpu.draws = 0;
  if (canvasHost) canvasHost.draw();
  else {
    sampleTelemetry();
    advance(performance.now());
  }
  return gpu.draws;
}

/** Draws a frame and reads a part of the page over the ground, in CSS pixels. */
export function picture(x: number, y: number, width: number, height: number): ImageData {
  drawFrame();
  return readPicture(x, y, width, height, '#15120e');
}

/** Reads what has been drawn on a part of the page in this frame, over a ground. */
export function readPicture(
  x: number,
  y: number,
  width: number,
  height: number,
  ground: string,
): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  for (const source of document.querySelectorAll<HTMLCanvasElement>('[data-rings] canvas')) {
    const box = source.getBoundingClientRect();
    if (box.width > 0) context.drawImage(source, box.left - x, box.top - y, box.width, box.height);
  }
  return context.getImageData(0, 0, width, height);
}

/** Mean difference of two pictures over their colour channels, 0–255. */
export function meanDifference(a: ImageData, b: ImageData): number {
  let sum = 0;
  for (let at = 0; at < a.data.length; at++) {
    if (at % 4 !== 3) sum += Math.abs(a.data[at]! - b.data[at]!);
  }
  return sum / ((a.data.length / 4) * 3);
}

/** Share of pixels whose colour differs by more than `limit` in any channel. */
export function differingShare(a: ImageData, b: ImageData, limit: number): number {
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const isOff = [0, 1, 2].some((c) => Math.abs(a.data[at + c]! - b.data[at + c]!) > limit);
    if (isOff) count += 1;
  }
  return count / (a.data.length / 4);
}

/**
 * Share of pixels that have no pixel of their colour (within `limit` in every channel) within `reachPx` in the other
 * picture: an outline that stands a little further out, as behind the notch, is the same outline.
 */
export function displacedShare(a: ImageData, b: ImageData, limit: number, reachPx: number): number {
  let count = 0;
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) if (!hasNear(a, b, x, y, limit, reachPx)) count += 1;
  }
  return count / (a.width * a.height);
}

function hasNear(a: ImageData, b: ImageData, x: number, y: number, limit: number, reach: number) {
  const at = (y * a.width + x) * 4;
  const isLike = (to: number) =>
    Math.abs(a.data[at]! - b.data[to]!) <= limit &&
    Math.abs(a.data[at + 1]! - b.data[to + 1]!) <= limit &&
    Math.abs(a.data[at + 2]! - b.data[to + 2]!) <= limit;
  if (isLike(at)) return true;
  for (let v = Math.max(0, y - reach); v <= Math.min(b.height - 1, y + reach); v++) {
    for (let u = Math.max(0, x - reach); u <= Math.min(b.width - 1, x + reach); u++) {
      if (isLike((v * b.width + u) * 4)) return true;
    }
  }
  return false;
}

/** Draws SVG markup over the ground. */
export async function rasterise(svg: string, sizePx: number): Promise<ImageData> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = sizePx;
  canvas.height = sizePx;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#15120e';
  context.fillRect(0, 0, sizePx, sizePx);
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, sizePx, sizePx);
}

/** A case with the reference rifff at the left upper corner. */
export const referenceCase = (
  name: string,
  sizePx: number,
  more: Partial<RingCase['view']> = {},
): RingCase => ({
  name,
  x: 10,
  y: 10,
  sizePx,
  view: { rifff: referenceDocument(), isLive: false, ...more },
});

/** Mean difference, and share of pixels that are off by a quarter. */
export interface Bars {
  mean: number;
  share: number;
}

/** Holds two pictures to each other. @param bars mean difference, and share of pixels that are off by a quarter */
export function expectAlike(name: string, a: ImageData, b: ImageData, bars: Bars): void {
  const mean = meanDifference(a, b);
  const share = differingShare(a, b, 64);
  const seen = `${name}: mean ${mean.toFixed(3)}, off by a quarter ${share.toFixed(5)}`;
  console.info(seen);
  expect.soft(mean, seen).toBeLessThan(bars.mean);
  expect.soft(share, seen).toBeLessThan(bars.share);
}

/**
 * Two rasterisers: WebGL fades an edge over one pixel across it, Canvas 2D counts the share of each pixel that is covered.
 * Pixels on an edge differ by a few levels, and nothing else does.
 */
export const RASTERISERS: Bars = { mean: 0.45, share: 0.0001 };
