/** Rifffs and loops out of folders of sound: what is known of them is what their names and lengths say. */
import { MAX_BPS, MAX_LOOP_LENGTH_16THS, MIN_BPS } from '../../../data/contract/constants.ts';
import type { Loop } from '../../../data/contract/loop.ts';
import type { PlaybackSlot, Rifff, SlotEffects } from '../../../data/contract/rifff.ts';
import { readFileName } from '../../../data/rules/recording/fileName.ts';
import { nameText, personName } from '../files/names.ts';
import type { SoundFacts } from '../files/soundFacts.ts';

export interface StemSaid {
  readonly id: string;
  readonly name: string;
  readonly author: string;
  readonly created: number;
  /** Quarter notes a second. */
  readonly bps: number;
  readonly barLength: number;
}

/** A whole number of sixteenths within this much of one. */
const NEAR = 0.02;

/**
 * A loop of the whole of a file at a tempo that is known.
 * @returns what is wrong, in words, where its length cannot be so many sixteenths
 */
export function loopOfFile(said: StemSaid, { frames, sampleRate }: SoundFacts): Loop | string {
  const { bps } = said;
  if (!(bps >= MIN_BPS && bps <= MAX_BPS)) return `${Math.round(bps * 60)} bpm are no tempo`;
  const exact = (frames / sampleRate) * bps * 4;
  // Half a sixteenth of silence at the end is the machine's, and less than one at all is no loop.
  const length16ths = Math.max(1, Math.round(exact));
  if (exact < 1 - NEAR) return 'it is shorter than a sixteenth';
  if (length16ths > MAX_LOOP_LENGTH_16THS) return 'it is too long for a loop';
  const { category } = readFileName(said.name);
  return {
    _id: said.id,
    name: nameText(said.name, 120, 'Loop'),
    creatorUserName: personName(said.author),
    created: said.created,
    startOffsetSamples: 0,
    barLength: said.barLength,
    length16ths,
    bps,
    sampleRate,
    category: category ?? '?',
  };
}

/** A slot that plays a loop as it is. */
export const playing = (
  loopId: string,
  parts: Partial<{ gain: number; on: boolean; effects: SlotEffects }> = {},
): PlaybackSlot => ({
  slot: {
    current: {
      currentLoop: loopId,
      gain: 1,
      on: true,
      type: 'Looper' as const,
      playbackRate: 1,
      pitchShiftSettings: { shiftSemitones: 0, timeStretch: false },
      ...parts,
    },
  },
});

export const EMPTY: PlaybackSlot = { slot: { current: null } };

/** A rifff out of its slots; those that are left out are empty. */
export function rifffOfSlots(
  said: Pick<Rifff, '_id' | 'created' | 'userName' | 'root' | 'scale'> & {
    readonly jamId: string;
    readonly bps: number;
    readonly barLength: number;
    readonly parent: string | null;
  },
  slots: readonly (PlaybackSlot | undefined)[],
): Rifff {
  const { jamId, bps, barLength, parent, ...rest } = said;
  const playback = Array.from({ length: 8 }, (_, slot) => slots[slot] ?? EMPTY);
  return {
    ...rest,
    jamId,
    state: { barLength, bps, playback },
    loops: [],
    parent: parent === null ? null : { jamId, rifffId: parent },
  };
}
