import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';

/**
 * A context for the engine at 48 kHz. Call inside a gesture; without one it stays suspended.
 * @param latencyHint how much sound the browser keeps ahead, in seconds or by a word of the Web Audio API
 */
export function createContext(
  latencyHint: AudioContextOptions['latencyHint'] = 'interactive',
): AudioContext {
  return new AudioContext({ sampleRate: SAMPLE_RATE_HZ, latencyHint });
}
