/** Synthesises a kit and brings it to the level of the library's drums. Pure; runs in a worker. */
import { BEATS, patternOfBeat } from '../../../../data/rules/instruments/beats.ts';
import { loopFrames } from '../../../../data/rules/time/timing.ts';
import { highestPeak, targetLufs } from '../../../../dsp/levels.ts';
import { loopLoudness } from '../../../../dsp/loudness.ts';
import { random } from '../../../../dsp/synth/random.ts';
import { kitOf } from './kits.ts';
import { frameHits, mixHits, type StereoSound } from './mixHits.ts';

const RATE = 48_000;
/** Tempo that a kit is measured at, quarter notes per second. */
const REFERENCE_BPS = 2;
const REFERENCE_BEAT = 'four';

const gainOf = (db: number) => 10 ** (db / 20);

function scaled(samples: Float32Array, gain: number): Float32Array<ArrayBuffer> {
  return Float32Array.from(samples, (sample) => sample * gain);
}

/** Gain that brings a kit to the target of drums when it plays the reference beat. */
function matchOf(sounds: readonly StereoSound[]): number {
  const beat = BEATS.find(({ id }) => id === REFERENCE_BEAT) ?? BEATS[0]!;
  const pattern = patternOfBeat(beat, 16);
  const frames = loopFrames(16, REFERENCE_BPS, RATE);
  const measured = loopLoudness(mixHits(sounds, frameHits(pattern, frames), frames), RATE);
  return gainOf(targetLufs('drums') - measured);
}

/** The sixteen sounds of a kit, 48 kHz stereo, at the level at which the library's drums play. */
export function renderKit(id: string): StereoSound[] {
  const kit = kitOf(id);
  const balanced = kit.sounds.map(({ make, levelDb, pan }, pad): StereoSound => {
    const mono = make(random(`${kit.id}/${pad}`));
    const gain = gainOf(levelDb) / Math.max(highestPeak([mono]), 1e-9);
    return {
      left: scaled(mono, gain * Math.sqrt(1 - pan)),
      right: scaled(mono, gain * Math.sqrt(1 + pan)),
    };
  });
  const match = matchOf(balanced);
  return balanced.map(({ left, right }) => ({
    left: scaled(left, match),
    right: scaled(right, match),
  }));
}
