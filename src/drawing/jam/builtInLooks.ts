/** The looks of the house as documents. */
import type { LayerMod, LookDocument, LookLayer } from '../../data/contract/looks.ts';
import {
  type RingDrawingName,
  STAGE_LOOKS,
  type StageLook,
} from '../../data/contract/stageLooks.ts';

type Rings = Extract<LookLayer, { source: 'rings' }>;

const rings = (drawn: RingDrawingName, more: Partial<Rings> = {}): Rings => ({
  source: 'rings',
  drawn,
  size: 1000,
  wedges: 1,
  part: 0,
  ...more,
});

const mod = (
  value: LayerMod['value'],
  source: LayerMod['source'],
  amount: number,
  more: Partial<LayerMod> = {},
): LayerMod => ({ layer: 0, value, source, amount, rise: 0, fall: 0, ...more });

/** What moves rings unless a look says otherwise: cuts by what is high, size by the bass. */
const usual = (layer = 0): LayerMod[] => [
  mod('cut', 'high', 400, { layer }),
  mod('spread', 'bass', 500, { layer }),
];

type Drawn = Pick<LookDocument, 'layers'> & Partial<Pick<LookDocument, 'mods' | 'choices'>>;

const DRAWN: Readonly<Record<StageLook, Drawn>> = {
  print: { layers: [rings('filled')] },
  light: { layers: [{ source: 'growth' }, rings('ribbons')], mods: usual(1) },
  paper: { layers: [rings('engraved')] },
  riso: {
    layers: [rings('plates', { lift: 350 })],
    mods: [...usual(), mod('lift', 'level', 500, { fall: 900 }), mod('density', 'middle', 400)],
  },
  screen: {
    layers: [rings('dots', { cut: 700 })],
    mods: [mod('cut', 'high', 300), mod('density', 'bass', 500), mod('turn', 'bar', 250)],
  },
  rose: {
    layers: [rings('filled', { wedges: 8, cut: 700, turn: 400 }), rings('filled', { size: 440 })],
    mods: [
      mod('cut', 'level', 300),
      mod('spread', 'bass', 500),
      mod('turn', 'bar', 300),
      ...usual(1),
    ],
    choices: [
      { layer: 0, value: 'part', everyBars: 1, of: [0, 4, 8, 12] },
      { layer: 0, value: 'wedges', everyBars: 2, of: [8, 6, 8, 12] },
    ],
  },
  tunnel: {
    layers: [{ source: 'flight' }, rings('filled', { size: 360 })],
    mods: [mod('lift', 'bass', 500, { fall: 1200 }), ...usual(1)],
  },
  echo: {
    layers: [{ source: 'echo', lift: 300 }, rings('filled', { size: 600 })],
    mods: [mod('lift', 'bass', 600, { fall: 800 }), mod('density', 'level', 300), ...usual(1)],
  },
  woodcut: {
    layers: [rings('gouged', { cut: 550 })],
    mods: [mod('density', 'noise', -500), mod('spread', 'bass', 500)],
  },
  relief: {
    layers: [rings('terraces', { lift: 400 })],
    mods: [mod('lift', 'bass', 600, { fall: 1500 }), mod('density', 'middle', 300)],
  },
  popup: {
    layers: [rings('cutouts', { lift: 350 })],
    mods: [mod('lift', 'level', 650, { fall: 1200 }), mod('cut', 'high', 400)],
  },
  moire: {
    layers: [rings('screens', { density: 450, lift: 250 })],
    mods: [...usual(), mod('lift', 'bar', 600), mod('density', 'bass', 400, { fall: 1000 })],
  },
  type: {
    layers: [rings('letters', { cut: 700 })],
    mods: [
      mod('cut', 'level', 300, { fall: 900 }),
      mod('spread', 'bass', 400),
      mod('turn', 'bar', 200),
    ],
  },
};

const documentOf = (id: StageLook): LookDocument => {
  const { layers, mods, choices } = DRAWN[id];
  const { title, ground, ...seen } = STAGE_LOOKS[id];
  return {
    v: 1,
    name: title,
    ground,
    ...seen,
    layers,
    mods: mods ?? usual(),
    choices: choices ?? [],
  };
};

/** The documents by their ids. */
export const BUILT_IN_LOOKS = Object.fromEntries(
  (Object.keys(STAGE_LOOKS) as StageLook[]).map((id) => [id, documentOf(id)]),
) as Readonly<Record<StageLook, LookDocument>>;
