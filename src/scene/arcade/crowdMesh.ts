/**
 * The crowd by WebGL: all discs as one instanced draw, the farthest first. Points of a picture lie in a texture as long
 * as it is kept; a frame of flight writes eight numbers a disc, and what follows what where that has changed.
 */
import { DataTexture, FloatType, type Mesh, NearestFilter, NoColorSpace, RGBAFormat } from 'three';
import { notchWidth } from '../../drawing/composeRifff.ts';
import type { PaintList } from '../../drawing/paintList.ts';
import { PaintMesh, partsIn, texelsOf, writeParts } from '../rings/paintMesh.ts';
import type { Block } from '../rings/pointTexture.ts';
import { CROWD_FRAGMENT, CROWD_VERTEX } from '../rings/ringShader.ts';
import { type CrowdFrame, type CrowdHost, type CrowdPicture, MOST_DISCS } from './crowdDrawing.ts';

/** Numbers of an instance: texel of its paint, first chord, chords, disc. */
const PART_FLOATS = 4;
const FIRST_PARTS = 8192;
/** Numbers of a disc: two texels. */
const DISC_FLOATS = 8;
const TEXEL_BYTES = 16;
const TAU = 2 * Math.PI;

/** Points of a picture, and its instances. */
export interface MeshPicture extends CrowdPicture {
  readonly block: Block;
  readonly parts: Float32Array;
}

export class CrowdMesh implements CrowdHost<MeshPicture> {
  readonly budgetBytes = 32 * 1024 * 1024;
  private readonly discs = new Float32Array(MOST_DISCS * DISC_FLOATS);
  private readonly table = new DataTexture(this.discs, 2, MOST_DISCS, RGBAFormat, FloatType);
  private readonly drawn = new PaintMesh(
    {
      vertexShader: CROWD_VERTEX,
      fragmentShader: CROWD_FRAGMENT,
      uniforms: { uDiscs: { value: this.table } },
    },
    PART_FLOATS,
    FIRST_PARTS,
  );
  readonly mesh: Mesh = this.drawn.mesh;
  /** Whose instances the GPU has, in order. */
  private readonly order: (MeshPicture | null)[] = new Array(MOST_DISCS).fill(null);
  private ordered = 0;

  constructor() {
    this.table.minFilter = NearestFilter;
    this.table.magFilter = NearestFilter;
    this.table.colorSpace = NoColorSpace;
  }

  /** @param width of the canvas in CSS pixels */
  resized(width: number, height: number, dpr: number): void {
    this.drawn.resized(width, height, dpr);
  }

  make(list: PaintList, radius: number): MeshPicture {
    const block = this.drawn.take(texelsOf(list));
    this.drawn.write(block, list, 0, 0);
    // For a disc that is not known yet.
    const parts = new Float32Array(partsIn(list) * PART_FLOATS);
    writeParts(list, block.start, parts, PART_FLOATS);
    return { radius, bytes: block.size * TEXEL_BYTES, block, parts, shownIn: 0 };
  }

  drop({ block }: MeshPicture): void {
    this.drawn.points.release(block);
    // What is on the GPU may be of it.
    this.ordered = -1;
  }

  show(frame: CrowdFrame<MeshPicture>): void {
    const { count, pictures } = frame;
    this.mesh.visible = count > 0;
    if (count === 0) return;
    this.writeDiscs(frame);
    let isSame = this.ordered === count;
    for (let at = 0; isSame && at < count; at++) isSame = this.order[at] === pictures[at];
    if (!isSame) this.arrange(frame);
  }

  /** The context was lost: everything is sent again when it returns. */
  forget(): void {
    this.drawn.points.forget();
    this.ordered = -1;
    this.table.needsUpdate = true;
  }

  dispose(): void {
    this.drawn.dispose();
    this.table.dispose();
  }

  private writeDiscs({ seen, count, pictures, fog, phase }: CrowdFrame<MeshPicture>): void {
    const { discs } = this;
    const { dpr } = this.drawn;
    for (let at = 0; at < count; at++) {
      const to = at * DISC_FLOATS;
      const radius = seen.radius[at]!;
      discs[to] = seen.x[at]! * dpr;
      discs[to + 1] = seen.y[at]! * dpr;
      discs[to + 2] = radius / (pictures[at]?.radius ?? radius);
      discs[to + 3] = fog[at]!;
      const turn = phase[at]!;
      discs[to + 4] = Math.sin(turn * TAU);
      discs[to + 5] = -Math.cos(turn * TAU);
      discs[to + 6] = turn < 0 ? -1e4 : (notchWidth(radius) / 2) * dpr;
    }
    this.table.needsUpdate = true;
  }

  /** Puts the instances of all discs one after the other. */
  private arrange({ count, pictures }: CrowdFrame<MeshPicture>): void {
    let numbers = 0;
    for (let at = 0; at < count; at++) numbers += pictures[at]?.parts.length ?? 0;
    if (numbers > this.drawn.parts.array.length) this.drawn.growTo(numbers / PART_FLOATS);
    const all = this.drawn.parts.array;
    let to = 0;
    for (let at = 0; at < count; at++) {
      const picture = pictures[at] ?? null;
      this.order[at] = picture;
      if (!picture) continue;
      const { parts } = picture;
      all.set(parts, to);
      const end = to + parts.length;
      for (let disc = to + PART_FLOATS - 1; disc < end; disc += PART_FLOATS) all[disc] = at;
      to = end;
    }
    this.ordered = count;
    this.drawn.show(to / PART_FLOATS, 0, to);
  }
}
