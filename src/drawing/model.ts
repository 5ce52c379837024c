/** What the drawing needs to know of a rifff: its rings, innermost first. */

import { type CategorySlug, categoryOf } from '../data/contract/categories.ts';
import { LOOP_BAND_BINS, LOOP_BANDS } from '../data/contract/constants.ts';
import type { Loop } from '../data/contract/loop.ts';
import { decodeBytes } from '../data/contract/loopData.ts';
import type { Rifff } from '../data/contract/rifff.ts';
import {
  type CharacterVoice,
  loopBrightness,
  type RifffCharacter,
  rifffCharacter,
  ringDensity,
} from './character.ts';

export interface RingModel {
  /** Tells rings of one rifff apart while slots move; left out, the slot does. */
  loopId?: string;
  /** Slot of the rifff, 0–7. */
  slot: number;
  category: CategorySlug;
  /** Magnitudes of one pass of the loop, 0–255: 1024, or 32 to 128 as lists have them; empty when they are unknown. */
  peaks: Uint8Array;
  /** Passes of the loop in one turn of the rifff; may be fractional. */
  repeats: number;
  /** Linear, 0–2. */
  gain: number;
  isOn: boolean;
  /** Newest of its rifff: kept where small sizes drop rings. */
  isFresh?: boolean;
  /** 4 × 256 envelope bytes of one pass, band after band; empty when they are unknown. */
  bands?: Uint8Array;
  /** How noisy it is, 0–255, at equal distances over one pass (`LoopSchema.flatness`); empty when it is unknown. */
  flatness?: Uint8Array;
  /** Seconds that one pass lasts in the rifff. */
  passSec?: number;
  /** How busy it is for its kind, 0–1; left out, as usual. */
  density?: number | undefined;
}

export interface RifffModel {
  id: string;
  /** Innermost (slot 0) first. */
  rings: RingModel[];
  /** Bars and quarter notes in one turn; left out, they are not known. */
  bars?: number;
  beats?: number;
  /** What it sounds like, for `LayoutOptions.character`; left out, nothing is known of it. */
  character?: RifffCharacter;
}

/** Shortest turn whose notch may take light with it, in seconds: once a second beside the two of a ring's level. */
const SAFE_TURN_SEC = 1;

/**
 * May something light follow the notch of a rifff round? It passes each place once a turn, and no place may flash more
 * than three times a second (WCAG 2.3.1). Eight bars of one sixteenth at 600 beats a minute turn in 0.2 s. Where it may
 * not, only the notch itself goes round, which is too thin to be a flash.
 */
export function isSafeTurn({ rings }: RifffModel): boolean {
  const first = rings[0];
  return first?.passSec === undefined || first.passSec * first.repeats >= SAFE_TURN_SEC;
}

const NO_BYTES = new Uint8Array(0);

interface LoopBytes {
  readonly peaks: Uint8Array;
  readonly bands: Uint8Array;
  readonly flatness: Uint8Array;
  readonly brightness: number | null;
}

const bytesOfLoop = new WeakMap<Loop, LoopBytes>();

/** Peaks, band envelopes and flatness of a loop, decoded once per loop object; wrong lengths read as unknown. */
function loopBytes(loop: Loop): LoopBytes {
  let bytes = bytesOfLoop.get(loop);
  if (!bytes) {
    const bands = decodeBytes(loop.bands);
    bytes = {
      peaks: decodeBytes(loop.peaks),
      bands: bands.length === LOOP_BANDS * LOOP_BAND_BINS ? bands : NO_BYTES,
      flatness: decodeBytes(loop.flatness),
      brightness: loopBrightness(bands, loop.brightness),
    };
    bytesOfLoop.set(loop, bytes);
  }
  return bytes;
}

/** A loop alone, as one ring of one pass. */
export function loopModel(loop: Loop): RingModel {
  const { peaks, bands, flatness } = loopBytes(loop);
  return {
    loopId: loop._id,
    slot: 0,
    category: categoryOf(loop.category).slug,
    peaks,
    bands,
    flatness,
    repeats: 1,
    gain: 1,
    isOn: true,
    passSec: loop.length16ths / (4 * loop.bps),
  };
}

/**
 * The rings of a rifff: its used slots whose loop is known, in slot order.
 *
 * @param bars whole bars of the rifff (`rifffBars` of rules/timing); one turn lasts this long
 */
export function rifffModel(rifff: Rifff, bars: number): RifffModel {
  const { barLength, bps, playback } = rifff.state;
  const turn16ths = bars * barLength;
  const rings: RingModel[] = [];
  const voices: CharacterVoice[] = [];
  playback.forEach(({ slot: { current } }, slot) => {
    const loop = current && rifff.loops.find((one) => one._id === current.currentLoop);
    if (!current || !loop) return;
    const pass16ths = loop.length16ths / (current.playbackRate || 1);
    const ring: RingModel = {
      ...loopModel(loop),
      slot,
      category: categoryOf(current.category ?? loop.category).slug,
      repeats: turn16ths / pass16ths,
      gain: current.gain,
      isOn: current.on,
      passSec: pass16ths / (4 * bps),
    };
    rings.push({ ...ring, density: ringDensity(ring) });
    const { loudnessLufs } = loop;
    voices.push({ gain: current.gain, loudnessLufs, brightness: loopBytes(loop).brightness });
  });
  const newest = rings.at(-1);
  if (newest) newest.isFresh = true;
  const beats = turn16ths / 4;
  return { id: rifff._id, rings, bars, beats, character: rifffCharacter(bps, voices) };
}
