/** What the looks of a stage are called, and what moves them: the words of its address, its control and its drawing. */

/**
 * Where a look is seen from, in thousandths. A tilt of 0 is straight above, 1000 as low as stays readable. The turn, in
 * thousandths of a whole one, says which side is nearest: 0 is the lower one, then clockwise.
 */
export interface LookCamera {
  readonly tilt: number;
  readonly turn: number;
}

/** What is known of a look of the house without its document. */
export interface HouseLook {
  readonly title: string;
  readonly ground: 'ground' | 'night' | 'paper';
  readonly camera?: LookCamera;
}

/** The looks of the house: the name that people read, what lies behind the picture, and where it is seen from. */
export const STAGE_LOOKS = {
  print: { title: 'Print', ground: 'ground' },
  light: { title: 'Light', ground: 'night' },
  paper: { title: 'Paper', ground: 'paper' },
  riso: { title: 'Riso', ground: 'paper' },
  screen: { title: 'Screen', ground: 'ground' },
  rose: { title: 'Rose', ground: 'ground' },
  tunnel: { title: 'Tunnel', ground: 'ground', camera: { tilt: 600, turn: 140 } },
  echo: { title: 'Echo', ground: 'ground' },
  woodcut: { title: 'Woodcut', ground: 'paper' },
  relief: { title: 'Relief', ground: 'ground', camera: { tilt: 800, turn: 0 } },
  popup: { title: 'Pop-up', ground: 'paper', camera: { tilt: 700, turn: 60 } },
  moire: { title: 'Moiré', ground: 'ground' },
  type: { title: 'Type', ground: 'ground' },
} as const satisfies Record<string, HouseLook>;
export type StageLook = keyof typeof STAGE_LOOKS;
export const STAGE_LOOK_IDS = Object.keys(STAGE_LOOKS) as [StageLook, ...StageLook[]];

/** Grounds: of the page, of living light, and paper. */
export const LOOK_GROUNDS = ['ground', 'night', 'paper'] as const;
export type LookGround = (typeof LOOK_GROUNDS)[number];

/** What moves a look. 0 and 1 are as it is drawn at rest and farthest from it, but for `turn`, where ½ is rest. */
export const LOOK_PARAMETERS = ['turn', 'cut', 'spread', 'density', 'lift'] as const;
export type LookParameter = (typeof LOOK_PARAMETERS)[number];

/** What a parameter may follow; `rest` follows nothing, the knobs are those of a MIDI controller. */
export const LOOK_SOURCES = [
  'rest',
  'level',
  'bass',
  'middle',
  'high',
  'noise',
  'beat',
  'bar',
  'knob1',
  'knob2',
  'knob3',
  'knob4',
  'knob5',
  'knob6',
  'knob7',
  'knob8',
] as const;
export type LookSource = (typeof LOOK_SOURCES)[number];
export const LOOK_KNOBS = 8;

/** How a parameter is found: `base + amount · source`, kept within 0–1. */
export interface LookRoute {
  readonly base: number;
  readonly source: LookSource;
  readonly amount: number;
}
/** Parameters of every layer that follow something else than the look says. */
export type LookRoutes = Readonly<Partial<Record<LookParameter, LookRoute>>>;

/** Where parameters are when nothing moves them and a look says nothing, 0–1. */
export const LOOK_REST: Readonly<Record<LookParameter, number>> = {
  turn: 0.5,
  cut: 0.35,
  spread: 0,
  density: 0.6,
  lift: 0.5,
};

/** Ways of drawing the rings of a rifff. */
export const RING_DRAWINGS = [
  'filled',
  'ribbons',
  'engraved',
  'plates',
  'dots',
  'gouged',
  'terraces',
  'cutouts',
  'screens',
  'letters',
] as const;
export type RingDrawingName = (typeof RING_DRAWINGS)[number];

/** What is done to a whole picture after its layers: first all that copies it, then the screens over it. */
export const FINISH_KINDS = ['shadow', 'plates', 'lines', 'dots'] as const;
export type FinishKind = (typeof FINISH_KINDS)[number];

/** What of a finish can be moved. A screen keeps its distance and its turn: stripes must not travel. */
export const FINISH_MOVES = ['distance', 'width', 'turn'] as const;
export type FinishMove = (typeof FINISH_MOVES)[number];
export const finishMoves = (kind: FinishKind): readonly FinishMove[] =>
  kind === 'lines' || kind === 'dots' ? ['width'] : ['distance', 'turn'];

/** Does a mod move a layer? Else a finish. */
export const isLayerMod = <T extends object>(mod: T): mod is Extract<T, { layer: number }> =>
  'layer' in mod;

/** Most layers of a look, most that may move them, most choices, and most finishes. */
export const [MOST_LAYERS, MOST_MODS, MOST_CHOICES, MOST_FINISHES] = [6, 16, 4, 2] as const;
