/** What a rifff of a field sounds like in the field's music: a plan for each loop that sounds, what carries it first. */
import type { Rifff } from '../../data/contract/rifff.ts';
import { levelGain } from '../../data/rules/arcade/fieldMix.ts';
import { type FieldMusic, fieldBars, fitInto } from '../../data/rules/arcade/fieldMusic.ts';
import { loopSound } from '../../data/rules/arranging/loopSound.ts';
import { loopTones, slotSemitones } from '../../data/rules/arranging/scales.ts';
import { compareLoad } from '../../data/rules/listening/loadOrder.ts';
import { matchGain } from '../../dsp/levels.ts';
import { type PatternPlan, planPattern } from '../loading/patternPlan.ts';

/** One loop of a rifff in a field. */
export interface FieldVoice {
  readonly slot: number;
  readonly pattern: PatternPlan;
  readonly category: string;
  /** Linear gain of the document. */
  readonly gain: number;
}

/** A rifff in a field. */
export interface FieldPlan {
  readonly voices: readonly FieldVoice[];
  /** Linear gain that brings it to the level of the field. */
  readonly level: number;
  /** Whole bars of the field that it goes round in. */
  readonly bars: number;
}

/** Channels that a pattern has at most, and bytes of a sample. */
const FRAME_BYTES = 2 * Float32Array.BYTES_PER_ELEMENT;

/** Bytes that the pattern of a voice takes at most. */
export const voiceBytes = ({ pattern }: FieldVoice) =>
  FRAME_BYTES * (pattern.kind === 'loop' ? pattern.frames : 2 * pattern.passLengths[0]!);

/** The plan of a rifff in the music of a field. Muted slots and lost loops have no voice; effects are left out. */
export function planField(rifff: Rifff, music: FieldMusic): FieldPlan {
  const { rate, semitones } = fitInto(rifff, music);
  const voices: FieldVoice[] = [];
  let power = 0;
  rifff.state.playback.forEach(({ slot }, index) => {
    const { current } = slot;
    const loop = current?.on && rifff.loops.find((one) => one._id === current.currentLoop);
    if (!current || !loop || current.gain <= 0) return;
    const category = current.category ?? loop.category;
    const own = slotSemitones(rifff, current, loop);
    const moved = loopTones(loop, category) === null ? own : own + semitones;
    const playing = {
      ...current,
      playbackRate: current.playbackRate * rate,
      pitchShiftSettings: { ...current.pitchShiftSettings, timeStretch: true },
    };
    const pattern = planPattern(loop, playing, music.barLength, music.bps, moved);
    voices.push({ slot: index, pattern, category, gain: current.gain });
    power += loopSound(loop).power * (current.gain * matchGain(loop.loudnessLufs, category)) ** 2;
  });
  voices.sort((a, b) => compareLoad(a.pattern.loop, b.pattern.loop));
  return { voices, level: levelGain(power), bars: fieldBars(rifff, music) };
}
