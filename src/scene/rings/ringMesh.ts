/**
 * Rings by WebGL: all paints of all rifffs as one instanced draw, in painter's order. An instance is a piece of a
 * paint, so that a short outline costs no more than it has points.
 */
import {
  DoubleSide,
  DynamicDrawUsage,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  RawShaderMaterial,
  Vector2,
} from 'three';
import type { PaintList } from '../../drawing/paintList.ts';
import { type Block, PointTexture } from './pointTexture.ts';
import type { RifffDrawing } from './rifffDrawing.ts';
import type { RingHost } from './rifffField.ts';
import {
  PAINT_TEXELS,
  RING_FRAGMENT,
  RING_VERTEX,
  ROWS,
  SEGMENTS,
  writePaint,
} from './ringShader.ts';

/** Numbers of an instance: texel of its paint, first chord, chords. */
const PART_FLOATS = 3;
const FIRST_PARTS = 512;

/** What is kept of a rifff's picture. */
interface Kept {
  block: Block | null;
  /** Centre in CSS pixels, and how many paints it has. */
  x: number;
  y: number;
  paints: number;
  /** Its instances. */
  parts: Float32Array;
  count: number;
}

const createKept = (): Kept => ({
  block: null,
  x: 0,
  y: 0,
  paints: 0,
  parts: new Float32Array(0),
  count: 0,
});

/** Two triangles between every two rows of every two columns. */
export function stripIndex(): number[] {
  const index: number[] = [];
  for (let column = 0; column < SEGMENTS; column++) {
    for (let row = 0; row < ROWS - 1; row++) {
      const at = column * ROWS + row;
      index.push(at, at + 1, at + ROWS, at + 1, at + ROWS + 1, at + ROWS);
    }
  }
  return index;
}

const createParts = (count: number) =>
  new InstancedBufferAttribute(new Float32Array(count * PART_FLOATS), PART_FLOATS).setUsage(
    DynamicDrawUsage,
  );

export class RingMesh implements RingHost {
  readonly mesh: Mesh;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly material: RawShaderMaterial;
  private readonly points = new PointTexture();
  private readonly size = { value: new Vector2(1, 1) };
  private readonly uniforms = {
    uPoints: { value: this.points.texture },
    uSize: this.size,
    uDpr: { value: 1 },
  };
  private readonly kept = new Map<RifffDrawing, Kept>();
  private readonly pulled = createKept();
  private parts = createParts(FIRST_PARTS);
  /** Instances whose numbers differ from what the GPU has. */
  private changedFrom = 0;
  private changedTo = 0;

