import { proxy } from 'valtio/vanilla';

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
export function patchHealth(change: Partial<HealthState>): void {
  for (const [key, value] of Object.entries(change)) {
    const field = key as keyof HealthState;
    if (health[field] !== value) Object.assign(health, { [field]: value });
  }
}
