import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { StarterLoop } from '../../../src/data/contract/library.ts';
import { type LoopMeasures, measureLoop } from '../output/measure.ts';
import { decodeOgg } from '../output/ogg.ts';
import { type LoopPrint, loopPrint } from './distance.ts';

/** What a worker is asked: a loop's document and the path of its file. */
export interface MeasureJob {
  readonly loop: StarterLoop;
  readonly path: string;
}

/** What it answers: measures, or why there are none. */
export type MeasureAnswer =
  | {
      readonly bytes: number;
      readonly sampleRate: number;
      readonly channels: number;
      readonly measures: LoopMeasures;
      readonly print: LoopPrint;
    }
  | { readonly error: string };

async function measure({ loop, path }: MeasureJob): Promise<MeasureAnswer> {
  try {
    const file = await readFile(path);
    const { channels, sampleRate } = await decodeOgg(file);
    return {
      bytes: file.byteLength,
      sampleRate,
      channels: channels.length,
      measures: measureLoop({ ...loop, sampleRate }, channels),
      print: loopPrint(channels, sampleRate, loop.length16ths),
    };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', async (job: MeasureJob) => parentPort?.postMessage(await measure(job)));
