/** Players of the arcade by chance, from one who plays with care to one who hammers on the keys. */
import type { ArcadeMode, Mission, Move } from '../../src/data/contract/arcade.ts';
import type { FieldIndex, FieldPick } from '../../src/data/rules/arcade/field.ts';
import {
  type ArcadeState,
  isState,
  MOVE_GAP_MS,
  PLACE_GAP_MS,
  play,
  REACH_MS,
  startOf,
} from '../../src/data/rules/arcade/game.ts';
import { makeMission } from '../../src/data/rules/arcade/mission.ts';
import { beatMs, CLASH, FITS } from '../../src/data/rules/arcade/music.ts';
import { chanceOf } from '../../src/data/rules/arcade/seeds.ts';
import { type Prospect, prospectOf, prospectsOf } from '../../src/data/rules/arcade/wanted.ts';
import type { Chance } from '../../src/data/rules/draft/loopChoice.ts';

/** A game that is being played: makes moves, and remembers those that were taken. */
export class Hand {
  state: ArcadeState;
  readonly moves: Move[] = [];
  readonly index: FieldIndex;
  readonly chance: Chance;

  constructor(mission: Mission, index: FieldIndex, chance: Chance, mode: ArcadeMode = 'mission') {
    this.index = index;
    this.chance = chance;
    this.state = startOf(mission, mode);
  }

  get mission(): Mission {
    return this.state.mission;
  }

  get endMs(): number {
    return this.mission.durationMs[this.state.mode];
  }

  /** Makes a move; false where the game refuses it. */
  move(move: Move): boolean {
    const next = play(this.state, this.index, move);
    if (!isState(next)) return false;
    this.state = next;
    this.moves.push(move);
    return true;
  }

  grab({ rifff, loop }: FieldPick, t: number): boolean {
    return this.move({ t: Math.round(t), do: 'grab', rifff: rifff.id, loop: loop.id });
  }

  place(t: number): boolean {
    return this.move({ t: Math.round(t), do: 'place' });
  }

  /** A loop by chance that is not placed. */
  anyPick(): FieldPick {
    const { picks } = this.index;
    for (let tries = 0; tries < 20; tries++) {
      const pick = picks[Math.floor(this.chance() * picks.length)]!;
      if (!this.state.placed.some(({ loop }) => loop.id === pick.loop.id)) return pick;
    }
    return picks[0]!;
  }

  /** Time of the first beat at or after a time. */
  beatFrom(t: number): number {
    const beat = beatMs(this.mission);
    return Math.ceil(t / beat) * beat;
  }

  /** A number around 0 with a spread of about 1 (Irwin and Hall). */
  spread(): number {
    let sum = -6;
    for (let at = 0; at < 12; at++) sum += this.chance();
    return sum;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.chance();
  }
}

type Player = (hand: Hand) => void;

const EIGHT = 8;

/** The best of some prospects. */
const bestOf = (prospects: readonly Prospect[]) =>
  prospects.reduce<Prospect | undefined>(
    (best, one) => (best && best.worth >= one.worth ? best : one),
    undefined,
  );

/** Looks at a few rifffs in passing, and takes what fits and helps; places it near the beat, as hands do. */
const careful: Player = (hand) => {
  let t = hand.between(2000, 5000);
  const count = 4 + Math.floor(5 * hand.chance());
  while (hand.state.placed.length < count && t < hand.endMs) {
    const { rifffs } = hand.index.field;
    const seen = Array.from({ length: Math.min(10, rifffs.length) }, () => {
      const rifff = rifffs[Math.floor(hand.chance() * rifffs.length)]!;
      return prospectsOf(hand.state, hand.index, rifff.id, t + 5000);
    }).flat();
    const best = bestOf(seen.filter(({ fit, breaks }) => fit >= FITS && breaks.length === 0));
    t += hand.between(2500, 5500);
    if (!best || !hand.grab(best.pick, t)) continue;
    t = hand.beatFrom(t + hand.between(700, 1600)) + 12 + 45 * hand.spread();
    hand.place(t);
  }
};

