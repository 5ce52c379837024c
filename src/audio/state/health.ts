import { proxy } from 'valtio/vanilla';
import { merge } from './merge.ts';

interface HealthState {
  /** State of the audio context; 'suspended' before the first gesture. */
  state: AudioContextState;
  /** Times that the loudspeaker ran dry since the context began, and for how long in all. */
  underruns: number;
  underrunSec: number;
  outputLatencySec: number;
}

/** How the audio context does. Written by the engine once a second at most. */
export const health = proxy<HealthState>({
  state: 'suspended',
  underruns: 0,
  underrunSec: 0,
  outputLatencySec: 0,
});

/** Merges a change, skipping fields that do not differ. */
export const patchHealth = (change: Partial<HealthState>): void => merge(health, change);
