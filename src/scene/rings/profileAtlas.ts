/** Room for ring profiles in one half-float texture. Parts of a row: 1, 2, 4 or 8 profiles fit side by side. */
import {
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  NoColorSpace,
  RGBAFormat,
} from 'three';
import { PROFILE_CHANNELS } from '../../drawing/profile.ts';

export const ATLAS_WIDTH = 2048;
const FIRST_ROWS = 16;

/** A profile's part of a row, in texels. */
export interface AtlasPart {
  readonly x: number;
  readonly y: number;
  readonly samples: number;
}

/** Owns the profile texture. Grows by doubling; a part is uploaded alone when it is written. */
export class ProfileAtlas {
  texture: DataTexture;
  private rows = FIRST_ROWS;
  private nextRow = 0;
  private data = new Uint16Array(ATLAS_WIDTH * FIRST_ROWS * PROFILE_CHANNELS);
  private isUploaded = false;
  private readonly free = new Map<number, AtlasPart[]>();

  constructor() {
    this.texture = this.createTexture();
  }

  /** Room for a profile of `samples` (one of `profileSamples`). */
  take(samples: number): AtlasPart {
    const free = this.free.get(samples) ?? [];
    this.free.set(samples, free);
    const part = free.pop();
    if (part) return part;
    if (this.nextRow === this.rows) this.grow();
    const y = this.nextRow;
    this.nextRow += 1;
    const width = samples + 2;
    for (let x = ATLAS_WIDTH - width; x >= 0; x -= width) free.push({ x, y, samples });
    return free.pop()!;
  }

  /** Gives room back. */
  release(part: AtlasPart): void {
    this.free.get(part.samples)?.push(part);
  }

  /** Writes a profile, with one sample more at either end so that it wraps. */
  write(part: AtlasPart, profile: Float32Array): void {
    const start = (part.y * ATLAS_WIDTH + part.x) * PROFILE_CHANNELS;
    const last = (part.samples - 1) * PROFILE_CHANNELS;
    for (let channel = 0; channel < PROFILE_CHANNELS; channel++) {
      this.data[start + channel] = DataUtils.toHalfFloat(profile[last + channel]!);
      this.data[start + last + 2 * PROFILE_CHANNELS + channel] = DataUtils.toHalfFloat(
        profile[channel]!,
      );
    }
    const first = start + PROFILE_CHANNELS;
    for (let at = 0; at < profile.length; at++) {
      this.data[first + at] = DataUtils.toHalfFloat(profile[at]!);
    }
    // A part alone may only be sent once the whole has been: three sends nothing else then.
    if (this.isUploaded) this.texture.addUpdateRange(start, (part.samples + 2) * PROFILE_CHANNELS);
    this.texture.needsUpdate = true;
  }

  /** The context is gone: everything has to be sent again. */
  forget(): void {
    this.isUploaded = false;
    this.texture.clearUpdateRanges();
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }

  private grow(): void {
    this.rows *= 2;
    const data = new Uint16Array(ATLAS_WIDTH * this.rows * PROFILE_CHANNELS);
    data.set(this.data);
    this.data = data;
    this.texture.dispose();
    this.texture = this.createTexture();
  }

  private createTexture(): DataTexture {
    const texture = new DataTexture(this.data, ATLAS_WIDTH, this.rows, RGBAFormat, HalfFloatType);
    texture.minFilter = LinearFilter;
    texture.magFilter = LinearFilter;
    texture.colorSpace = NoColorSpace;
    this.isUploaded = false;
    texture.onUpdate = () => {
      this.isUploaded = true;
    };
    texture.needsUpdate = true;
    return texture;
  }
}
