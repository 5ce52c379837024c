/**
 * How the house band answers a rifff. Rules decide, chance only breaks what is nearly even; the same input gives the
 * same answer. Pure.
 */
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import type { PlayingSlot, Rifff, SlotEffects } from '../../contract/rifff.ts';
import { usedSlots } from '../draft/draft.ts';
import { type Chance, isLibraryCategory } from '../draft/loopChoice.ts';
import { isInKey, type MatchGain, maskingOf, type Sounding, soundingIn } from './fit.ts';
import { type BandMemory, likingOf, ownLoops, undoneInARow } from './memory.ts';
import { type BandMove, orderOf, type RingChange } from './moves.ts';
import { type PhraseStep, phraseStep, wishFor } from './phrase.ts';
import { type Ground, weighRings } from './rings.ts';

/** It never fills the last slot. */
export const BAND_SLOTS_MOST = MAX_LOOPS_PER_RIFFF - 1;
/** Nor are there more rings on than this after it brought one. */
export const BAND_SOUNDING_MOST = 6;

export interface AnswerInput {
  /** What it answers, with its loops whole. */
  readonly rifff: Rifff;
  /** The loop of the ring that a person added last; null for none. */
  readonly newest: string | null;
  /** Loops that it may use, whole, in an order that stays. */
  readonly library: readonly Loop[];
  readonly memory: BandMemory;
  readonly chance: Chance;
  readonly matchGain: MatchGain;
  /** Can fresh loops be made? */
  readonly canMake: boolean;
}

export interface Answer {
  readonly move: BandMove;
  /** What it does where the fresh loop of the move cannot be made in time, or turns out not to fit. */
  readonly instead: BandMove;
}

interface Weighed {
  readonly move: BandMove;
  readonly weight: number;
}

const REST: BandMove = { kind: 'rest' };
/** From so many answers in a row that were undone it lets some commits pass; after an undo it is softer, linear. */
const SHY = { from: 2, gain: 0.85 };
/** So many answers back it looks for variety. */
const LATELY = 6;
const WEIGHTS = {
  /** Whatever is worse than a rest stays undone. */
  rest: 0.35,
  luck: 0.1,
  /** That a kind of move was kept or undone before. */
  liking: 0.3,
  /** What another move of the same kind costs. */
  again: 0.25,
  /** That a ring is masked by the others, for taking another one in its place. */
  masked: 0.3,
};

/** A ring that the band brought and that is still there. */
interface OwnRing {
  readonly slot: PlayingSlot;
  readonly loop: Loop;
  readonly category: string;
  /** What it sounds like; undefined while it is muted. */
  readonly sound: Sounding | undefined;
}

function ownRings({ rifff, memory }: AnswerInput, sounds: readonly Sounding[]): OwnRing[] {
  const own = ownLoops(memory);
  return rifff.loops.flatMap((loop) => {
    const slot = rifff.state.playback.find((place) => place.slot.current?.currentLoop === loop._id)
      ?.slot.current;
    if (!slot || !own.has(loop._id)) return [];
    const sound = slot.on ? sounds.find((one) => one.loop === loop) : undefined;
    return [{ slot, loop, category: slot.category ?? loop.category, sound }];
  });
}

/** The other pitches of a ring that lie in the key, the octave among them. */
function semitoneMoves({ rifff }: AnswerInput, { slot, loop, category }: OwnRing): number[] {
  const now = slot.pitchShiftSettings.shiftSemitones;
  const isHigh = category === 'leads' || category === 'vocals';
  const asked = now !== 0 ? [now - 12 * Math.sign(now)] : [isHigh ? -12 : 12];
  return asked.filter(
    (to) => Math.abs(to) <= 12 && to !== now && isInKey(loop, category, rifff, to),
  );
}

const MOVABLE: ReadonlySet<string> = new Set(['leads', 'vocals', 'chords', 'pads']);

