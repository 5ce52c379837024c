/**
 * Rings by WebGL: all paints of all rifffs as one instanced draw, in painter's order.
 */
import { Group } from 'three';
import type { PaintList } from '../../drawing/paintList.ts';
import type { ClearRings } from './clearRings.ts';
import { PAINT_TEXELS, partsIn, texelsOf, writeParts } from './packing.ts';
import { PaintMesh } from './paintMesh.ts';
import type { Block } from './pointTexture.ts';
import type { RifffDrawing } from './rifffDrawing.ts';
import type { RingHost } from './rifffField.ts';
import { RING_FRAGMENT, RING_VERTEX } from './ringShader.ts';

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
  /** Is its ground left out? */
  isClear: boolean;
}

const createKept = (): Kept => ({
  block: null,
  x: 0,
  y: 0,
  paints: 0,
  parts: new Float32Array(0),
  count: 0,
  isClear: false,
});

export class RingMesh implements RingHost {
  private readonly drawn = new PaintMesh(
    { vertexShader: RING_VERTEX, fragmentShader: RING_FRAGMENT },
    PART_FLOATS,
    FIRST_PARTS,
  );
  /** What of the rings is in the scene. */
  readonly group = new Group().add(this.drawn.mesh);
  private clear: ClearRings | null = null;
  private readonly kept = new Map<RifffDrawing, Kept>();
  private readonly pulled = createKept();
  /** Instances whose numbers differ from what the GPU has. */
  private changedFrom = 0;
  private changedTo = 0;
  /** Another number whenever what is drawn is another picture. */
  version = 0;
  private instances = 0;

  constructor() {
    this.noteUploads();
  }

  /** Are there rings to be seen? */
  get isShown(): boolean {
    return this.instances > 0;
  }

  /** Takes what can leave grounds out: until then, where one is to be left out, nothing is seen. */
  leaveOutBy(Clear: typeof ClearRings): void {
    if (this.clear) return;
    this.clear = new Clear(this.drawn);
    this.group.add(this.clear.mesh);
    this.version += 1;
  }

  /** @param width of the canvas in CSS pixels */
  resized(width: number, height: number, dpr: number): void {
    this.drawn.resized(width, height, dpr);
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
    if (kept.block) this.drawn.points.release(kept.block);
    this.kept.delete(drawing);
  }

  show(order: readonly RifffDrawing[]): boolean {
    let count = this.pulled.count;
    for (const drawing of order) count += this.kept.get(drawing)?.count ?? 0;
    if (count * PART_FLOATS > this.drawn.parts.array.length) {
      this.drawn.growTo(count);
      this.noteUploads();
    }
    let to = 0;
    let isClear = false;
    for (const drawing of order) {
      const kept = this.kept.get(drawing);
      if (!kept) continue;
      if (kept.isClear) isClear = true;
      if (kept.x !== drawing.x || kept.y !== drawing.y) this.move(kept, drawing.x, drawing.y);
      to = this.put(kept, to);
    }
    this.put(this.pulled, to);
    this.drawn.mesh.visible = count > 0 && !isClear;
    this.clear?.show(count > 0 && isClear);
    this.drawn.show(count, this.changedFrom, this.changedTo - this.changedFrom);
    if (count !== this.instances || this.changedTo > this.changedFrom) this.version += 1;
    this.instances = count;
    return false;
  }

  /** The context was lost: everything is sent again when it returns. */
  forget(): void {
    this.drawn.points.forget();
    this.changedFrom = 0;
    this.changedTo = this.drawn.parts.array.length;
  }

  dispose(): void {
    this.clear?.dispose();
    this.drawn.dispose();
  }

  /** Writes the points and instances of a picture; its centre is in CSS pixels. */
  private keep(kept: Kept, list: PaintList, x: number, y: number): void {
    const texels = texelsOf(list);
    if (!kept.block || kept.block.size < texels) {
      if (kept.block) this.drawn.points.release(kept.block);
      kept.block = this.drawn.take(texels);
    }
    this.version += 1;
    kept.x = x;
    kept.y = y;
    kept.paints = list.size;
    kept.isClear = list.isClear;
    this.drawn.write(kept.block, list, x, y);
    kept.count = partsIn(list);
    const numbers = kept.count * PART_FLOATS;
    if (kept.parts.length < numbers) kept.parts = new Float32Array(2 * numbers);
    writeParts(list, kept.block.start, kept.parts, PART_FLOATS);
  }

  /** Puts a picture somewhere else. */
  private move(kept: Kept, x: number, y: number): void {
    if (!kept.block) return;
    const { dpr, points } = this.drawn;
    const { data } = points;
    for (let at = 0; at < kept.paints; at++) {
      const to = (kept.block.start + at * PAINT_TEXELS) * 4;
      data[to]! += (x - kept.x) * dpr;
      data[to + 1]! += (y - kept.y) * dpr;
    }
    this.version += 1;
    kept.x = x;
    kept.y = y;
    points.send(kept.block, kept.paints * PAINT_TEXELS);
  }

  /** Puts instances after those of what lies behind, and marks what differs. @returns where the next begin */
  private put({ parts, count }: Kept, to: number): number {
    const all = this.drawn.parts.array;
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

  private noteUploads(): void {
    this.changedFrom = 0;
    this.changedTo = 0;
    this.drawn.parts.onUpload(() => {
      this.changedFrom = 0;
      this.changedTo = 0;
    });
  }
}
