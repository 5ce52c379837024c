/** What the house band can do to a rifff, how that is written down, and how it is told to people. Pure. */
import type { LibraryCategory } from '../../contract/categories.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import type { Loop } from '../../contract/loop.ts';
import type { LoopOrder } from '../../contract/making.ts';
import type { PlayingSlot, Rifff, SlotEffects } from '../../contract/rifff.ts';
import { deleteLoop, editSlot, sortSlots, usedSlots, withLoop, withSlot } from '../draft/draft.ts';
import type { Fit } from './fit.ts';

/** Where the loop of a ring comes from: it is there, or it is made first. */
export type RingSource = { readonly loopId: string } | { readonly order: LoopOrder };

/** A ring that the band brings. */
export interface BandRing {
  readonly source: RingSource;
  readonly category: LibraryCategory;
  /** Linear, on top of the matching of levels. */
  readonly gain: number;
  readonly fit: Fit;
}

/** What changes about one of its own rings. */
export interface RingChange {
  readonly on?: boolean;
  /** Linear. */
  readonly gain?: number;
  /** Whole semitones that the loop is moved, in place of those before. */
  readonly semitones?: number;
  /** In place of those before; `{}` for none. */
  readonly effects?: SlotEffects;
}

/** Why the band rests where it could have answered; `thoughts.ts` has the sentences. */
export type RestReason = 'shy' | 'enough' | 'unfit' | 'full' | 'proposed' | 'late';

/**
 * One answer. A ring that was there is named by its loop. It is one that the band brought, and in a full rifff a loop of
 * the library too (`swap`). What people recorded, and how they mixed it, stays as it is, but for the one ring that the
 * band proposes to leave out for a while (`drop`): it is muted in the answer.
 */
export type BandMove =
  | { readonly kind: 'add'; readonly ring: BandRing }
  | { readonly kind: 'swap'; readonly loopId: string; readonly ring: BandRing }
  | {
      readonly kind: 'change';
      readonly loopId: string;
      readonly category: LibraryCategory;
      readonly change: RingChange;
    }
  | { readonly kind: 'out'; readonly loopId: string; readonly category: LibraryCategory }
  | { readonly kind: 'drop'; readonly loopId: string; readonly category: LibraryCategory | null }
  | { readonly kind: 'rest'; readonly why: RestReason };
/** One that changes something. */
export type BandDeed = Exclude<BandMove, { readonly kind: 'rest' }>;
export type MoveKind = BandMove['kind'];

/** The ring that a move brings, if it brings one. */
export const ringOf = (move: BandMove): BandRing | null =>
  move.kind === 'add' || move.kind === 'swap' ? move.ring : null;

/** The order that has to be made before a move can be played. */
export function orderOf(move: BandMove): LoopOrder | null {
  const source = ringOf(move)?.source;
  return source && 'order' in source ? source.order : null;
}

/** The category that a move is about; null for a rest, and for a ring whose category is not known. */
export function categoryOfMove(move: BandMove): LibraryCategory | null {
  if (move.kind === 'rest') return null;
  return move.kind === 'add' || move.kind === 'swap' ? move.ring.category : move.category;
}

/** The first slot that plays a loop; -1 for none. */
const slotWith = (rifff: Rifff, loopId: string) =>
  rifff.state.playback.findIndex(({ slot }) => slot.current?.currentLoop === loopId);

function slotOf({ gain, category, fit }: BandRing, loop: Loop): PlayingSlot {
  return {
    currentLoop: loop._id,
    gain,
    on: true,
    type: 'Looper',
    category,
    playbackRate: fit.playbackRate,
    pitchShiftSettings: { shiftSemitones: fit.semitones, timeStretch: fit.timeStretch },
  };
}

function changed(rifff: Rifff, index: number, change: RingChange): Rifff {
  const { semitones, effects, ...plain } = change;
  const current = rifff.state.playback[index]!.slot.current!;
  const isEmpty = effects !== undefined && Object.keys(effects).length === 0;
  return editSlot(rifff, index, {
    ...plain,
    ...(semitones !== undefined && {
      pitchShiftSettings: { ...current.pitchShiftSettings, shiftSemitones: semitones },
    }),
    ...(effects !== undefined && { effects: isEmpty ? undefined : effects }),
  });
}

/**
 * The rifff after a move. Tempo, metre and key stay. The same rifff where the move has no place in it: eight rings, or a
 * ring that is not there any more.
 * @param loop of a move that brings a ring; its id stands in the slot
 */
export function applyMove(rifff: Rifff, move: BandMove, loop?: Loop): Rifff {
  if (move.kind === 'rest') return rifff;
  if (move.kind === 'add') {
    const sorted = sortSlots(rifff);
    const count = usedSlots(sorted);
    if (!loop || count >= MAX_LOOPS_PER_RIFFF) return rifff;
    return withLoop(withSlot(sorted, count, slotOf(move.ring, loop)), loop);
  }
  const index = slotWith(rifff, move.loopId);
  if (index < 0) return rifff;
  if (move.kind === 'out') return deleteLoop(rifff, index);
  if (move.kind === 'change') return changed(rifff, index, move.change);
  if (move.kind === 'drop') return changed(rifff, index, { on: false });
  if (!loop) return rifff;
  return sortSlots(withLoop(withSlot(rifff, index, slotOf(move.ring, loop)), loop));
}

/** A part in a sentence. */
const PART: Readonly<Record<LibraryCategory, string>> = {
  drums: 'drums',
  bass: 'bass',
  leads: 'melody',
  vocals: 'vocals',
  perc: 'percussion',
  pads: 'pads',
  chords: 'chords',
  fx: 'effects',
};
const ADDED: Readonly<Record<LibraryCategory, string>> = {
  ...PART,
  bass: 'a bass',
  leads: 'a melody',
};

function changeText({ on, gain, semitones, effects }: RingChange, part: string): string {
  if (on !== undefined) return on ? `brought its ${part} back` : `muted its ${part}`;
  if (semitones !== undefined) {
    if (semitones === 0) return `moved its ${part} back to where it was`;
    const [by, way] = [Math.abs(semitones), semitones > 0 ? 'up' : 'down'];
    const far = by === 12 ? 'an octave' : by === 1 ? 'a semitone' : `${by} semitones`;
    return `moved its ${part} ${way} ${far}`;
  }
  if (effects !== undefined) {
    if (effects.lowCutHz !== undefined) return `thinned its ${part}`;
    if (effects.delay !== undefined) return `let its ${part} echo`;
    return effects.reverb === undefined ? `dried its ${part}` : `put room around its ${part}`;
  }
  return (gain ?? 1) < 1 ? `played its ${part} softer` : `played its ${part} louder`;
}

/** One sentence for people, without a subject and without a full stop: "added a bass". */
export function moveText(move: BandDeed): string {
  if (move.kind === 'drop') {
    return `tried it without ${move.category === null ? 'one ring' : `the ${PART[move.category]}`}`;
  }
  const category = move.kind === 'add' || move.kind === 'swap' ? move.ring.category : move.category;
  const part = PART[category];
  if (move.kind === 'add') return `added ${ADDED[category]}`;
  if (move.kind === 'swap') return `played other ${part === 'bass' ? 'bass notes' : part}`;
  if (move.kind === 'out') return `took its ${part} out`;
  return changeText(move.change, part);
}
