/**
 * The map by WebGL. One canvas, one renderer and one root of @pixi/react belong to the module and live as long as the page:
 * maps come and go on them, and there is never a second context. The renderer is the WebGL one alone, without the ticker and
 * the choice of renderers of an `Application`: frames come from the page's one loop.
 */
import 'pixi.js/unsafe-eval';
import { createRoot } from '@pixi/react';
import { type Container, Ticker, WebGLRenderer } from 'pixi.js';
import { leftOf, middleOf, scaleAt } from '../../data/rules/jam/map/mapView.ts';
import type { HistoryMap, MapPicture } from '../../data/stores/historyMap.ts';
import { TOKENS } from '../../drawing/tokens.ts';
import {
  composeDiscs,
  composeNames,
  composeRulers,
  composeWords,
  EMBLEM_FROM_PX,
  type MapSink,
} from '../map/composeMap.ts';
import { type Emblem, Emblems } from '../map/emblems.ts';
import { type Label, Labels } from '../map/labels.ts';
import { lineShares, type MapPainter, sideWidth, wayWidth } from '../map/mapPainter.ts';
import { type MapContainers, MapLayers } from './MapLayers.tsx';
import { discsOf, draftLines, linesOf, putDisc } from './mapBuffers.ts';
import { DISC_FLOATS, DiscMesh, LineMesh, SeenMap } from './mapShaders.ts';
import { Pictures, Rects } from './pictures.ts';

/** Emblems and words on the stage at most, in sight or not. */
const MOST_EMBLEMS = 400;
const MOST_WORDS = 200;
/** Circles that mark something, at most. */
const MOST_MARKS = 600;
/** Longest wait for a lost context of the graphics chip, in ms. */
const LOST_MS = 2000;
/** Lines in all of their ink. */
const PLAIN = [1, 1] as const;

interface PixiStage {
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer<HTMLCanvasElement>;
  readonly stage: Container;
  readonly layers: MapContainers;
  readonly seen: SeenMap;
  readonly side: LineMesh;
  readonly way: LineMesh;
  readonly drafts: LineMesh;
  readonly discs: DiscMesh;
  readonly marks: DiscMesh;
}

let opened: Promise<PixiStage> | null = null;
/** The map that has the canvas: the one that came last. */
let holder: PixiMap | null = null;

async function openStage(): Promise<PixiStage> {
  const canvas = document.createElement('canvas');
  canvas.dataset.map = 'webgl';
  canvas.setAttribute('aria-hidden', 'true');
  canvas.style.cssText = 'position:absolute;inset:0';
  // Pixi's own ticker would ask for every frame, to look what it could let go. What is kept here is bounded.
  Ticker.system.autoStart = false;
  Ticker.system.stop();
  const renderer = new WebGLRenderer<HTMLCanvasElement>();
  await renderer.init({
    canvas,
    width: 2,
    height: 2,
    autoDensity: true,
    antialias: false,
    background: TOKENS.ground,
    // Nothing of the map is heard by Pixi or read to people by it: the page's own buttons are.
    skipExtensionImports: true,
    gcActive: false,
  });
  const root = createRoot(canvas);
  const { app } = root.applicationState;
  // A root that has a renderer makes none of its own.
  app.renderer = renderer;
  const seen = new SeenMap();
  const parts = {
    side: new LineMesh(seen, TOKENS.branch),
    way: new LineMesh(seen, TOKENS.paper),
    drafts: new LineMesh(seen, TOKENS.branch),
    discs: new DiscMesh(seen),
    marks: new DiscMesh(seen),
  };
  const layers = await new Promise<MapContainers>((found) => {
    void root.render(<MapLayers {...parts} onLayers={found} />, {});
  });
  return { canvas, renderer, stage: app.stage, layers, seen, ...parts };
}

class PixiMap implements MapPainter, MapSink {
  private readonly parts: PixiStage;
  private readonly emblems = new Emblems();
  private readonly labels = new Labels();
  private readonly rects: Rects;
  private readonly emblemSprites: Pictures<Emblem>;
  private readonly names: Pictures<Label>;
  private readonly texts: Pictures<Label>;
  /** Where words go now. */
  private words: Pictures<Label>;
  private readonly markData = new Float32Array(MOST_MARKS * DISC_FLOATS);
  private markCount = 0;
  private drawn: MapPicture | null = null;
  private map: HistoryMap | null = null;
  private dpr = 1;
  private readonly wake: () => void;
  private readonly isLost: () => void;
  /** 0 while the context is there. */
  private lossTimer = 0;

  constructor(parts: PixiStage, host: HTMLElement, wake: () => void, isLost: () => void) {
    this.parts = parts;
    this.wake = wake;
    this.isLost = isLost;
    this.rects = new Rects(parts.layers.rulers);
    this.emblemSprites = new Pictures(parts.layers.emblems, MOST_EMBLEMS);
    this.names = new Pictures(parts.layers.names, MOST_WORDS);
    this.texts = new Pictures(parts.layers.words, MOST_WORDS);
    this.words = this.texts;
    parts.canvas.addEventListener('webglcontextlost', this.lost);
    parts.canvas.addEventListener('webglcontextrestored', this.restored);
    host.prepend(parts.canvas);
    holder = this;
    if (parts.renderer.context.isLost) this.lost();
  }

