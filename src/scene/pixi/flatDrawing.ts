/** What every flat drawing has in common: its place in a picture, and its parts in two layers. */

import { type Container, Graphics, type GraphicsContext } from 'pixi.js';
import type { Lane } from '../../data/stores/lanes.ts';
import { TOKENS } from '../../drawing/tokens.ts';

/** Where a lane lies in the picture of its host, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The layers of a picture, and the white unit square that everything plain is made of. */
export interface Layers {
  readonly shapes: Container;
  /** Takes away what lies below: a notch shows what is behind the picture, whatever colour that is. */
  readonly cuts: Container;
  readonly overlay: Container;
  readonly unit: GraphicsContext;
}

export interface Moment {
  /** Since the last frame; 0.1 at most. */
  readonly seconds: number;
  readonly isReduced: boolean;
}

export interface FlatDrawing {
  /** Takes what the lane shows now and where. @returns whether the picture differs */
  shape(lane: Lane, box: Box): boolean;
  /** Brings it to this moment. @returns whether the picture differs */
  move(moment: Moment): boolean;
  /** Does it need another frame? As of the last `move`. */
  readonly isMoving: boolean;
  destroy(): void;
}

export const isSameBox = (a: Box, b: Box) =>
  a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

/** Nowhere yet. */
export const NO_BOX: Box = { x: 0, y: 0, w: 0, h: 0 };

/**
 * The colour of what cuts. Pixi's 2D renderer erases with the first block alone (a restored context leaves its memory of
 * the blend mode wrong), and paints the others: in ground, which is what lies under a lane.
 */
export const CUT = TOKENS.ground;
/** The colour that leaves a shape in its own colours. */
const WHITE = '#FFFFFF';

/** A tinted rectangle: the unit square, placed and scaled. Hidden at first. */
export function addBlock(layer: Container, unit: GraphicsContext, tint: string): Graphics {
  const block = new Graphics(unit);
  block.tint = tint;
  block.visible = false;
  layer.addChild(block);
  return block;
}

/** Shows a block at a place. */
export function placeBlock(block: Graphics, x: number, y: number, w: number, h: number): void {
  block.visible = w > 0 && h > 0;
  block.position.set(x, y);
  block.scale.set(w, h);
}

/** A shape that is made anew when its data change, and nothing until then. */
export class Picture {
  private readonly graphics: Graphics;
  private readonly empty: GraphicsContext;

  constructor({ shapes, unit }: Layers) {
    this.empty = unit;
    this.graphics = addBlock(shapes, unit, WHITE);
  }

  get isShown(): boolean {
    return this.graphics.visible;
  }

  /** Height as a share of the shape's own; it stands on its foot. */
  get tall(): number {
    return this.graphics.scale.y;
  }

  /** Shows a shape, which is the picture's own from now on, with its corner at a place; null hides it. */
  show(context: GraphicsContext | null, x: number, y: number): void {
    this.graphics.visible = context !== null;
    this.graphics.position.set(x, y);
    const before = this.graphics.context;
    if (before === (context ?? this.empty)) return;
    this.graphics.context = context ?? this.empty;
    if (before !== this.empty) before.destroy();
  }

  /** Moves the corner of what is shown. */
  place(x: number, y: number): void {
    this.graphics.position.set(x, y);
  }

  /** Squeezes a shape whose box begins at `y` and is `h` high to its foot. */
  squeeze(tall: number, y: number, h: number): void {
    this.graphics.scale.y = tall;
    this.graphics.position.y = y + h * (1 - tall);
  }

  destroy(): void {
    this.show(null, 0, 0);
    this.graphics.destroy();
  }
}

/** As many blocks as are needed, made when they are needed for the first time. */
export class Blocks {
  private readonly layer: Container;
  private readonly unit: GraphicsContext;
  private readonly blocks: Graphics[] = [];
  private used = 0;

  constructor(layer: Container, unit: GraphicsContext) {
    this.layer = layer;
    this.unit = unit;
  }

  /** Begins anew: blocks that `add` does not use again are hidden by `end`. */
  begin(): void {
    this.used = 0;
  }

  add(tint: string, x: number, y: number, w: number, h: number): void {
    let block = this.blocks[this.used];
    if (!block) {
      block = addBlock(this.layer, this.unit, tint);
      this.blocks.push(block);
    }
    this.used += 1;
    block.tint = tint;
    placeBlock(block, x, y, w, h);
  }

  end(): void {
    for (let at = this.used; at < this.blocks.length; at++) this.blocks[at]!.visible = false;
  }

  destroy(): void {
    for (const block of this.blocks) block.destroy();
    this.blocks.length = 0;
  }
}