  constructor() {
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: RING_VERTEX,
      fragmentShader: RING_FRAGMENT,
      transparent: true,
      premultipliedAlpha: true,
      side: DoubleSide,
      depthTest: false,
      depthWrite: false,
      uniforms: this.uniforms,
    });
    this.geometry.setIndex(stripIndex());
    this.attachParts();
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** @param width of the canvas in CSS pixels */
  resized(width: number, height: number, dpr: number): void {
    this.size.value.set(width * dpr, height * dpr);
    this.uniforms.uDpr.value = dpr;
  }

  draw(drawing: RifffDrawing, list: PaintList): void {
    let kept = this.kept.get(drawing);
    if (!kept) {
      kept = createKept();
      this.kept.set(drawing, kept);
    }
    this.keep(kept, list, drawing.x, drawing.y);
  }

  drawPulled(list: PaintList | null, x: number, y: number): void {
    if (list) this.keep(this.pulled, list, x, y);
    else this.pulled.count = 0;
  }

  remove(drawing: RifffDrawing): void {
    const kept = this.kept.get(drawing);
    if (!kept) return;
    if (kept.block) this.points.release(kept.block);
    this.kept.delete(drawing);
  }

  show(order: readonly RifffDrawing[]): void {
    let count = this.pulled.count;
    for (const drawing of order) count += this.kept.get(drawing)?.count ?? 0;
    if (count * PART_FLOATS > this.parts.array.length) this.growTo(count);
    let to = 0;
    for (const drawing of order) {
      const kept = this.kept.get(drawing);
      if (!kept) continue;
      if (kept.x !== drawing.x || kept.y !== drawing.y) this.move(kept, drawing.x, drawing.y);
      to = this.put(kept, to);
    }
    this.put(this.pulled, to);
    this.geometry.instanceCount = count;
    this.mesh.visible = count > 0;
    if (this.changedTo <= this.changedFrom) return;
    this.parts.clearUpdateRanges();
    this.parts.addUpdateRange(this.changedFrom, this.changedTo - this.changedFrom);
    this.parts.needsUpdate = true;
  }

  /** The context was lost: everything is sent again when it returns. */
  forget(): void {
    this.points.forget();
    this.changedFrom = 0;
    this.changedTo = this.parts.array.length;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.points.dispose();
  }

  /** Writes the points and instances of a picture; its centre is in CSS pixels. */
  private keep(kept: Kept, list: PaintList, x: number, y: number): void {
    const described = list.size * PAINT_TEXELS;
    const texels = described + Math.ceil(list.pointCount / 2);
    if (!kept.block || kept.block.size < texels) {
      if (kept.block) this.points.release(kept.block);
      kept.block = this.points.take(texels);
      this.uniforms.uPoints.value = this.points.texture;
    }
    kept.x = x;
    kept.y = y;
    kept.paints = list.size;
    const { start } = kept.block;
    const { data } = this.points;
    const dpr = this.uniforms.uDpr.value;
    const first = 2 * (start + described);
    for (let at = 0; at < list.size; at++) {
      const to = (start + at * PAINT_TEXELS) * 4;
      writePaint(data, to, list, list.paints[at]!, first, x * dpr, y * dpr, dpr);
    }
    const { points } = list;
    const numbers = 2 * list.pointCount;
    for (let at = 0; at < numbers; at++) data[2 * first + at] = points[at]!;
    this.points.send(kept.block, texels);
    this.divide(kept, list, start);
  }

  /** Puts a picture somewhere else. */
  private move(kept: Kept, x: number, y: number): void {
    if (!kept.block) return;
    const { data } = this.points;
    const dpr = this.uniforms.uDpr.value;
    for (let at = 0; at < kept.paints; at++) {
      const to = (kept.block.start + at * PAINT_TEXELS) * 4;
      data[to]! += (x - kept.x) * dpr;
      data[to + 1]! += (y - kept.y) * dpr;
    }
    kept.x = x;
    kept.y = y;
    this.points.send(kept.block, kept.paints * PAINT_TEXELS);
  }

  /** Divides the paints of a picture into instances. */
  private divide(kept: Kept, list: PaintList, start: number): void {
    let count = 0;
    for (let at = 0; at < list.size; at++) count += partsOf(list.paints[at]!.count);
    if (kept.parts.length < count * PART_FLOATS)
      kept.parts = new Float32Array(2 * count * PART_FLOATS);
    kept.count = count;
    const { parts } = kept;
    let to = 0;
    for (let at = 0; at < list.size; at++) {
      // One chord closes the shape: an edge may jump at twelve o'clock.
      const chords = list.paints[at]!.count;
      for (let from = 0; from < chords; from += SEGMENTS) {
        parts[to] = start + at * PAINT_TEXELS;
        parts[to + 1] = from;
        parts[to + 2] = Math.min(SEGMENTS, chords - from);
        to += PART_FLOATS;
      }
    }
  }

  /** Puts instances after those of what lies behind, and marks what differs. @returns where the next begin */
  private put({ parts, count }: Kept, to: number): number {
    const all = this.parts.array;
    const numbers = count * PART_FLOATS;
    for (let at = 0; at < numbers; at++) {
      if (all[to + at] === parts[at]) continue;
      all[to + at] = parts[at]!;
      if (this.changedTo <= this.changedFrom) this.changedFrom = to + at;
      this.changedFrom = Math.min(this.changedFrom, to + at);
      this.changedTo = Math.max(this.changedTo, to + at + 1);
    }
    return to + numbers;
  }

  private growTo(count: number): void {
    // Frees the old buffer, and lets three look again at how many instances there may be.
    this.geometry.dispose();
    this.parts = createParts(2 ** Math.ceil(Math.log2(count)));
    this.attachParts();
  }

  private attachParts(): void {
    this.geometry.setAttribute('iPart', this.parts);
    this.changedFrom = 0;
    this.changedTo = 0;
    this.parts.onUpload(() => {
      this.changedFrom = 0;
      this.changedTo = 0;
    });
  }
}

const partsOf = (chords: number) => Math.ceil(chords / SEGMENTS);