  private readonly lost = () => {
    clearTimeout(this.lossTimer);
    this.lossTimer = window.setTimeout(this.isLost, LOST_MS);
  };

  private readonly restored = () => {
    clearTimeout(this.lossTimer);
    this.wake();
  };

  draw(map: HistoryMap, dpr: number): boolean {
    const { renderer, stage, seen, side, way, drafts, discs, marks } = this.parts;
    const { widthPx, heightPx } = map.box;
    if (
      renderer.screen.width !== widthPx ||
      renderer.screen.height !== heightPx ||
      renderer.resolution !== dpr
    ) {
      renderer.resize(widthPx, heightPx, dpr);
    }
    if (this.drawn !== map.picture) this.take(map.picture);
    this.map = map;
    this.dpr = dpr;
    const scale = scaleAt(map.view.zoom, map.picture.ends.rowCount, map.box);
    seen.take(map, scale);
    const shares = lineShares(map.view.zoom);
    side.look(sideWidth(scale.discPx), shares);
    way.look(wayWidth(scale.discPx), shares);
    drafts.look(2, PLAIN);
    discs.rimPx = scale.discPx >= EMBLEM_FROM_PX ? 3 : 0;
    this.emblems.begin();
    this.labels.begin(dpr);
    this.rects.begin();
    this.emblemSprites.begin();
    this.names.begin();
    this.texts.begin();
    this.markCount = 0;
    composeRulers(map, this);
    this.words = this.names;
    composeNames(map, this.labels, this);
    composeDiscs(map, this.emblems, this, dpr);
    this.words = this.texts;
    composeWords(map, this.labels, this);
    this.rects.end();
    this.emblemSprites.end();
    this.names.end();
    this.texts.end();
    marks.set(this.markData, this.markCount);
    renderer.render({ container: stage });
    return this.emblems.isMissing;
  }

  typeHasCome(): void {
    this.labels.clear();
    this.names.clear();
    this.texts.clear();
  }

  remove(): void {
    const { canvas } = this.parts;
    canvas.removeEventListener('webglcontextlost', this.lost);
    canvas.removeEventListener('webglcontextrestored', this.restored);
    clearTimeout(this.lossTimer);
    // One that was opened meanwhile has it already.
    if (holder === this) canvas.remove();
    this.emblemSprites.clear();
    this.names.clear();
    this.texts.clear();
    this.rects.clear();
  }

  /** Takes up another picture: buffers of what differs. */
  private take(picture: MapPicture): void {
    const { side, way, drafts, discs } = this.parts;
    const { drawn } = this;
    this.drawn = picture;
    if (drawn?.layout !== picture.layout || drawn.marks !== picture.marks) {
      const others = linesOf(picture, false);
      side.set(others.data, others.count);
      const own = linesOf(picture, true);
      way.set(own.data, own.count);
      const all = discsOf(picture);
      discs.set(all.data, all.count);
    }
    if (drawn?.layout !== picture.layout || drawn.drafts !== picture.drafts) {
      const made = draftLines(picture);
      drafts.set(made.data, made.count);
    }
  }

  rect(left: number, top: number, width: number, height: number, ink: number): void {
    this.rects.show(left, top, width, height, ink);
  }

  emblem(emblem: Emblem, x: number, y: number, discPx: number): void {
    const side = (discPx * emblem.sidePx) / emblem.sizePx;
    this.emblemSprites.show(emblem, x - side / 2, y - side / 2, side, side);
  }

  ring(x: number, y: number, radius: number, width: number, ink: number, dashes: number): void {
    if (this.markCount >= MOST_MARKS) return;
    const { view, box } = this.map!;
    // Marks stand in pixels: from the whole step in the middle of the view.
    const [middleX, middleRow] = [Math.floor(view.x), view.y];
    const shiftX = x - leftOf(view, box, middleX);
    const shiftY = y - middleOf(box);
    const kind = width === 0 ? -1 : dashes;
    putDisc(
      this.markData,
      this.markCount,
      middleX,
      middleRow,
      shiftX,
      shiftY,
      0,
      radius,
      width,
      kind,
      ink,
    );
    this.markCount += 1;
  }

  label(label: Label, left: number, top: number): void {
    const { dpr } = this;
    const { canvas } = label;
    const x = Math.round(left * dpr) / dpr;
    const y = Math.round(top * dpr) / dpr;
    this.words.show(label, x, y, canvas.width / dpr, canvas.height / dpr);
  }
}

/**
 * Draws maps by WebGL in an element. Rejects where there is no WebGL.
 *
 * @param wake asks for a frame
 * @param isLost the context was lost and does not come back
 */
export async function openPixiMap(
  host: HTMLElement,
  wake: () => void,
  isLost: () => void,
): Promise<MapPainter> {
  opened ??= openStage();
  opened.catch(() => {
    opened = null;
  });
  return new PixiMap(await opened, host, wake, isLost);
}
