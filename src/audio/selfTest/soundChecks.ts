/** What the sound of Rondo asks of a browser, seen for itself: the real worker and the real worklet run. */
import type { Finding, SelfCheck } from '../../data/rules/site/selfTest.ts';
import processorsUrl from '../master/processors.worklet.ts?worker&url';
import { PLAY_POOL } from '../workers/playPool.ts';
import { WorkerPool } from '../workers/workerPool.ts';
import {
  TINY_RATE,
  type TinySound,
  tinyAiff,
  tinyFlac,
  tinyM4a,
  tinyMp3,
  tinyOpus,
  tinyVorbis,
  tinyWav,
} from './tinySounds.ts';

const RATE = 48_000;
/** Length that the worker is asked to fit a loop to. */
const FITTED_FRAMES = 5000;

const absent = (found: string): Finding => ({ verdict: 'absent', found });

/** A module that adds two numbers, in 41 bytes. */
const ADDER = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3],
  ...[97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11],
);
/** A module that is valid only where there are 128-bit lanes. */
const LANES = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0],
  ...[65, 0, 253, 15, 253, 98, 11],
);

async function checkWasm(): Promise<Finding> {
  if (typeof WebAssembly === 'undefined') return absent('no WebAssembly');
  const start = performance.now();
  const { instance } = await WebAssembly.instantiate(ADDER);
  const add = instance.exports.add as (a: number, b: number) => number;
  const ms = performance.now() - start;
  if (add(40, 2) !== 42) return { verdict: 'fails', found: '40 + 2 is not 42', ms };
  const lanes = WebAssembly.validate(LANES) ? 'with' : 'without';
  return { verdict: 'passes', found: `runs, ${lanes} 128-bit lanes`, ms };
}

/** One pass through the app's own workers, there and back. */
async function checkWorker(): Promise<Finding> {
  if (typeof Worker === 'undefined') return absent('no workers');
  const start = performance.now();
  const pool = new WorkerPool({ ...PLAY_POOL, size: 1 });
  try {
    const lease = await pool.lease();
    const job = { channels: [new Float32Array(RATE / 10)], lengths: [FITTED_FRAMES] };
    const { passes } = await lease.run('render', job);
    const ms = performance.now() - start;
    const isFitted = passes[0]?.[0]?.length === FITTED_FRAMES;
    if (isFitted) return { verdict: 'passes', found: 'a loop was fitted beside the page', ms };
    return { verdict: 'fails', found: 'the loop came back in another length', ms };
  } catch (error) {
    return { verdict: 'fails', found: error instanceof Error ? error.message : String(error) };
  } finally {
    pool.dispose();
  }
}

/** A loud tone through the app's own limiter must come out below its ceiling. */
async function checkWorklet(): Promise<Finding> {
  if (typeof OfflineAudioContext === 'undefined') return absent('no Web Audio');
  const context = new OfflineAudioContext(2, RATE / 10, RATE);
  if (!context.audioWorklet) return absent('needs HTTPS, or a newer browser');
  const start = performance.now();
  await context.audioWorklet.addModule(processorsUrl);
  const limiter = new AudioWorkletNode(context, 'rondo-limiter', {
    outputChannelCount: [2],
    channelCount: 2,
    channelCountMode: 'explicit',
    processorOptions: { ceilingDb: -1 },
  });
  const tone = new OscillatorNode(context, { frequency: 1000 });
  const gain = new GainNode(context, { gain: 4 });
  tone.connect(gain).connect(limiter).connect(context.destination);
  tone.start();
  const heard = await context.startRendering();
  const ms = performance.now() - start;
  const peak = heard.getChannelData(0).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const db = 20 * Math.log10(peak);
  if (!(peak > 0.1 && db < 0)) return { verdict: 'fails', found: 'the limiter does not limit', ms };
  return {
    verdict: 'passes',
    found: `+12 dB came out at ${db.toFixed(1).replace('-', '−')} dB`,
    ms,
  };
}

/** The sound card as the browser has it. Nothing is played. */
async function checkOutput(): Promise<Finding> {
  if (typeof AudioContext === 'undefined') return absent('no Web Audio');
  const context = new AudioContext({ sampleRate: RATE, latencyHint: 'interactive' });
  try {
    const ms = 1000 * ((context.baseLatency || 0) + (context.outputLatency || 0));
    const rate = `${context.sampleRate.toLocaleString('en').replace(',', '\u2009')} Hz`;
    const found = `${rate}, ${ms.toFixed(1)} ms from here to the ear, as the browser says`;
    return { verdict: context.sampleRate === RATE ? 'passes' : 'fails', found };
  } finally {
    await context.close();
  }
}

/** How far the loudness may be off. */
const TOLERANCE = 0.01;

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

/** Decodes a tiny sound by the browser's decoder and compares length and loudness with what was written. */
export async function checkDecoder(sound: TinySound): Promise<Finding> {
  if (typeof OfflineAudioContext === 'undefined') {
    return { verdict: 'absent', found: 'no Web Audio' };
  }
  const context = new OfflineAudioContext(1, 1, TINY_RATE);
  const start = performance.now();
  let decoded: AudioBuffer;
  try {
    decoded = await context.decodeAudioData(sound.bytes.slice().buffer);
  } catch {
    return { verdict: 'absent', found: 'not decoded by this browser' };
  }
  const ms = performance.now() - start;
  const off = decoded.length - sound.frames;
  const isLoud = Math.abs(rms(decoded.getChannelData(0)) - sound.rms) < TOLERANCE;
  if (Math.abs(off) > sound.slack || !isLoud) {
    const found = isLoud ? `${decoded.length} frames instead of ${sound.frames}` : 'another sound';
    return { verdict: 'fails', found, ms };
  }
  const word = sound.slack === 0 ? 'exactly' : 'about';
  return { verdict: 'passes', found: `${word} ${sound.frames} frames`, ms };
}

const decoder = (
  title: string,
  meaning: string,
  make: () => TinySound | Promise<TinySound>,
): SelfCheck => ({
  id: title.toLowerCase().replaceAll(' ', '-'),
  title,
  meaning,
  run: async () => checkDecoder(await make()),
});

export const SOUND_CHECKS: readonly SelfCheck[] = [
  {
    id: 'output',
    title: 'Sound output',
    meaning: 'Rondo plays at 48 kHz. The latency is how late you hear what you touch.',
    run: checkOutput,
  },
  {
    id: 'worklet',
    title: 'AudioWorklet',
    meaning: 'The limiter runs in it. Without it the browser’s own compressor takes its place.',
    run: checkWorklet,
  },
  {
    id: 'worker',
    title: 'Workers',
    meaning:
      'Loops are fitted to tempo beside the page. Without them the page does it and may stutter.',
    run: checkWorker,
  },
  {
    id: 'wasm',
    title: 'WebAssembly',
    meaning: 'Lets heavy sound work run at full speed. What Rondo plays today does without it.',
    run: checkWasm,
  },
  decoder(
    'Ogg Vorbis',
    'Loops are kept and sent in it. Where the browser has none, Rondo brings a decoder along.',
    tinyVorbis,
  ),
  decoder('WAV', 'Sounds without loss, as most programs write them.', tinyWav),
  decoder('FLAC', 'Sounds without loss in half the room.', tinyFlac),
  decoder('AIFF', 'Sounds without loss from older Macs. Few browsers read it.', tinyAiff),
  decoder('Opus', 'Short voice and chat recordings of other programs.', tinyOpus),
  decoder('MP3', 'For bringing sounds along.', tinyMp3),
  decoder('M4A', 'For bringing sounds along from phones.', tinyM4a),
];
