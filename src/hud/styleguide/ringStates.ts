import { type SheetState, sampleRings } from './ringSheet.ts';

/** A state of a ring: its name, what is to be seen, and how it is drawn. */
export type RingStateRow = readonly [title: string, text: string, state: SheetState];

/** Rings that the states are shown on. */
export const STATE_RINGS = sampleRings(7);

export const RING_STATES: readonly RingStateRow[] = [
  ['Idle', 'No notch. Nothing moves.', {}],
  ['Playing', 'The notch goes round, once in a rifff.', { notch: 0.37 }],
  ['Muted', 'Outline and hatch. The notch skips it.', { muted: [3, 5], notch: 0.37 }],
  ['Solo', 'The others at 15 %.', { solo: 4, notch: 0.37 }],
  ['Selected', 'A keyline in a doubled gap, and a handle.', { selected: 4 }],
  ['Focused', 'By keyboard: a broken keyline.', { focused: 4 }],
  [
    'Dragged out',
    'Thicker is louder. The old edge stays, dashed.',
    { dragged: { slot: 4, gain: 1.4 } },
  ],
  ['Dragged off', 'Its place is kept until you let go.', { away: { slot: 2, x: 0.5, y: -0.42 } }],
  ['Arriving', 'A dashed outline, cut in by the notch.', { arriving: 6, notch: 0.36 }],
  ['Not sent', 'Hatched over until the server has it.', { isUnsent: true }],
  ['Without its loop', 'Hatched over where nothing can sound.', { failed: [4], notch: 0.37 }],
];
