import '../../src/hud/system/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, test } from 'vitest';
import { leftOf, scaleAt, topOf, wholeView } from '../../src/data/rules/jam/map/mapView.ts';
import { HistoryMap, MAP_MARKS, showMap } from '../../src/data/stores/historyMap.ts';
import { chooseRingDrawing } from '../../src/data/stores/ringDrawing.ts';
import { channels, TOKENS } from '../../src/drawing/tokens.ts';
import MapHost from '../../src/scene/MapHost.tsx';
import { CanvasMap } from '../../src/scene/map/canvasMap.ts';
import type { MapPainter } from '../../src/scene/map/mapPainter.ts';
import { openPixiMap } from '../../src/scene/pixi/pixiMap.tsx';
import { mapPictureOf, sampleNodes } from '../support/mapPicture.ts';
import { referenceDocument } from './musicalPeaks.ts';
import { frames, gpu, HOSTS, type HostName, liveContexts, watchConsole } from './stage.tsx';

const BOX = { widthPx: 640, heightPx: 320 };
let host: HTMLElement;
let painter: MapPainter | null = null;
let ends: (() => void)[] = [];

function addHost(): HTMLElement {
  host = document.createElement('div');
  host.style.cssText = `position:relative;width:${BOX.widthPx}px;height:${BOX.heightPx}px`;
  document.body.append(host);
  return host;
}

async function open(name: HostName): Promise<MapPainter> {
  addHost();
  painter =
    name === 'canvas'
      ? new CanvasMap(host)
      : await openPixiMap(
          host,
          () => {},
          () => {},
        );
  return painter;
}

afterEach(() => {
  gpu.isDrawn = true;
  for (const end of ends) end();
  ends = [];
  painter?.remove();
  painter = null;
  host.remove();
});

function mapOf(count: number, rifff = referenceDocument()): HistoryMap {
  const map = new HistoryMap(mapPictureOf(sampleNodes(count), rifff));
  map.box = BOX;
  map.go(wholeView(map.picture.ends, BOX), true);
  return map;
}

/** Draws until nothing is left to be painted, and reads all pixels before the browser takes them. */
function pixelsOf(map: HistoryMap): ImageData {
  while (painter!.draw(map, 1)) {
    // A few emblems are painted in each frame.
  }
  painter!.draw(map, 1);
  const copy = document.createElement('canvas');
  copy.width = BOX.widthPx;
  copy.height = BOX.heightPx;
  const context = copy.getContext('2d')!;
  context.drawImage(host.querySelector('canvas')!, 0, 0, BOX.widthPx, BOX.heightPx);
  return context.getImageData(0, 0, BOX.widthPx, BOX.heightPx);
}

function colourAt({ data }: ImageData, x: number, y: number): number[] {
  const at = 4 * (Math.round(y) * BOX.widthPx + Math.round(x));
  return [...data.slice(at, at + 3)];
}

const isNear = (one: readonly number[], other: readonly number[], by = 24) =>
  one.every((channel, at) => Math.abs(channel - other[at]!) <= by);

/** Where a place is seen. */
function pointOf(map: HistoryMap, place: number): [number, number] {
  const { layout, ends: all } = map.picture;
  const { lanePx } = scaleAt(map.view.zoom, all.rowCount, BOX);
  return [
    leftOf(map.view, BOX, layout.xs[place]!),
    topOf(map.view, BOX, lanePx, layout.rows[place]!),
  ];
}

describe.each(HOSTS)('a map by %s', (name) => {
  test('shows far discs as dots in their inks, those off the way in the ground', async () => {
    await open(name);
    const map = mapOf(60);
    const picture = pixelsOf(map);
    const { inks, marks } = map.picture;
    let onWay = 0;
    let matching = 0;
    for (let place = 0; place < 59; place += 1) {
      if (!(marks[place]! & MAP_MARKS.way)) continue;
      onWay += 1;
      const [x, y] = pointOf(map, place);
      const ink = channels(`#${inks[place]!.toString(16).padStart(6, '0')}`);
      if (isNear(colourAt(picture, x, y), ink, 40)) matching += 1;
    }
    expect(onWay).toBeGreaterThan(20);
    expect(matching).toBeGreaterThan(0.9 * onWay);
  });

  test('shows emblems on ground nearer, the way in paper, and the one on show with a keyline', async () => {
    await open(name);
    const map = mapOf(12);
    map.go({ x: map.picture.layout.xs[11]!, y: map.picture.layout.rows[11]!, zoom: 80 }, true);
    const picture = pixelsOf(map);
    const [x, y] = pointOf(map, 11);
    const { discPx } = scaleAt(80, map.picture.ends.rowCount, BOX);
    const keyline = 0.6 * discPx + 5;
    const paper = channels(TOKENS.paper);
    expect(isNear(colourAt(picture, x, y - keyline), paper, 60)).toBe(true);
    // Between the emblem and its keyline is ground.
    expect(isNear(colourAt(picture, x, y - keyline + 4), channels(TOKENS.ground), 30)).toBe(true);
    const inks = new Set<string>();
    for (let across = -20; across <= 20; across += 2) {
      inks.add(colourAt(picture, x + across, y + across / 2).join());
    }
    expect(inks.size).toBeGreaterThan(5);
  });

  test('draws ten thousand rifffs in few draw calls, and follows the view', async () => {
    await open(name);
    const map = mapOf(10_000);
    // Counted, not looked at.
    gpu.isDrawn = false;
    pixelsOf(map);
    const whole = gpu.draws;
    painter!.draw(map, 1);
    const draws = gpu.draws - whole;
    gpu.isDrawn = true;
    if (name === 'webgl') expect(draws).toBeLessThan(30);
    else expect(draws).toBe(0);
    map.go({ x: 5000, y: 2, zoom: 40 }, true);
    const before = pixelsOf(map);
    map.pan(-120, 0);
    const after = pixelsOf(map);
    let same = 0;
    let all = 0;
    // What stood at x stands 120 px further left, but for names and times.
    for (let px = 200; px < 500; px += 7) {
      for (let py = 60; py < 240; py += 9) {
        all += 1;
        if (isNear(colourAt(before, px, py), colourAt(after, px - 120, py), 12)) same += 1;
      }
    }
    expect(same / all).toBeGreaterThan(0.97);
  });
});

