/** What the band remembers of a jam: its answers there, and whether they were kept. Pure. */
import type { Loop } from '../../contract/loop.ts';
import { type BandMove, categoryOfMove, ringOf } from './moves.ts';

/** What became of an answer; see `BandSchema`. */
export type Became = 'kept' | 'undone' | 'open';

/** One of its answers. */
export interface PastAnswer {
  readonly rifffId: string;
  readonly parentId: string;
  /** In ms. */
  readonly created: number;
  readonly move: BandMove;
  /** The loop of the ring that it brought, made or not; null where it brought none. */
  readonly loopId: string | null;
  readonly became: Became;
}

export interface BandMemory {
  /** The newest first. */
  readonly answers: readonly PastAnswer[];
  /** How many it has ever given in the jam: where it stands in its arc. */
  readonly count: number;
  /** Loops of its last answers. */
  readonly recent: readonly Loop[];
}

export const NO_MEMORY: BandMemory = { answers: [], count: 0, recent: [] };

/** Answers in a row that were undone, from the last one on whose fate is known. */
export function undoneInARow({ answers }: Pick<BandMemory, 'answers'>): number {
  const known = answers.filter(({ became }) => became !== 'open');
  const kept = known.findIndex(({ became }) => became === 'kept');
  return kept < 0 ? known.length : kept;
}

/** What each verdict weighs, the newest most. */
const FADING = 0.8;

/** How much what a move is about was kept (up to 1) or undone (down to -1) before. */
export function likingOf(
  { answers }: Pick<BandMemory, 'answers'>,
  about: {
    readonly kind?: BandMove['kind'];
    readonly category?: string | null;
    readonly family?: string;
  },
  familyOf: (loopId: string) => string | undefined = () => undefined,
): number {
  let [sum, all, weight] = [0, 0, 1];
  for (const { move, became, loopId } of answers) {
    if (became === 'open') continue;
    const isAbout =
      (about.kind === undefined || about.kind === move.kind) &&
      (about.category === undefined || about.category === categoryOfMove(move)) &&
      (about.family === undefined || (loopId !== null && about.family === familyOf(loopId)));
    if (isAbout) sum += became === 'kept' ? weight : -weight;
    if (isAbout) all += weight;
    weight *= FADING;
  }
  // One verdict alone says little.
  return sum / (all + 1);
}

/** Loops that the band brought and that are its own to change or to take out. */
export function ownLoops({ answers }: Pick<BandMemory, 'answers'>): Set<string> {
  return new Set(answers.flatMap(({ loopId, move }) => (loopId && ringOf(move) ? [loopId] : [])));
}

/** A rifff that a person committed in the jam. */
export interface PersonsRifff {
  readonly parentId: string | null;
  /** In ms. */
  readonly created: number;
  readonly loopIds: readonly string[];
}

type Unjudged = Omit<PastAnswer, 'became'> & { readonly isRemoved: boolean };

/**
 * Judges answers. Kept: a person continued from it, or from what the band played after it. Undone: a person
 * continued from before it, took out the ring that it brought, or removed it. What is known first of each rifff counts,
 * but a person who keeps an answer later has kept it.
 *
 * @param answers any order
 * @param rifffs of people, any order
 */
export function judgeAnswers(
  answers: readonly Unjudged[],
  rifffs: readonly PersonsRifff[],
): Map<string, Became> {
  const byId = new Map(answers.map((answer) => [answer.rifffId, answer]));
  /** The answer and those that it came after, the nearest first, and at last the rifff of a person. */
  const lineOf = (answer: Unjudged) => {
    const line = [answer.rifffId];
    let at: Unjudged | undefined = answer;
    while (at && line.length <= answers.length) {
      line.push(at.parentId);
      at = byId.get(at.parentId);
    }
    return line;
  };
  const became = new Map<string, Became>();
  for (const answer of answers) became.set(answer.rifffId, answer.isRemoved ? 'undone' : 'open');
  const judge = (id: string, verdict: Became) => {
    if (became.get(id) !== 'kept' && !byId.get(id)?.isRemoved) became.set(id, verdict);
  };
  for (const rifff of [...rifffs].sort((a, b) => a.created - b.created)) {
    if (rifff.parentId === null) continue;
    const from = byId.get(rifff.parentId);
    const kept = new Set(from ? lineOf(from) : []);
    for (const answer of answers) {
      if (answer.created > rifff.created) continue;
      if (kept.has(answer.rifffId)) {
        const isOut = answer.loopId !== null && !rifff.loopIds.includes(answer.loopId);
        judge(answer.rifffId, isOut && answer.rifffId === rifff.parentId ? 'undone' : 'kept');
      } else if (lineOf(answer).includes(rifff.parentId)) judge(answer.rifffId, 'undone');
    }
  }
  return became;
}
