/** Combinations that bring a visual with them: each is an id that the field draws. */
import type { FieldIndex } from './field.ts';
import type { ArcadeState } from './game.ts';
import { isInKey } from './music.ts';
import { progressOfAll } from './score.ts';

export interface Unlock {
  readonly id: string;
  /** How people are told of it. */
  readonly title: string;
  readonly isThere: (state: ArcadeState, index: FieldIndex) => boolean;
}

const countOf = <T>(items: readonly T[]) => new Set(items).size;
const categories = ({ placed }: ArcadeState) => countOf(placed.map(({ loop }) => loop.category));
const has = ({ placed }: ArcadeState, ...wanted: string[]) =>
  wanted.every((one) => placed.some(({ loop }) => loop.category === one));

/** Every one, in the order in which they are shown. */
export const UNLOCKS: readonly Unlock[] = [
  {
    id: 'rhythm-section',
    title: 'Rhythm section',
    isThere: (state) => has(state, 'drums', 'bass'),
  },
  { id: 'streak-3', title: 'Three in a row', isThere: ({ bestStreak }) => bestStreak >= 3 },
  { id: 'streak-5', title: 'Five in a row', isThere: ({ bestStreak }) => bestStreak >= 5 },
  { id: 'streak-8', title: 'All eight in a row', isThere: ({ bestStreak }) => bestStreak >= 8 },
  {
    id: 'strangers',
    title: 'Four strangers',
    isThere: ({ placed }) => countOf(placed.map(({ rifff }) => rifff.maker)) >= 4,
  },
  { id: 'rainbow', title: 'Six colours', isThere: (state) => categories(state) >= 6 },
  { id: 'all-colours', title: 'Eight colours', isThere: (state) => categories(state) >= 8 },
  {
    id: 'one-key',
    title: 'Four in one key',
    isThere: ({ placed, mission }) =>
      placed.filter(({ loop }) => isInKey(loop, mission)).length >= 4,
  },
  { id: 'full-house', title: 'Eight rings', isThere: ({ placed }) => placed.length >= 8 },
  {
    id: 'dead-centre',
    title: 'Four dead on the beat',
    isThere: ({ placed }) => placed.filter(({ timing }) => timing === 100).length >= 4,
  },
  {
    id: 'brief',
    title: 'The whole brief',
    isThere: (state, index) => {
      const progress = state.mode === 'mission' ? progressOfAll(state, index) : [];
      return progress.length > 0 && progress.every(({ isMet }) => isMet);
    },
  },
];

/** Ids of what is unlocked in a state, in the order of `UNLOCKS`. */
export const unlocksOf = (state: ArcadeState, index: FieldIndex): string[] =>
  UNLOCKS.filter(({ isThere }) => isThere(state, index)).map(({ id }) => id);
