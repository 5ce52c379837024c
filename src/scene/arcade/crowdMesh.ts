/**
 * The crowd in space by WebGL: all discs as one instanced draw, the farthest first, so that who is nearer covers who is
 * farther away. Points of a picture lie in a texture as long as it is kept; a frame of flight writes eight numbers a disc,
 * and what follows what where that has changed.
 */
import { DataTexture, FloatType, type Mesh, NearestFilter, NoColorSpace, RGBAFormat } from 'three';
import { PLACE_FLOATS } from '../../drawing/arcade/space.ts';
import { notchWidth } from '../../drawing/composeRifff.ts';
import { NO_SLIT } from '../rings/packing.ts';
import { PaintMesh } from '../rings/paintMesh.ts';
import { CROWD_FRAGMENT, CROWD_VERTEX } from '../rings/ringShader.ts';
import { type CrowdChoice, type CrowdPicture, MOST_DISCS } from './crowdChoice.ts';
import { radiusAt } from './crowdLevels.ts';
import { type MadePicture, PART_FLOATS } from './pictureMaker.ts';

const FIRST_PARTS = 8192;
/** Texels of a rifff of eight rings in all sizes, for two device pixels a CSS pixel: 165 kB. */
const RIFFF_TEXELS = 10_500;
/** Numbers of a disc: two texels. */
const DISC_FLOATS = 8;
const TEXEL_BYTES = 16;
const TAU = 2 * Math.PI;

/** Instances of a picture; its points are in the texture. */
export interface MeshPicture extends CrowdPicture {
  readonly parts: Float32Array;
}

export class CrowdMesh {
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

  /** Forgets all pictures, and makes room for those of so many rifffs. */
  clear(rifffs: number): void {
    this.drawn.points.clear();
    this.drawn.reserve(rifffs * RIFFF_TEXELS);
    this.ordered = -1;
  }

  /** Takes a picture. @param frame number of the frame that takes it */
  keep(made: MadePicture, frame: number): MeshPicture {
    const { size } = this.drawn.put(made);
    const bytes = size * TEXEL_BYTES;
    return { radius: radiusAt(made.index), bytes, parts: made.parts, shownIn: frame };
  }

  /** @param places in space, as `CrowdSpace` has them */
  show(choice: CrowdChoice<MeshPicture>, places: Float32Array): void {
    const { count, shown } = choice;
    this.mesh.visible = count > 0;
    if (count === 0) return;
    this.writeDiscs(choice, places);
    let isSame = this.ordered === count;
    for (let at = 0; isSame && at < count; at++) isSame = this.order[at] === shown[at];
    if (!isSame) this.arrange(choice);
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

  private writeDiscs(choice: CrowdChoice<MeshPicture>, places: Float32Array): void {
    const { seen, count, shown, fog, phase } = choice;
    const { discs } = this;
    const { dpr } = this.drawn;
    for (let at = 0; at < count; at++) {
      const to = at * DISC_FLOATS;
      const from = at * PLACE_FLOATS;
      discs[to] = places[from]!;
      discs[to + 1] = places[from + 1]!;
      discs[to + 2] = places[from + 2]!;
      discs[to + 3] = places[from + 3]! / (shown[at]?.radius ?? 1);
      const turn = phase[at]!;
      discs[to + 4] = Math.sin(turn * TAU);
      discs[to + 5] = -Math.cos(turn * TAU);
      discs[to + 6] = turn < 0 ? NO_SLIT : (notchWidth(seen.radius[at]!) / 2) * dpr;
      discs[to + 7] = fog[at]!;
    }
    this.table.needsUpdate = true;
  }

  /** Puts the instances of all discs one after the other. */
  private arrange({ count, shown }: CrowdChoice<MeshPicture>): void {
    let numbers = 0;
    for (let at = 0; at < count; at++) numbers += shown[at]?.parts.length ?? 0;
    if (numbers > this.drawn.parts.array.length) this.drawn.growTo(numbers / PART_FLOATS);
    const all = this.drawn.parts.array;
    let to = 0;
    for (let at = 0; at < count; at++) {
      const picture = shown[at] ?? null;
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
