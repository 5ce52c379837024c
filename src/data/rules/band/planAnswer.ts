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
import {
  type BandDeed,
  type BandMove,
  orderOf,
  type RestReason,
  type RingChange,
} from './moves.ts';
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
  readonly move: BandDeed;
  readonly weight: number;
}

const rest = (why: RestReason): BandMove => ({ kind: 'rest', why });
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
  /** What it costs that a person chose the ring, out of the library. */
  chosen: 0.2,
};

/** A ring that is there. */
interface Ring {
  readonly slot: PlayingSlot;
  readonly loop: Loop;
  readonly category: string;
  /** What it sounds like; undefined while it is muted. */
  readonly sound: Sounding | undefined;
  /** The band brought it. */
  readonly isOwn: boolean;
}

function ringsIn({ rifff, memory }: AnswerInput, sounds: readonly Sounding[]): Ring[] {
  const own = ownLoops(memory);
  return rifff.loops.flatMap((loop) => {
    const slot = rifff.state.playback.find((place) => place.slot.current?.currentLoop === loop._id)
      ?.slot.current;
    if (!slot) return [];
    const sound = slot.on ? sounds.find((one) => one.loop === loop) : undefined;
    const category = slot.category ?? loop.category;
    return [{ slot, loop, category, sound, isOwn: own.has(loop._id) }];
  });
}

/** Loops that the last answer was about: the next one is about others. */
function touchedLast({ memory }: AnswerInput): ReadonlySet<string> {
  const last = memory.answers[0];
  if (!last) return new Set();
  const { move, loopId } = last;
  return new Set([...(loopId ? [loopId] : []), ...('loopId' in move ? [move.loopId] : [])]);
}

/** The other pitches of a ring that lie in the key, the octave among them. */
function semitoneMoves({ rifff }: AnswerInput, { slot, loop, category }: Ring): number[] {
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
  ring: Ring,
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

/** What the rifff is like that it answers. */
interface Scene {
  readonly sounds: readonly Sounding[];
  readonly step: PhraseStep;
  readonly undone: number;
  /** As many rings sound, or as many places are taken, as it leaves. */
  readonly isFull: boolean;
  /** It goes on from its own answer: no person committed since. */
  readonly isAlone: boolean;
}

function sceneOf({ rifff, memory, matchGain }: AnswerInput): Scene {
  const sounds = soundingIn(rifff, matchGain);
  return {
    sounds,
    step: phraseStep(memory.count),
    undone: undoneInARow(memory),
    isFull: sounds.length >= BAND_SOUNDING_MOST || usedSlots(rifff) >= BAND_SLOTS_MOST,
    isAlone: memory.answers.some(({ rifffId }) => rifffId === rifff._id),
  };
}

/** Everything that it could do, weighed, the best first. */
function weighMoves(input: AnswerInput, scene: Scene): Weighed[] {
  const { rifff, memory, chance, matchGain, canMake, library } = input;
  const { sounds, step, undone, isFull } = scene;
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
  const moves: Weighed[] = [];
  const weigh = (move: BandDeed, quality: number) => {
    const { kind } = move;
    const again = lately.filter((one) => one.move.kind === kind && kind !== 'add').length;
    const liking = WEIGHTS.liking * likingOf(memory, { kind });
    const weight = wishFor(kind, about) + quality + liking - WEIGHTS.again * again;
    moves.push({ move, weight });
  };
  const hasPlace = sounds.length < BAND_SOUNDING_MOST;
  if (!isFull) {
    for (const { ring, quality } of weighRings(ground, sounds))
      weigh({ kind: 'add', ring }, quality);
  }
  const touched = touchedLast(input);
  for (const ring of ringsIn(input, sounds)) {
    if (touched.has(ring.loop._id)) continue;
    const others = sounds.filter((one) => one !== ring.sound);
    const masked = ring.sound ? maskingOf(ring.sound, others) : 1;
    if (ring.isOwn) weighOwn(ring, others, masked);
    else if (isFull && ring.sound) weighPersons(ring, others, masked);
  }

  /** What can be done to a ring that it brought. */
  function weighOwn(own: Ring, others: readonly Sounding[], masked: number): void {
    const { category, sound } = own;
    const loopId = own.loop._id;
    if (!isLibraryCategory(category)) return;
    for (const [change, quality] of changesOf(input, own, { step, hasPlace })) {
      weigh({ kind: 'change', loopId, category, change }, quality + WEIGHTS.luck * chance());
    }
    // With one ring besides, the rifff would be without the band's again: that is no answer.
    if (others.length > 1 || !sound) {
      weigh({ kind: 'out', loopId, category }, 0.4 * masked + WEIGHTS.luck * chance());
    }
    if (!sound) return;
    for (const { ring, quality } of weighRings(ground, others, [category])) {
      weigh({ kind: 'swap', loopId, ring }, quality + WEIGHTS.masked * masked);
    }
  }

  /**
   * What can be done to a ring of a person in a full rifff. A loop of the library that plays as it came gives way to
   * another one at the same gain. Of what sounds, one ring can be proposed to be left out: no ring that has just come,
   * and no second one before a person answered the first proposal.
   */
  function weighPersons(theirs: Ring, others: readonly Sounding[], masked: number): void {
    const { loop, slot, category } = theirs;
    const loopId = loop._id;
    if (loopId === input.newest) return;
    const isPlain = slot.effects === undefined && loop.isLibraryLoop === true;
    if (isPlain && isLibraryCategory(category)) {
      const asMixed = { ...ground, gain: slot.gain };
      for (const { ring, quality } of weighRings(asMixed, others, [category])) {
        weigh({ kind: 'swap', loopId, ring }, quality + WEIGHTS.masked * masked - WEIGHTS.chosen);
      }
    }
    if (hasPlace || scene.isAlone) return;
    const known = isLibraryCategory(category) ? category : null;
    weigh({ kind: 'drop', loopId, category: known }, 0.4 * masked + WEIGHTS.luck * chance());
  }
  return moves.sort((a, b) => b.weight - a.weight);
}

/** Why it does none of what it could do. */
function reasonToRest({ memory }: AnswerInput, scene: Scene, couldMove: boolean): RestReason {
  if (scene.isAlone && memory.answers[0]?.move.kind === 'drop') return 'proposed';
  if (scene.undone > 0) return 'shy';
  if (couldMove) return 'enough';
  return scene.isFull ? 'full' : 'unfit';
}

/**
 * How the band answers. A person's full rifff it answers wherever it can; another one it leaves alone where a rest is
 * better than all that it could do. After undone answers it rests more.
 */
export function planAnswer(input: AnswerInput): Answer {
  const scene = sceneOf(input);
  const { undone, isFull, isAlone } = scene;
  const shyness = undone < SHY.from ? 0 : Math.min(0.75, undone / 4);
  if (input.chance() < shyness) return { move: rest('shy'), instead: rest('shy') };
  const moves = weighMoves(input, scene);
  const isBold = isFull && !isAlone && undone === 0;
  const wanted = isBold ? moves : moves.filter(({ weight }) => weight > WEIGHTS.rest);
  const move = wanted[0]?.move;
  if (!move) {
    const nothing = rest(reasonToRest(input, scene, moves.length > 0));
    return { move: nothing, instead: nothing };
  }
  const instead = wanted.find((one) => orderOf(one.move) === null)?.move ?? rest('late');
  return { move, instead };
}
