/** How the parts of looks are called. */
import type { LookDocument } from '../../../data/contract/looks.ts';
import {
  type FinishKind,
  isLayerMod,
  type LookGround,
  type LookParameter,
  type LookSource,
  type RingDrawingName,
} from '../../../data/contract/stageLooks.ts';
import type { FinishValue } from '../../../data/rules/stage/editLook.ts';

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

/** What can be set of each finish. */
export const FINISH_VALUE_TITLES: Readonly<
  Record<FinishKind, Partial<Record<FinishValue, string>>>
> = {
  shadow: { distance: 'How far it falls', turn: 'Which way it falls' },
  plates: { distance: 'How far they are off', turn: 'Which way they are off' },
  lines: { width: 'Width of the lines', pitch: 'Lines apart', turn: 'Turn of the lines' },
  dots: { width: 'Size of the dots', pitch: 'Dots apart', turn: 'Turn of the dots' },
};

/** What a knob moves, in words. @param knob 1 to 8 */
export function movedBy({ layers, mods, finish = [] }: LookDocument, knob: number): string {
  const words = mods
    .filter(({ source }) => source === `knob${knob}`)
    .map((mod) => {
      if (!isLayerMod(mod)) {
        const { kind } = finish[mod.finish]!;
        return `${FINISH_TITLES[kind]}, ${FINISH_VALUE_TITLES[kind][mod.value]?.toLowerCase()}`;
      }
      const title = PARAMETER_TITLES[mod.value];
      return layers.length > 1 ? `${title} of layer ${mod.layer + 1}` : title;
    });
  return [...new Set(words)].join('; ');
}
