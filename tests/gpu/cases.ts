/** Rings in every state that the look lists, as places with fixed phases. */
import { setSlotOn } from '../../src/data/rules/draft/draft.ts';
import type { RifffView } from '../../src/data/stores/places.ts';
import type { RingTouch } from '../../src/data/stores/touch.ts';
import { musicalRifff, referenceDocument } from './musicalPeaks.ts';

export interface RingCase {
  name: string;
  x: number;
  y: number;
  sizePx: number;
  view: RifffView;
  touch?: Partial<RingTouch>;
}

const PHASE = 0.388;

function one(name: string, more: Partial<RifffView>, touch?: Partial<RingTouch>): RingCase {
  const view: RifffView = { rifff: referenceDocument(), isLive: false, phase: PHASE, ...more };
  return { name, x: 24, y: 24, sizePx: 572, view: { isEditor: true, ...view }, touch };
}

const muted = setSlotOn(referenceDocument(), 3, false);

/** Pictures of one state each, on a page of 620 × 620. */
export const STATES: readonly RingCase[] = [
  one('idle', { phase: undefined, isEditor: false }),
  one('playing', {}),
  one('muted', { rifff: muted, selected: 4 }),
  one('muted-inner-and-outer', { rifff: setSlotOn(setSlotOn(muted, 0, false), 6, false) }),
  one('solo', { solo: 4 }),
  one('selected', { selected: 2 }),
  one('focused', { selected: 4, focused: 1 }),
  one('selected-outer', { selected: 6 }),
  one('dragged-out', {}, { slot: 4, mode: 'gain', gain: 1.9, startGain: 1.15, x: 470, y: 230 }),
  one('dragged-in', {}, { slot: 4, mode: 'gain', gain: 0.5, startGain: 1.15, x: 430, y: 250 }),
  one('dragged-round', {}, { slot: 2, mode: 'pitch', turn: 0.785, x: 420, y: 200 }),
  one('pulled', {}, { slot: 4, mode: 'pull', offsetX: 110, offsetY: -60 }),
  one('pulled-core', {}, { slot: 0, mode: 'pull', offsetX: 130, offsetY: 30, isOverBin: true }),
  one('arriving', { arriving: [6] }),
  one('unsent', { isUnsent: true }),
  one('empty', { rifff: musicalRifff([]), phase: undefined }),
  one('one-ring', { rifff: musicalRifff(['bass']) }),
  one('eight-rings', {
    rifff: musicalRifff(['pads', 'bass', 'leads', 'chords', 'vocals', 'perc', 'drums', 'fx'], 3),
    bitePx: 7,
  }),
];

/** One rifff at every small size, beside each other. */
export const SIZES: readonly RingCase[] = [176, 96, 64, 48, 40, 32].map((sizePx, at) => ({
  name: `size-${sizePx}`,
  x: 20 + [0, 190, 300, 380, 440, 490][at]!,
  y: 20,
  sizePx,
  view: { rifff: referenceDocument(), isLive: false, phase: PHASE },
}));
