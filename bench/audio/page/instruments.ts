/** What the instruments are held to: pitch, level and frames. */

import { FIRST_SETTINGS } from '../../../src/audio/state/play.ts';
import { KITS } from '../../../src/audio/studio/play/drums/kits.ts';
import { frameHits, mixHits } from '../../../src/audio/studio/play/drums/mixHits.ts';
import { renderKit } from '../../../src/audio/studio/play/drums/renderKit.ts';
import { PATCHES } from '../../../src/audio/studio/play/synth/patches.ts';
import { Voice } from '../../../src/audio/studio/play/synth/voice.ts';
import { BEATS, patternOfBeat } from '../../../src/data/rules/instruments/beats.ts';
import { noteHz } from '../../../src/data/rules/instruments/scaleKeys.ts';
import { loopFrames } from '../../../src/data/rules/time/timing.ts';
import { targetLufs } from '../../../src/dsp/levels.ts';
import { loopLoudness } from '../../../src/dsp/loudness.ts';
import { centsOff } from '../../../tests/audio/tuning.ts';

const RATE = 48_000;

async function heldNote(patch: (typeof PATCHES)['bass'], midi: number): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1.5 * RATE, RATE);
  const settings = { ...FIRST_SETTINGS[patch.id], cutoffHz: 12_000, decaySec: 4, attackSec: 0.005 };
  const held = { ...patch, sustain: 1 };
  new Voice(context, context.destination, held, settings, { midi, velocity: 1, atSec: 0 });
  return (await context.startRendering()).getChannelData(0).subarray(0.1 * RATE, 1.4 * RATE);
}

/** Most cents that any patch is off at three pitches. */
export async function tuning(): Promise<number> {
  let worst = 0;
  for (const patch of Object.values(PATCHES)) {
    for (const midi of [57, 69, 81]) {
      const cents = centsOff(await heldNote(patch, midi), noteHz(midi), RATE);
      worst = Math.max(worst, Math.abs(cents));
    }
  }
  return worst;
}

/** Most dB that a beat of any kit is off the level of the library's drums. */
export function kitLevels(): number {
  const off = KITS.flatMap(({ id }) => {
    const sounds = renderKit(id);
    return BEATS.filter(({ rows }) => rows.kick).map((beat) => {
      const frames = loopFrames(16, 2, RATE);
      const hits = frameHits(patternOfBeat(beat, 16), frames);
      return Math.abs(loopLoudness(mixHits(sounds, hits, frames), RATE) - targetLufs('drums'));
    });
  });
  return Math.max(...off);
}