test('both hosts draw the same map, from far away and near', async () => {
  for (const [count, zoom] of [[400, 0] as const, [40, 60] as const]) {
    const pictures: ImageData[] = [];
    for (const name of HOSTS) {
      await open(name);
      const map = mapOf(count);
      if (zoom > 0) map.go({ x: 20, y: 2, zoom }, true);
      pictures.push(pixelsOf(map));
      painter!.remove();
      host.remove();
    }
    const [one, other] = pictures as [ImageData, ImageData];
    let differing = 0;
    for (let at = 0; at < one.data.length; at += 4) {
      const far = [0, 1, 2].some((by) => Math.abs(one.data[at + by]! - other.data[at + by]!) > 70);
      if (far) differing += 1;
    }
    expect(differing / (one.data.length / 4)).toBeLessThan(0.02);
  }
  addHost();
});

test('the context may be lost: the same picture comes back', async () => {
  await open('webgl');
  const map = mapOf(200);
  const before = pixelsOf(map);
  const canvas = host.querySelector('canvas')!;
  const lose = canvas.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
  const lost = new Promise((resolve) => canvas.addEventListener('webglcontextlost', resolve));
  lose.loseContext();
  await lost;
  painter!.draw(map, 1);
  const restored = new Promise((resolve) =>
    canvas.addEventListener('webglcontextrestored', resolve),
  );
  setTimeout(() => lose.restoreContext());
  await restored;
  await frames(2);
  const after = pixelsOf(map);
  let differing = 0;
  before.data.forEach((value, at) => {
    if (Math.abs(value - after.data[at]!) > 8) differing += 1;
  });
  expect(differing).toBe(0);
});

test('of two maps that are opened at once the last one has the canvas, whatever becomes of the first', async () => {
  const first = addHost();
  const last = addHost();
  const none = () => {};
  const [one, other] = await Promise.all([first, last].map((on) => openPixiMap(on, none, none)));
  one!.remove();
  expect(first.childElementCount).toBe(0);
  expect(last.querySelectorAll('canvas[data-map=webgl]').length).toBe(1);
  painter = other!;
  first.remove();
});

test('nothing asks for a frame while a map stands still', async () => {
  await open('webgl');
  pixelsOf(mapOf(60));
  const request = window.requestAnimationFrame;
  let asked = 0;
  window.requestAnimationFrame = (call) => {
    asked += 1;
    return request.call(window, call);
  };
  ends.push(() => {
    window.requestAnimationFrame = request;
  });
  await new Promise((done) => setTimeout(done, 300));
  expect(asked).toBe(0);
});

test('one context for all maps of a visit, mounted twice as React does in development', async () => {
  chooseRingDrawing('webgl');
  ends.push(() => chooseRingDrawing('auto'));
  const errors = watchConsole();
  const contexts = liveContexts();
  for (let visit = 0; visit < 3; visit += 1) {
    addHost();
    const map = mapOf(30);
    const hide = showMap({ map, element: host });
    const page = document.createElement('div');
    const root = createRoot(page);
    root.render(
      <StrictMode>
        <MapHost />
      </StrictMode>,
    );
    await expect.poll(() => host.querySelectorAll('canvas[data-map=webgl]').length).toBe(1);
    hide();
    await expect.poll(() => host.querySelectorAll('canvas').length).toBe(0);
    root.unmount();
    host.remove();
  }
  expect(liveContexts() - contexts).toBeLessThanOrEqual(1);
  expect(errors()).toEqual([]);
  addHost();
});

test('machines without a graphics chip get a 2D canvas', async () => {
  chooseRingDrawing('canvas');
  ends.push(() => chooseRingDrawing('auto'));
  addHost();
  const map = mapOf(30);
  ends.push(showMap({ map, element: host }));
  const root = createRoot(document.createElement('div'));
  root.render(<MapHost />);
  ends.push(() => root.unmount());
  await expect.poll(() => host.querySelector('canvas')?.dataset.map).toBe('canvas');
});

test('a context that does not come back: the processor draws', async () => {
  chooseRingDrawing('webgl');
  ends.push(() => chooseRingDrawing('auto'));
  addHost();
  ends.push(showMap({ map: mapOf(30), element: host }));
  const root = createRoot(document.createElement('div'));
  root.render(<MapHost />);
  ends.push(() => root.unmount());
  const shown = () => host.querySelector('canvas')?.dataset.map;
  await expect.poll(shown).toBe('webgl');
  const gl = host.querySelector('canvas')!.getContext('webgl2')!;
  const loss = gl.getExtension('WEBGL_lose_context')!;
  loss.loseContext();
  ends.push(() => loss.restoreContext());
  await expect.poll(shown).toBe('canvas');
});
