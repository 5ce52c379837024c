import { useSnapshot } from 'valtio';
import { transport } from '../../../audio/state/transport.ts';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { keyName } from '../../../data/contract/scales.ts';
import { usedSlots } from '../../../data/rules/draft/draft.ts';

/** Tempo in beats per minute, without a fraction where there is none. */
export function tempoText(bps: number): string {
  const bpm = bps * 60;
  return Number.isInteger(Math.round(bpm * 100) / 100) ? String(Math.round(bpm)) : bpm.toFixed(2);
}

/** Tempo and key of a rifff, for instance `122, C Minor`. */
export function rifffCaption(rifff: Rifff): string {
  return `${tempoText(rifff.state.bps)}, ${keyName(rifff.root, rifff.scale)}`;
}

/**
 * What became of loading a rifff, for people; empty when all is well.
 *
 * @param failed loops that could not be loaded, of `total` rings
 * @param error what the engine says besides
 */
export function loadingSentence(failed: number, total: number, error: string | null): string {
  if (failed > 0 && failed >= total) return 'Its loops could not be loaded. Tap play to try again.';
  if (failed > 0) return `${failed} of ${total} loops could not be loaded.`;
  return error ?? '';
}

/** What became of loading a rifff that was asked for, for people; empty when all is well. */
export function useLoadingSentence(rifff: Rifff): string {
  const { error, failedSlots } = useSnapshot(transport);
  return loadingSentence(failedSlots.length, usedSlots(rifff), error);
}
