import type { LoopOrder } from '../../data/contract/making.ts';
import type { Stereo } from '../synth/buffer.ts';

/** A loop that was made: exactly one pass at 48 kHz, in stereo, at the loudness of its category. */
export interface MadeLoop {
  readonly order: LoopOrder;
  /** A name that people can call it by; the same order has the same one. */
  readonly name: string;
  readonly channels: [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>];
  readonly length16ths: number;
}

/** A loop before it is levelled: what a coder that needs headroom begins with. */
export interface ComposedLoop {
  readonly name: string;
  readonly sound: Stereo;
  readonly length16ths: number;
}

export function composeLoop(order: LoopOrder): ComposedLoop {
  throw new Error(`${order.family} makes no loops yet`);
}

/** Makes the loop of an order. The same order gives the same samples. */
export function makeLoop(order: LoopOrder): MadeLoop {
  throw new Error(`${order.family} makes no loops yet`);
}
