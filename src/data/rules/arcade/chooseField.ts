/** Which shared rifffs stand in the arcade on a day: the best ones that are unlike each other. */
import { chanceOf } from './seeds.ts';

/** What a choice is made by. */
export interface Candidate {
  readonly id: string;
  readonly maker: string;
  /** Quarter notes per second. */
  readonly bps: number;
  /** Categories of its rings, the outermost first. */
  readonly categories: readonly string[];
}

/** Tempos within so many bpm count as alike. */
const TEMPO_STEP_BPM = 8;
/** What each of the chosen that is alike costs, against 0 to 1 for being liked. */
const ALIKE = { maker: 0.45, tempo: 0.02, outside: 0.025, rings: 0.2 } as const;
/** What chance may outweigh, so that no two days are alike. */
const LUCK = 0.35;

const tempoKey = ({ bps }: Candidate) => `tempo ${Math.round((60 * bps) / TEMPO_STEP_BPM)}`;
const makerKey = ({ maker }: Candidate) => `maker ${maker}`;
const outsideKey = ({ categories }: Candidate) => `outside ${categories[0] ?? ''}`;
const ringsKey = ({ categories }: Candidate) => `rings ${categories.join(' ')}`;

/**
 * Chooses from candidates, the best liked first, and puts them in the order in which they stand. The first few of a
 * choice are as mixed as all of it, so that fewer can be asked for. The same day and candidates make the same choice.
 */
export function chooseField<T extends Candidate>(
  candidates: readonly T[],
  size: number,
  day: string,
): T[] {
  const chance = chanceOf(`rondo field ${day}`);
  const left = candidates.map((one, at) => ({
    one,
    worth: 1 - at / Math.max(1, candidates.length) + LUCK * chance(),
  }));
  const tally = new Map<string, number>();
  const counted = (key: string) => tally.get(key) ?? 0;
  const costOf = (one: T) =>
    ALIKE.maker * counted(makerKey(one)) +
    ALIKE.tempo * counted(tempoKey(one)) +
    ALIKE.outside * counted(outsideKey(one)) +
    ALIKE.rings * counted(ringsKey(one));
  const chosen: T[] = [];
  while (chosen.length < size && left.length > 0) {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    left.forEach(({ one, worth }, at) => {
      const value = worth - costOf(one);
      if (value > most) [best, most] = [at, value];
    });
    const [{ one }] = left.splice(best, 1) as [{ one: T; worth: number }];
    for (const key of [makerKey(one), tempoKey(one), outsideKey(one), ringsKey(one)]) {
      tally.set(key, counted(key) + 1);
    }
    chosen.push(one);
  }
  return chosen;
}
