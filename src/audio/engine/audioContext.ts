import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';

/** A context for the engine at 48 kHz. Call inside a gesture; without one it stays suspended. */
export function createContext(): AudioContext {
  return new AudioContext({ sampleRate: SAMPLE_RATE_HZ, latencyHint: 'interactive' });
}
