import type { Finding } from '../../data/rules/site/selfTest.ts';
import { TINY_RATE, type TinySound } from './tinySounds.ts';

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
