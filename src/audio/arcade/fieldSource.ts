/** What the picture reads of the sound of a field: the slots of the one in the clearing, and where the field is. */
import { MAX_LOOPS_PER_RIFFF } from '../../data/contract/constants.ts';
import type { SoundSource } from '../engine/sampler.ts';
import type { Grid } from '../looper/gridClock.ts';
import type { Deck } from './deck.ts';

/** What is asked of a field, again and again. */
export interface FieldReading {
  readonly isPlaying: boolean;
  readonly grid: Grid | null;
  /** Index of the rifff in the clearing, −1 for none. */
  readonly focus: number;
  /** What it is heard by, if it is heard. */
  deckOf(rifff: number): Deck | undefined;
  /** Whole bars that it goes round in; null where there is no such rifff. */
  barsOf(rifff: number): number | null;
}

/** A source for the telemetry. Allocates only when another one comes into the clearing. */
export function fieldSource(field: FieldReading): Omit<SoundSource, 'context'> {
  let focusGrid: Grid | null = null;
  let focusOf = -1;
  let of: Grid | null = null;
  return {
    restBars: 0,
    get isPlaying() {
      return field.isPlaying;
    },
    analyserOf(row) {
      if (row >= MAX_LOOPS_PER_RIFFF) return null;
      return field.deckOf(field.focus)?.looper.sounding(row)?.analyser ?? null;
    },
    gridAt() {
      const { grid, focus } = field;
      if (!grid) return null;
      if (!focusGrid || focus !== focusOf || grid !== of) {
        focusGrid = { ...grid, bars: field.barsOf(focus) ?? grid.bars };
        focusOf = focus;
        of = grid;
      }
      return focusGrid;
    },
  };
}
