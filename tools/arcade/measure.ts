/** What players' scores come to over many missions. */
import type { Condition } from '../../src/data/contract/arcade.ts';
import type { FieldIndex } from '../../src/data/rules/arcade/field.ts';
import { replay } from '../../src/data/rules/arcade/game.ts';
import { answerStamps, makeMission } from '../../src/data/rules/arcade/mission.ts';
import { progressOfAll, scoreOf } from '../../src/data/rules/arcade/score.ts';
import { PLAYERS, type PlayerName, playMission, SPAM } from './players.ts';

/** Scores of one player. */
export interface PlayerScores {
  readonly name: PlayerName;
  readonly p5: number;
  readonly median: number;
  readonly p95: number;
  readonly most: number;
  /** Share of the missions in which all that was asked was done. */
  readonly won: number;
  /** Loops in the end, on average. */
  readonly placed: number;
}

export interface Balance {
  readonly missions: number;
  readonly players: readonly PlayerScores[];
  readonly conditions: readonly {
    readonly kind: Condition['kind'];
    readonly asked: number;
    /** Shares in which it was met. */
    readonly careful: number;
    readonly random: number;
  }[];
  /** Seeds whose own answer does not win them. */
  readonly unsolved: readonly string[];
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

/** Plays the answer of a mission, without hurry and on the beat: does it win? */
export function isWon(seed: string, index: FieldIndex): boolean {
  const { mission, answer } = makeMission(seed, index);
  const stamps = answerStamps(mission, answer.length);
  const moves = answer.flatMap(({ rifff, loop }, place) => [
    { t: stamps[place]! - 500, do: 'grab', rifff: rifff.id, loop: loop.id } as const,
    { t: stamps[place]!, do: 'place' } as const,
  ]);
  const played = replay(mission, index, 'mission', moves);
  return 'state' in played && progressOfAll(played.state, index).every(({ isMet }) => isMet);
}

/** Every player plays the missions of so many seeds on one field. */
export function measureBalance(index: FieldIndex, missions: number): Balance {
  const seeds = Array.from({ length: missions }, (_, n) => `${index.field.day}-${n}`);
  const kinds = new Map<Condition['kind'], { asked: number; careful: number; random: number }>();
  const players = (Object.keys(PLAYERS) as PlayerName[]).map((name): PlayerScores => {
    let [won, placed] = [0, 0];
    const scores = seeds.map((seed) => {
      const { state } = playMission(seed, index, name);
      const progress = progressOfAll(state, index);
      if (progress.every(({ isMet }) => isMet)) won += 1;
      placed += state.placed.length;
      if (name === 'careful' || name === 'random') {
        state.mission.conditions.forEach(({ kind }, place) => {
          const known = kinds.get(kind) ?? { asked: 0, careful: 0, random: 0 };
          if (name === 'careful') known.asked += 1;
          known[name] += Number(progress[place]!.isMet);
          kinds.set(kind, known);
        });
      }
      return scoreOf(state, index);
    });
    const sorted = scores.sort((a, b) => a - b);
    return {
      name,
      p5: at(sorted, 0.05),
      median: at(sorted, 0.5),
      p95: at(sorted, 0.95),
      most: sorted.at(-1) ?? 0,
      won: won / missions,
      placed: placed / missions,
    };
  });
  const conditions = [...kinds].map(([kind, { asked, careful, random }]) => ({
    kind,
    asked,
    careful: careful / asked,
    random: random / asked,
  }));
  return { missions, players, conditions, unsolved: seeds.filter((seed) => !isWon(seed, index)) };
}

/** What is wrong with a balance, in plain words; empty when playing music is what pays. */
export function balanceFaults({ players, unsolved }: Balance): string[] {
  const of = (name: PlayerName) => players.find((one) => one.name === name)!;
  const [careful, perfect] = [of('careful'), of('perfect')];
  const faults = unsolved.map((seed) => `mission ${seed} cannot be won`);
  for (const { name, median, p95 } of SPAM.map(of)) {
    if (median > 0.75 * careful.median) faults.push(`${name}: nearly as good as a careful run`);
    if (p95 >= careful.p95) faults.push(`${name}: its best are as good as careful’s best`);
    if (p95 >= careful.median) faults.push(`${name}: its best are as good as a careful run`);
  }
  if (perfect.median <= careful.p95) faults.push('perfect: a careful run is as good');
  return faults;
}
