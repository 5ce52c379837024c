import { proxy } from 'valtio/vanilla';
import { MASTER_GAIN_DB, MUTE_TRACKS } from '../../data/contract/constants.ts';
import type { Rifff } from '../../data/contract/rifff.ts';

interface MixerState {
  masterGainDb: number;
  /** Slot that alone sounds, or −1. */
  solo: number;
  /**
   * The ninth mute track, beside those of the eight slots (which their documents hold): a live input that is muted is
   * neither heard nor recorded.
   */
  isInputMuted: boolean;
}

/** Master, solo and the input's mute of the one engine. What belongs to a rifff (gain, on, category) is in its document. */
export const mixer = proxy<MixerState>({
  masterGainDb: MASTER_GAIN_DB,
  solo: -1,
  isInputMuted: false,
});

/** Merges a change into the mixer. Written by the engine only. */
export function patchMixer(change: Partial<MixerState>): void {
  Object.assign(mixer, change);
}

/** Is each mute track muted? Those of the slots come first, a free one is not; the last is the live input's. */
export function mutedTracks(rifff: Rifff | null, { isInputMuted }: MixerState): boolean[] {
  return Array.from({ length: MUTE_TRACKS }, (_, track) => {
    if (track === MUTE_TRACKS - 1) return isInputMuted;
    return rifff?.state.playback[track]?.slot.current?.on === false;
  });
}
