/** Makes pictures of a field for WebGL, packed as the shader reads them. Runs in a worker, and on the page where none runs. */
import type { Rifff } from '../../data/contract/rifff.ts';
import { rifffBars } from '../../data/rules/time/timing.ts';
import { type RifffModel, rifffModel } from '../../drawing/model.ts';
import { PaintList } from '../../drawing/paintList.ts';
import { type PackedPicture, packPicture } from '../rings/packing.ts';
import { composeDisc, radiusAt, rifffOf } from './crowdLevels.ts';

/** Numbers of an instance: texel of its paint, first chord, chords, disc. */
export const PART_FLOATS = 4;

/** The rifffs that pictures are made of. */
export interface PictureField {
  /** Told apart from the fields before it. */
  readonly number: number;
  readonly rifffs: readonly Rifff[];
  /** Device pixels for each CSS pixel. */
  readonly dpr: number;
}

/** What the worker is told: another field, or which picture to make. */
export type PictureCall = PictureField | number;

export interface MadePicture extends PackedPicture {
  /** Number of its field, and `pictureAt`. */
  readonly field: number;
  readonly index: number;
}

export class PictureMaker {
  private readonly list = new PaintList();
  private field: PictureField = { number: -1, rifffs: [], dpr: 1 };
  private models: (RifffModel | null)[] = [];

  take(field: PictureField): void {
    this.field = field;
    this.models = field.rifffs.map(() => null);
  }

  /** @param index of a rifff of the field and a level, `pictureAt` */
  make(index: number): MadePicture {
    const { number, rifffs, dpr } = this.field;
    const at = rifffOf(index);
    const rifff = rifffs[at]!;
    this.models[at] ??= rifffModel(rifff, rifffBars(rifff));
    composeDisc(this.list, this.models[at], radiusAt(index), dpr);
    return { field: number, index, ...packPicture(this.list, PART_FLOATS) };
  }
}
