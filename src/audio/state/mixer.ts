import { proxy } from 'valtio/vanilla';
import { MASTER_GAIN_DB } from '../../data/contract/constants.ts';

export interface MixerState {
  masterGainDb: number;
  /** Slot that alone sounds, or −1. */
  solo: number;
}

/** Master and solo of the one engine. What belongs to a rifff (gain, on, category) is in its document. */
export const mixer = proxy<MixerState>({ masterGainDb: MASTER_GAIN_DB, solo: -1 });

/** Merges a change into the mixer. Written by the engine only. */
export function patchMixer(change: Partial<MixerState>): void {
  Object.assign(mixer, change);
}
