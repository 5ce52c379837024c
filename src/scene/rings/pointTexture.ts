/**
 * Room for the points of outlines in one texture of floats, two points a texel. What is written is sent alone; all of
 * it is sent when it has grown, or after the context was lost.
 */
import { DataTexture, FloatType, NearestFilter, NoColorSpace, RGBAFormat } from 'three';
import { ROW_TEXELS } from './packing.ts';

const TEXEL_FLOATS = 4;
/** Texels of the smallest block, and rows of the first texture. */
const LEAST = { block: 64, rows: 16 };

/** Texels that follow each other. */
export interface Block {
  readonly start: number;
  readonly size: number;
}

/** What three uploads of a texture: both in floats. */
interface UpdateRange {
  start: number;
  count: number;
}

export class PointTexture {
  texture: DataTexture;
  /** All texels, four floats each. Another array after `take` has grown it. */
  data = new Float32Array(ROW_TEXELS * LEAST.rows * TEXEL_FLOATS);
  private rows = LEAST.rows;
  /** First texel that no block has had. */
  private next = 0;
  private isUploaded = false;
  private readonly free = new Map<number, Block[]>();
  /** Kept, so that a frame makes none. Three takes them out of its own list and may lengthen them. */
  private readonly ranges: UpdateRange[] = [];
  private rangeCount = 0;

  constructor() {
    this.texture = this.createTexture();
  }

  /** Makes room for so many texels in all, so that it need not grow soon. What is in it stays. */
  reserve(texels: number): void {
    const rows = Math.ceil(texels / ROW_TEXELS);
    if (rows > this.rows) this.growTo(rows);
  }

  /** A block of at least so many texels; what is in it is anything. */
  take(texels: number): Block {
    const size = 2 ** Math.ceil(Math.log2(Math.max(LEAST.block, texels)));
    const free = this.free.get(size) ?? [];
    this.free.set(size, free);
    const block = free.pop();
    if (block) return block;
    const rows = Math.ceil(size / ROW_TEXELS);
    const first = Math.ceil(this.next / ROW_TEXELS) * ROW_TEXELS;
    this.next = first + rows * ROW_TEXELS;
    this.growFor(this.next);
    for (let at = rows * ROW_TEXELS - size; at > 0; at -= size)
      free.push({ start: first + at, size });
    return { start: first, size };
  }

  /** A block of just so many texels, for what is only given back with all the others. */
  append(texels: number): Block {
    const start = this.next;
    this.next += texels;
    this.growFor(this.next);
    return { start, size: texels };
  }

  /** Gives a block back. */
  release(block: Block): void {
    this.free.get(block.size)!.push(block);
  }

  /** Gives all blocks back. */
  clear(): void {
    this.free.clear();
    this.next = 0;
  }

  /** Has the first texels of a block sent with the next picture. */
  send({ start }: Block, texels: number): void {
    // A part alone may only be sent once the whole has been: three sends nothing else then.
    if (this.isUploaded) {
      const end = start + texels;
      for (let from = start; from < end; ) {
        const to = Math.min(end, (Math.floor(from / ROW_TEXELS) + 1) * ROW_TEXELS);
        this.addRange(from * TEXEL_FLOATS, (to - from) * TEXEL_FLOATS);
        from = to;
      }
    }
    this.texture.needsUpdate = true;
  }

  /** The context is gone: everything has to be sent again. */
  forget(): void {
    this.isUploaded = false;
    this.rangeCount = 0;
    this.texture.clearUpdateRanges();
    this.texture.needsUpdate = true;
  }

  dispose(): void {
    this.texture.dispose();
  }

  private addRange(start: number, count: number): void {
    let range = this.ranges[this.rangeCount];
    if (!range) {
      range = { start: 0, count: 0 };
      this.ranges.push(range);
    }
    this.rangeCount += 1;
    range.start = start;
    range.count = count;
    this.texture.updateRanges.push(range);
  }

  private growFor(texels: number): void {
    const rows = Math.ceil(texels / ROW_TEXELS);
    if (rows > this.rows) this.growTo(Math.max(rows, 2 * this.rows));
  }

  private growTo(rows: number): void {
    this.rows = rows;
    const data = new Float32Array(ROW_TEXELS * this.rows * TEXEL_FLOATS);
    data.set(this.data);
    this.data = data;
    this.texture.dispose();
    this.texture = this.createTexture();
  }

  private createTexture(): DataTexture {
    const texture = new DataTexture(this.data, ROW_TEXELS, this.rows, RGBAFormat, FloatType);
    texture.minFilter = NearestFilter;
    texture.magFilter = NearestFilter;
    texture.colorSpace = NoColorSpace;
    this.isUploaded = false;
    this.rangeCount = 0;
    texture.onUpdate = () => {
      this.isUploaded = true;
      this.rangeCount = 0;
    };
    texture.needsUpdate = true;
    return texture;
  }
}
