/** The arc of the band's answers: each is one phrase of eight bars. Pure. */
import type { MoveKind } from './moves.ts';

/** What a phrase is for. */
export type PhraseStep = 'build' | 'turn' | 'peak' | 'break';

/** It builds up, peaks, breaks down, and builds again to a lower place. */
const ARC: readonly PhraseStep[] = [
  ...(['build', 'build', 'turn', 'peak'] as const),
  ...(['break', 'build', 'turn', 'break'] as const),
];

/** @param answers that it has given in this jam */
export const phraseStep = (answers: number): PhraseStep => ARC[answers % ARC.length]!;

type Wishes = Readonly<Record<Exclude<MoveKind, 'rest'>, number>>;

/** How much each kind of move is wanted in a phrase; qualities of moves, 0 to 1, come on top. */
const WISHES: Readonly<Record<PhraseStep, Wishes>> = {
  build: { add: 1, swap: 0.2, change: 0.4, out: -1, drop: -0.2 },
  turn: { add: 0.45, swap: 0.7, change: 0.6, out: -0.2, drop: 0.1 },
  peak: { add: 1, swap: 0.5, change: 0.5, out: -1, drop: -0.2 },
  break: { add: -0.3, swap: 0, change: 0.8, out: 0.8, drop: 0.4 },
};

/** So many rings sound well together; the band thins out above and fills below. */
const COMFORTABLE = 4;
/** What one ring more or less weighs. */
const CROWD = 0.15;

/** What the band does after its last answers were undone: less of everything, and least what is most heard. */
const AFTER_UNDO: Wishes = { add: 0.35, swap: 0.6, change: 0.2, out: 0.3, drop: 0.6 };

/**
 * How much a kind of move is wanted now.
 * @param sounding rings that are on
 * @param undone answers in a row that were undone, the last one first
 */
export function wishFor(
  kind: keyof Wishes,
  { step, sounding, undone }: { step: PhraseStep; sounding: number; undone: number },
): number {
  const room = CROWD * (COMFORTABLE - sounding);
  const crowd = kind === 'add' ? room : kind === 'out' || kind === 'drop' ? -room : 0;
  return WISHES[step][kind] + crowd - undone * AFTER_UNDO[kind];
}

/** Bars after which it goes on by itself: the phrase that it has just answered with. */
export const PHRASE_BARS = 8;
/** Answers that it gives by itself, one after the other, before it waits for a person. */
export const ALONE_MOST = 3;
