/** Makes one loop, encodes it and measures what the file decodes to, in a process of its own. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { encodeVorbis } from '../../../../src/dsp/encodeVorbis.ts';
import { measureLoop, storedAnalysis } from '../../../../src/dsp/loopAnalysis.ts';
import { composeLoop } from '../../../../src/dsp/recipes/makeLoop.ts';
import { encodeWithin } from '../../../../src/dsp/recipes/output/encodeWithin.ts';
import { RATE, type Stereo } from '../../../../src/dsp/synth/buffer.ts';
import { answerJobs } from '../../../plugins/childProcess.ts';
import type { MakeAnswer, MakeJob } from './job.ts';

async function decode(bytes: Uint8Array): Promise<Stereo> {
  const decoder = new OggVorbisDecoder();
  await decoder.ready;
  try {
    const [l, r] = (await decoder.decodeFile(bytes)).channelData;
    if (!l || !r) throw new Error('the file is not stereo');
    return { l, r };
  } finally {
    decoder.free();
  }
}

async function make({ order }: MakeJob): Promise<MakeAnswer> {
  const { name, sound, length16ths } = composeLoop(order);
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/ogg.wasm');
  const code = await WebAssembly.compile(await readFile(path));
  const { bytes, heard } = await encodeWithin(sound, order.category, {
    encode: ({ l, r }, quality) => encodeVorbis(code, [l, r], order.seed, quality),
    decode,
  });
  return {
    ogg: bytes,
    name,
    length16ths,
    sampleRate: RATE,
    frames: heard.l.length,
    analysis: storedAnalysis(measureLoop([heard.l, heard.r], RATE, length16ths)),
  };
}

answerJobs((job: MakeJob) => make(job));
