/** A stage's look as it is saved in its address, so that a bookmark or a streaming program brings it back. */
import {
  LOOK_PARAMETERS,
  LOOK_SOURCES,
  type LookParameter,
  type LookRoute,
  type LookRoutes,
  type LookSource,
} from '../../contract/stageLooks.ts';

/** Bars over which a new rifff is blended in. */
export const BLENDS = [0, 1, 2, 4, 8] as const;
export type StageBlend = (typeof BLENDS)[number];

export interface StageSettings {
  /** Key of a look: of the house by its name, of the room or public by its id. */
  readonly look: string;
  readonly blendBars: StageBlend;
  /** Who plays and whose loops are shown; always, for eight seconds after each change, or never. */
  readonly credits: 'on' | 'fade' | 'off';
  /** Transparent ground, for a streaming program. */
  readonly isClear: boolean;
  /** Nothing outside the title-safe area. */
  readonly isSafe: boolean;
  /** The history along its tree, and the people. */
  readonly hasRoom: boolean;
  readonly routes: LookRoutes;
  /** MIDI controllers that are the eight knobs, 0–127. */
  readonly knobs: readonly number[];
}

export const PLAIN_STAGE: StageSettings = {
  look: 'print',
  blendBars: 1,
  credits: 'fade',
  isClear: false,
  isSafe: false,
  hasRoom: false,
  routes: {},
  // General purpose controllers 1 to 8 (MIDI 1.0, table 3).
  knobs: [16, 17, 18, 19, 80, 81, 82, 83],
};

/** Shape of a key: names of the house and ids of saved looks. As `IdSchema`, which brings zod. */
const LOOK_KEY = /^[A-Za-z0-9_-]{1,64}$/;
const CREDITS: readonly string[] = ['on', 'fade', 'off'];
const includes = <T extends string>(list: readonly T[], value: string | null): value is T =>
  value !== null && (list as readonly string[]).includes(value);

function routeOf(text: string | null): LookRoute | null {
  if (text === null) return null;
  const [base = '', source = 'rest', amount = '0'] = text.split(',');
  const [low, more] = [Number(base), Number(amount)];
  if (base.trim() === '' || !(low >= 0 && low <= 1) || !(more >= -1 && more <= 1)) return null;
  if (!includes<LookSource>(LOOK_SOURCES, source)) return null;
  return { base: low, source, amount: more };
}

function knobsOf(text: string | null): readonly number[] {
  const numbers = text?.split(',').map(Number) ?? [];
  const isRight = (one: number) => Number.isInteger(one) && one >= 0 && one <= 127;
  // An address of before has four.
  const isWhole = numbers.length === PLAIN_STAGE.knobs.length || numbers.length === 4;
  if (!isWhole || !numbers.every(isRight)) return PLAIN_STAGE.knobs;
  return PLAIN_STAGE.knobs.map((knob, at) => numbers[at] ?? knob);
}

/** Reads the search of an address. What is wrong or left out is as it is plainly. */
export function readStageAddress(search: string): StageSettings {
  const query = new URLSearchParams(search);
  const look = query.get('look');
  const credits = query.get('credits');
  const blend = Number(query.get('blend') ?? PLAIN_STAGE.blendBars);
  const routes: Partial<Record<LookParameter, LookRoute>> = {};
  for (const name of LOOK_PARAMETERS) {
    const route = routeOf(query.get(name));
    if (route) routes[name] = route;
  }
  return {
    look: look !== null && LOOK_KEY.test(look) ? look : PLAIN_STAGE.look,
    blendBars: BLENDS.find((bars) => bars === blend) ?? PLAIN_STAGE.blendBars,
    credits: CREDITS.includes(credits ?? '')
      ? (credits as StageSettings['credits'])
      : PLAIN_STAGE.credits,
    isClear: query.get('ground') === 'none',
    isSafe: query.get('safe') === '1',
    hasRoom: query.get('room') === '1',
    routes,
    knobs: knobsOf(query.get('knobs')),
  };
}

/** The search of an address that brings settings back, from the question mark on; empty for plain ones. */
export function writeStageAddress(settings: StageSettings): string {
  const query = new URLSearchParams();
  if (settings.look !== PLAIN_STAGE.look) query.set('look', settings.look);
  if (settings.blendBars !== PLAIN_STAGE.blendBars) query.set('blend', `${settings.blendBars}`);
  if (settings.credits !== PLAIN_STAGE.credits) query.set('credits', settings.credits);
  if (settings.isClear) query.set('ground', 'none');
  if (settings.isSafe) query.set('safe', '1');
  if (settings.hasRoom) query.set('room', '1');
  for (const name of LOOK_PARAMETERS) {
    const route = settings.routes[name];
    if (route) query.set(name, `${route.base},${route.source},${route.amount}`);
  }
  if (settings.knobs.some((knob, at) => knob !== PLAIN_STAGE.knobs[at])) {
    query.set('knobs', settings.knobs.join(','));
  }
  const text = query.toString();
  return text && `?${text}`;
}
