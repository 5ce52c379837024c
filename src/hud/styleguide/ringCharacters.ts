import type { RingModel } from '../../drawing/model.ts';
import { type SheetState, sampleRings } from './ringSheet.ts';

/** What a rifff says of its sound while it stands still: title, rule, rings and how they are drawn. */
export interface CharacterRow {
  readonly title: string;
  readonly text: string;
  readonly rings: readonly RingModel[];
  readonly state: SheetState;
}

const RINGS = sampleRings(5, 2);

const ofTempo = (title: string, tempo: number, text: string): CharacterRow => ({
  title,
  text,
  rings: RINGS,
  state: { character: { tempo, brightness: 0.5 } },
});
const ofBrightness = (title: string, brightness: number, text: string): CharacterRow => ({
  title,
  text,
  rings: RINGS,
  state: { character: { tempo: 0.5, brightness } },
});
const ofDensity = (title: string, density: number, text: string): CharacterRow => ({
  title,
  text,
  rings: RINGS.map((ring) => ({ ...ring, density })),
  state: {},
});

/** Three rules, each at its least, in the middle and at its most. */
export const CHARACTER_ROWS: readonly (readonly CharacterRow[])[] = [
  [
    ofTempo('60 a minute', 0, 'A wide hole, .21 of the radius.'),
    ofTempo('104 a minute', 0.5, 'A hole of .15.'),
    ofTempo('180 a minute', 1, 'A narrow hole, .107.'),
  ],
  [
    ofBrightness('Dark', 0, 'Cuts .74 as deep: nearly round.'),
    ofBrightness('Between', 0.5, 'Cuts as deep as their place says.'),
    ofBrightness('Bright', 1, 'Cuts 1.35 times as deep.'),
  ],
  [
    ofDensity('Sparse', 0, 'Half the cells of its kind.'),
    ofDensity('As usual', 0.5, 'The cells of its kind.'),
    ofDensity('Busy', 1, 'Twice the cells, but for steps and facets.'),
  ],
];
