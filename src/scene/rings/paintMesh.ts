/**
 * Paints by WebGL: one instanced draw of strips. An instance is a piece of a paint, so that a short outline costs no more
 * than it has points.
 */
import {
  type DataTexture,
  DoubleSide,
  DynamicDrawUsage,
  GLSL3,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  type IUniform,
  Mesh,
  RawShaderMaterial,
  Vector2,
} from 'three';
import type { PaintList } from '../../drawing/paintList.ts';
import {
  movePicture,
  PAINT_TEXELS,
  type PackedPicture,
  SEGMENTS,
  texelsOf,
  writePaint,
} from './packing.ts';
import { type Block, PointTexture } from './pointTexture.ts';
import { ROWS } from './ringShader.ts';

/** Two triangles between every two rows of every two columns. */
function stripIndex(): number[] {
  const index: number[] = [];
  for (let column = 0; column < SEGMENTS; column++) {
    for (let row = 0; row < ROWS - 1; row++) {
      const at = column * ROWS + row;
      index.push(at, at + 1, at + ROWS, at + 1, at + ROWS + 1, at + ROWS);
    }
  }
  return index;
}

interface PaintShaders {
  readonly vertexShader: string;
  readonly fragmentShader: string;
  /** What they are given besides the points, the size and the density of the canvas. */
  readonly uniforms?: Readonly<Record<string, IUniform>>;
}

export class PaintMesh {
  readonly mesh: Mesh;
  readonly points = new PointTexture();
  /** The numbers of all instances, in order. Another one after `growTo`. */
  parts: InstancedBufferAttribute;
  private readonly floats: number;
  private readonly geometry = new InstancedBufferGeometry();
  private readonly material: RawShaderMaterial;
  private readonly texture: IUniform<DataTexture> = { value: this.points.texture };
  private readonly size = { value: new Vector2(1, 1) };
  private readonly density = { value: 1 };

  /** @param floats numbers of an instance @param count instances that there is room for at first */
  constructor(shaders: PaintShaders, floats: number, count: number) {
    this.floats = floats;
    this.material = this.materialOf(shaders);
    this.geometry.setIndex(stripIndex());
    this.parts = this.attach(count);
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  /** What fills the paints, by these shaders or others that do it in another way. */
  materialOf(shaders: PaintShaders): RawShaderMaterial {
    return new RawShaderMaterial({
      glslVersion: GLSL3,
      transparent: true,
      premultipliedAlpha: true,
      side: DoubleSide,
      depthTest: false,
      depthWrite: false,
      ...shaders,
      uniforms: {
        uPoints: this.texture,
        uSize: this.size,
        uDpr: this.density,
        ...shaders.uniforms,
      },
    });
  }

  /** Device pixels of a CSS pixel. */
  get dpr(): number {
    return this.density.value;
  }

  /** @param width of the canvas in CSS pixels */
  resized(width: number, height: number, dpr: number): void {
    this.size.value.set(width * dpr, height * dpr);
    this.density.value = dpr;
  }

  /** A block of at least so many texels. */
  take(texels: number): Block {
    const block = this.points.take(texels);
    this.texture.value = this.points.texture;
    return block;
  }

  /** Makes room for the points of so many texels in all. */
  reserve(texels: number): void {
    this.points.reserve(texels);
    this.texture.value = this.points.texture;
  }

  /** Puts a packed picture behind all others, and has it sent. @returns its texels */
  put(picture: PackedPicture): Block {
    const { texels } = picture;
    const block = this.points.append(texels.length / 4);
    this.texture.value = this.points.texture;
    this.points.data.set(texels, block.start * 4);
    movePicture(this.points.data, block.start, picture, this.floats);
    this.points.send(block, texels.length / 4);
    return block;
  }

  /** Writes the paints and the points of a picture, and has them sent; its centre is in CSS pixels. */
  write(block: Block, list: PaintList, x: number, y: number): void {
    const { data } = this.points;
    const { start } = block;
    const { dpr } = this;
    const first = 2 * (start + list.size * PAINT_TEXELS);
    for (let at = 0; at < list.size; at++) {
      const to = (start + at * PAINT_TEXELS) * 4;
      writePaint(data, to, list, list.paints[at]!, first, x * dpr, y * dpr, dpr);
    }
    const { points } = list;
    const numbers = 2 * list.pointCount;
    for (let at = 0; at < numbers; at++) data[2 * first + at] = points[at]!;
    this.points.send(block, texelsOf(list));
  }

  /** Has so many instances drawn, and the numbers of `parts` in a range sent. */
  show(instances: number, from: number, numbers: number): void {
    this.geometry.instanceCount = instances;
    if (numbers <= 0) return;
    this.parts.clearUpdateRanges();
    this.parts.addUpdateRange(from, numbers);
    this.parts.needsUpdate = true;
  }

  /** Makes room for at least so many instances; nothing is in it. */
  growTo(count: number): void {
    // Frees the old buffer, and lets three look again at how many instances there may be.
    this.geometry.dispose();
    this.parts = this.attach(2 ** Math.ceil(Math.log2(count)));
  }

  dispose(): void {
    this.geometry.dispose();
    this.material.dispose();
    this.points.dispose();
  }

  private attach(count: number): InstancedBufferAttribute {
    const { floats } = this;
    const parts = new InstancedBufferAttribute(new Float32Array(count * floats), floats);
    this.geometry.setAttribute('iPart', parts.setUsage(DynamicDrawUsage));
    return parts;
  }
}
