/**
 * The crowd by WebGL: all discs as one instanced draw, the farthest first. Points of a picture lie in a texture as long
 * as it is kept; a frame of flight writes eight numbers a disc, and what follows what where that has changed.
 */
import {
  DataTexture,
  DoubleSide,
  DynamicDrawUsage,
  FloatType,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  NearestFilter,
  NoColorSpace,
  RawShaderMaterial,
  RGBAFormat,
  Vector2,
} from 'three';
import { notchWidth } from '../../drawing/composeRifff.ts';
import type { PaintList } from '../../drawing/paintList.ts';
import { type Block, PointTexture } from '../rings/pointTexture.ts';
import { stripIndex } from '../rings/ringMesh.ts';
import {
  CROWD_FRAGMENT,
  CROWD_VERTEX,
  PAINT_TEXELS,
  SEGMENTS,
  writePaint,
} from '../rings/ringShader.ts';
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

const createParts = (count: number) =>
  new InstancedBufferAttribute(new Float32Array(count * PART_FLOATS), PART_FLOATS).setUsage(
    DynamicDrawUsage,
  );

export class CrowdMesh implements CrowdHost<MeshPicture> {
  readonly budgetBytes = 32 * 1024 * 1024;
  readonly mesh: Mesh;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly material: RawShaderMaterial;
  private readonly points = new PointTexture();
  private readonly discs = new Float32Array(MOST_DISCS * DISC_FLOATS);
  private readonly table = new DataTexture(this.discs, 2, MOST_DISCS, RGBAFormat, FloatType);
  private readonly uniforms = {
    uPoints: { value: this.points.texture },
    uDiscs: { value: this.table },
    uSize: { value: new Vector2(1, 1) },
    uDpr: { value: 1 },
  };
  private parts = createParts(FIRST_PARTS);
  /** Whose instances the GPU has, in order. */
  private readonly order: (MeshPicture | null)[] = new Array(MOST_DISCS).fill(null);
  private ordered = 0;

  constructor() {
    this.table.minFilter = NearestFilter;
    this.table.magFilter = NearestFilter;
    this.table.colorSpace = NoColorSpace;
    this.material = new RawShaderMaterial({
      glslVersion: GLSL3,
      vertexShader: CROWD_VERTEX,
      fragmentShader: CROWD_FRAGMENT,
      transparent: true,
      premultipliedAlpha: true,
      side: DoubleSide,
      depthTest: false,
      depthWrite: false,
      uniforms: this.uniforms,
    });
    this.geometry.setIndex(stripIndex());
    this.geometry.setAttribute('iPart', this.parts);
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** @param width of the canvas in CSS pixels */
  resized(width: number, height: number, dpr: number): void {
    this.uniforms.uSize.value.set(width * dpr, height * dpr);
    this.uniforms.uDpr.value = dpr;
  }

  make(list: PaintList, radius: number): MeshPicture {
    const described = list.size * PAINT_TEXELS;
    const texels = described + Math.ceil(list.pointCount / 2);
    const block = this.points.take(texels);
    this.uniforms.uPoints.value = this.points.texture;
    const { data } = this.points;
    const dpr = this.uniforms.uDpr.value;
    const first = 2 * (block.start + described);
    let parts = 0;
    for (let at = 0; at < list.size; at++) {
      const paint = list.paints[at]!;
      writePaint(data, (block.start + at * PAINT_TEXELS) * 4, list, paint, first, 0, 0, dpr);
      parts += Math.ceil(paint.count / SEGMENTS);
    }
    data.set(list.points.subarray(0, 2 * list.pointCount), 2 * first);
    this.points.send(block, texels);
    const bytes = block.size * TEXEL_BYTES;
    return { radius, bytes, block, parts: divide(list, block.start, parts), shownIn: 0 };
  }

  drop({ block }: MeshPicture): void {
    this.points.release(block);
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
    this.points.forget();
    this.ordered = -1;
    this.table.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.points.dispose();
    this.table.dispose();
  }

  private writeDiscs({ seen, count, pictures, fog, phase }: CrowdFrame<MeshPicture>): void {
    const { discs } = this;
    const dpr = this.uniforms.uDpr.value;
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
    if (numbers > this.parts.array.length) this.growTo(numbers / PART_FLOATS);
    const all = this.parts.array;
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
    this.geometry.instanceCount = to / PART_FLOATS;
    this.parts.clearUpdateRanges();
    this.parts.addUpdateRange(0, to);
    this.parts.needsUpdate = true;
  }

  private growTo(count: number): void {
    // Frees the old buffer, and lets three look again at how many instances there may be.
    this.geometry.dispose();
    this.parts = createParts(2 ** Math.ceil(Math.log2(count)));
    this.geometry.setAttribute('iPart', this.parts);
  }
}

/** Instances of a picture, for a disc that is not known yet. */
function divide(list: PaintList, start: number, count: number): Float32Array {
  const parts = new Float32Array(count * PART_FLOATS);
  let to = 0;
  for (let at = 0; at < list.size; at++) {
    const chords = list.paints[at]!.count;
    for (let from = 0; from < chords; from += SEGMENTS) {
      parts[to] = start + at * PAINT_TEXELS;
      parts[to + 1] = from;
      parts[to + 2] = Math.min(SEGMENTS, chords - from);
      to += PART_FLOATS;
    }
  }
  return parts;
}
