/** How the parts of looks are called. */
import type { LookDocument } from '../../../data/contract/looks.ts';
import type {
  FinishKind,
  LookGround,
  LookParameter,
  LookSource,
  RingDrawingName,
} from '../../../data/contract/stageLooks.ts';

export const PARAMETER_TITLES: Readonly<Record<LookParameter, string>> = {
  turn: 'Turn of the rings',
  cut: 'Depth of the cuts',
  spread: 'Size',
  density: 'Density',
  lift: 'Depth of the layers',
};

export const SOURCE_TITLES: Readonly<Record<LookSource, string>> = {
  rest: 'Stays',
  level: 'Follows the level',
  bass: 'Follows the bass',
  middle: 'Follows the mids',
  high: 'Follows the highs',
  noise: 'Follows the noise',
  beat: 'Follows the beat',
  bar: 'Follows the bar',
  knob1: 'MIDI knob 1',
  knob2: 'MIDI knob 2',
  knob3: 'MIDI knob 3',
  knob4: 'MIDI knob 4',
  knob5: 'MIDI knob 5',
  knob6: 'MIDI knob 6',
  knob7: 'MIDI knob 7',
  knob8: 'MIDI knob 8',
};

export const GROUND_TITLES: Readonly<Record<LookGround, string>> = {
  ground: 'Dark',
  night: 'Night',
  paper: 'Paper',
};

/** Kinds of layers: ways of drawing the rings, then what is drawn besides them. */
export const LAYER_TITLES: Readonly<
  Record<RingDrawingName | 'growth' | 'echo' | 'flight', string>
> = {
  filled: 'Rings, filled',
  ribbons: 'Rings as ribbons of light',
  engraved: 'Rings, engraved',
  plates: 'Rings as plates of a print',
  dots: 'Rings of dots',
  gouged: 'Rings, cut in wood',
  terraces: 'Rings as terraces',
  cutouts: 'Rings of cut paper',
  screens: 'Rings under two screens',
  letters: 'Rings of letters',
  growth: 'Earlier rifffs as growth rings',
  echo: 'Echoes of the beat',
  flight: 'Flight through the history',
};

export const FINISH_TITLES: Readonly<Record<FinishKind, string>> = {
  shadow: 'Hard shadow',
  plates: 'Two plates, out of register',
  lines: 'Screen of lines',
  dots: 'Screen of dots',
};

/** What a knob moves, in words. @param knob 1 to 8 */
export function movedBy({ layers, mods }: LookDocument, knob: number): string {
  const moved = mods.filter(({ source }) => source === `knob${knob}`);
  const words = moved.map(({ layer, value }) =>
    layers.length > 1
      ? `${PARAMETER_TITLES[value]} of layer ${layer + 1}`
      : PARAMETER_TITLES[value],
  );
  return [...new Set(words)].join(', ');
}
