/** What the looks of a stage are called, and what moves them: the words of its address, its control and its drawing. */

export const STAGE_LOOKS = ['print', 'light', 'paper'] as const;
export type StageLook = (typeof STAGE_LOOKS)[number];

/** What moves a look. 0 and 1 are as it is drawn at rest and farthest from it, but for `turn`, where ½ is rest. */
export const LOOK_PARAMETERS = ['turn', 'cut', 'spread', 'density'] as const;
export type LookParameter = (typeof LOOK_PARAMETERS)[number];

/** What a parameter may follow; `rest` follows nothing, the knobs are those of a MIDI controller. */
export const LOOK_SOURCES = [
  'rest',
  'level',
  'bass',
  'middle',
  'high',
  'knob1',
  'knob2',
  'knob3',
  'knob4',
] as const;
export type LookSource = (typeof LOOK_SOURCES)[number];
export const LOOK_KNOBS = 4;

/** How a parameter is found: `base + amount · source`, kept within 0–1. */
export interface LookRoute {
  readonly base: number;
  readonly source: LookSource;
  readonly amount: number;
}
export type LookRoutes = Readonly<Record<LookParameter, LookRoute>>;

const rest = (base: number): LookRoute => ({ base, source: 'rest', amount: 0 });

/** What a stage does when its address says nothing. */
export const PLAIN_ROUTES: LookRoutes = {
  turn: rest(0.5),
  cut: { base: 0.35, source: 'high', amount: 0.4 },
  spread: { base: 0, source: 'bass', amount: 0.5 },
  density: rest(0.6),
};
