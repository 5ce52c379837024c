/** What a process that makes a loop is asked, and what it answers. */
import type { LoopOrder } from '../../../../src/data/contract/making.ts';
import type { LoopAnalysis } from '../../../../src/dsp/loopAnalysis.ts';

export interface MakeJob {
  readonly order: LoopOrder;
}

export interface MakeAnswer {
  /** Ogg Vorbis of exactly `frames` frames. */
  readonly ogg: Uint8Array;
  readonly name: string;
  readonly length16ths: number;
  readonly sampleRate: number;
  readonly frames: number;
  /** Of what the file decodes to. */
  readonly analysis: LoopAnalysis;
}