/** Ways to change one ring in a phrase, with how well each suits it. */
function changesOf(
  input: AnswerInput,
  ring: OwnRing,
  { step, hasPlace }: { readonly step: PhraseStep; readonly hasPlace: boolean },
): [RingChange, number][] {
  const { slot, category } = ring;
  const effects: SlotEffects = slot.effects ?? {};
  const isPlain = Object.keys(effects).length === 0;
  const changes: [RingChange, number][] = [];
  if (!slot.on) return step === 'break' || !hasPlace ? [] : [[{ on: true }, 0.7]];
  if (step === 'break') {
    const isRhythm = category === 'drums' || category === 'bass' || category === 'perc';
    changes.push([{ on: false }, isRhythm ? 0.45 : 0.2]);
    if (isPlain && isRhythm) changes.push([{ effects: { lowCutHz: 300 } }, 0.3]);
    if (isPlain && !isRhythm) changes.push([{ effects: { reverb: 0.35 } }, 0.35]);
    if (slot.gain > 0.9) changes.push([{ gain: 0.8 }, 0.15]);
    return changes;
  }
  if (!isPlain) changes.push([{ effects: {} }, step === 'turn' ? 0.2 : 0.45]);
  if (slot.gain < 0.95) changes.push([{ gain: 1 }, 0.35]);
  if (step === 'turn' && MOVABLE.has(category)) {
    for (const semitones of semitoneMoves(input, ring)) changes.push([{ semitones }, 0.3]);
    if (isPlain) changes.push([{ effects: { delay: 0.25 } }, 0.25]);
  }
  return changes;
}

/** Everything that it could do, weighed. */
function weighMoves(input: AnswerInput): Weighed[] {
  const { rifff, memory, chance, matchGain, canMake, library } = input;
  const sounds = soundingIn(rifff, matchGain);
  const undone = undoneInARow(memory);
  const step = phraseStep(memory.count);
  const about = { step, sounding: sounds.length, undone };
  const ground: Ground = {
    rifff,
    library,
    memory,
    matchGain,
    chance,
    canMake,
    undone,
    called: sounds.find(({ loop }) => loop._id === input.newest),
    gain: undone > 0 ? SHY.gain : 1,
  };
  const lately = memory.answers.slice(0, LATELY);
  const weight = (kind: Exclude<BandMove['kind'], 'rest'>, quality: number) => {
    const again = lately.filter(({ move }) => move.kind === kind && kind !== 'add').length;
    const liking = WEIGHTS.liking * likingOf(memory, { kind });
    return wishFor(kind, about) + quality + liking - WEIGHTS.again * again;
  };
  const moves: Weighed[] = [];
  const hasPlace = sounds.length < BAND_SOUNDING_MOST;
  if (hasPlace && usedSlots(rifff) < BAND_SLOTS_MOST) {
    for (const { ring, quality } of weighRings(ground, sounds)) {
      moves.push({ move: { kind: 'add', ring }, weight: weight('add', quality) });
    }
  }
  const touched = memory.answers[0]?.move;
  for (const own of ownRings(input, sounds)) {
    const { loop, category, sound } = own;
    if (!isLibraryCategory(category)) continue;
    const loopId = loop._id;
    const isLast = touched?.kind === 'change' && touched.loopId === loopId;
    const others = sounds.filter((one) => one !== sound);
    if (!isLast) {
      for (const [change, quality] of changesOf(input, own, { step, hasPlace })) {
        const move: BandMove = { kind: 'change', loopId, category, change };
        moves.push({ move, weight: weight('change', quality + WEIGHTS.luck * chance()) });
      }
    }
    const masked = sound ? maskingOf(sound, others) : 1;
    const out: BandMove = { kind: 'out', loopId, category };
    // With one ring besides, the rifff would be without the band's again: that is no answer.
    if (others.length > 1 || !sound) {
      moves.push({ move: out, weight: weight('out', 0.4 * masked + WEIGHTS.luck * chance()) });
    }
    if (!sound) continue;
    for (const { ring, quality } of weighRings(ground, others, [category])) {
      moves.push({
        move: { kind: 'swap', loopId, ring },
        weight: weight('swap', quality + WEIGHTS.masked * masked),
      });
    }
  }
  return moves.sort((a, b) => b.weight - a.weight);
}

/** How the band answers. A rest where it has nothing to add: everything is full, or what it played is not wanted. */
export function planAnswer(input: AnswerInput): Answer {
  const undone = undoneInARow(input.memory);
  const shyness = undone < SHY.from ? 0 : Math.min(0.75, undone / 4);
  if (input.chance() < shyness) return { move: REST, instead: REST };
  const moves = weighMoves(input).filter(({ weight }) => weight > WEIGHTS.rest);
  const instead = moves.find(({ move }) => orderOf(move) === null)?.move ?? REST;
  return { move: moves[0]?.move ?? REST, instead };
}