/** Knows the whole field, and hits every beat. */
const perfect: Player = (hand) => {
  let t = 500;
  while (hand.state.placed.length < EIGHT) {
    const all = hand.index.picks.flatMap(
      (pick) => prospectOf(hand.state, hand.index, pick, t) ?? [],
    );
    const best = bestOf(all.filter(({ fit, breaks }) => fit >= FITS && breaks.length === 0));
    if (!best || !hand.grab(best.pick, t)) return;
    t = hand.beatFrom(t + PLACE_GAP_MS);
    hand.place(t);
    t += REACH_MS;
  }
};

/** Takes anything, at any time. */
const random: Player = (hand) => {
  let t = hand.between(500, 5000);
  while (t < hand.endMs) {
    if (hand.grab(hand.anyPick(), t)) {
      t += hand.between(150, 3000);
      hand.place(t);
    }
    if (hand.chance() < 0.1) {
      t += 200;
      hand.move({ t: Math.round(t), do: 'lift', slot: Math.floor(EIGHT * hand.chance()) });
    }
    t += hand.between(500, 8000);
  }
};

/** As fast as the keys go, with whatever comes. */
const hammer: Player = (hand) => {
  let t = 0;
  while (hand.state.placed.length < EIGHT && t < hand.endMs) {
    hand.grab(hand.anyPick(), t);
    t += PLACE_GAP_MS;
    hand.place(t);
    t += REACH_MS;
  }
};

/** Hammers, and takes out again whatever did not come out well, until the time is over. */
const sieve: Player = (hand) => {
  let t = 0;
  while (t < hand.endMs) {
    if (hand.state.placed.length === EIGHT) return;
    hand.grab(hand.anyPick(), t);
    t += PLACE_GAP_MS;
    const before = hand.state.placed.length;
    hand.place(t);
    const last = hand.state.placed.at(-1);
    if (hand.state.placed.length > before && last && (last.fit < FITS || last.timing < 50)) {
      t += MOVE_GAP_MS;
      hand.move({ t: Math.round(t), do: 'lift', slot: last.slot });
    }
    t += REACH_MS;
  }
};

/** Sees what fits, and hammers it in: takes fitting loops by chance, eight of them, without minding the beat. */
const greedy: Player = (hand) => {
  let t = 500;
  while (hand.state.placed.length < EIGHT && t < hand.endMs) {
    const pick = hand.anyPick();
    t += REACH_MS;
    const prospect = prospectOf(hand.state, hand.index, pick);
    if (!prospect || prospect.fit < CLASH || !hand.grab(pick, t)) continue;
    t += PLACE_GAP_MS + hand.between(0, 300);
    hand.place(t);
  }
};

/** Stays at the first rifff, and goes on to the next when it is used up: in time, but all of it from one maker. */
const firstThing: Player = (hand) => {
  let t = 1500;
  for (const pick of hand.index.picks) {
    if (hand.state.placed.length === EIGHT || t > hand.endMs) return;
    t += hand.between(1500, 3000);
    if (!hand.grab(pick, t)) continue;
    t = hand.beatFrom(t + 600) + 12 + 45 * hand.spread();
    hand.place(t);
  }
};

/** Every player by name. Those of `SPAM` must not come near the careful one. */
export const PLAYERS = { careful, perfect, random, hammer, sieve, greedy, firstThing } as const;
export type PlayerName = keyof typeof PLAYERS;
export const SPAM: readonly PlayerName[] = ['random', 'hammer', 'sieve', 'greedy', 'firstThing'];

/** Plays the mission of a seed; chance is the player's own, by the seed and the name. */
export function playMission(seed: string, index: FieldIndex, name: PlayerName): Hand {
  const { mission } = makeMission(seed, index);
  const hand = new Hand(mission, index, chanceOf(`${name} ${seed}`));
  PLAYERS[name](hand);
  return hand;
}
