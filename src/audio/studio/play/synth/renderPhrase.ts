/** A phrase into the samples of a loop, by the very voices that play it live. */
import { type Phrase, phraseLength, soundingNotes } from '../../../../data/rules/phrase.ts';
import { loopFrames } from '../../../../data/rules/timing.ts';
import type { SynthSettings } from '../../../state/play.ts';
import type { SoundSamples } from '../../Studio.ts';
import { holdPeak } from '../holdPeak.ts';
import type { Patch } from './patches.ts';
import { releaseEnd, Voice } from './voice.ts';

const RATE = 48_000;

/**
 * One pass of a phrase at a tempo, exact to the frame. What rings past the end is heard at the start.
 * @param bps quarter notes per second
 */
export async function renderPhrase(
  phrase: Phrase,
  patch: Patch,
  settings: SynthSettings,
  bps: number,
): Promise<SoundSamples> {
  const length = phraseLength(phrase);
  const frames = loopFrames(length, bps, RATE);
  const notes = soundingNotes(phrase, patch.voices).map((note) => ({
    ...note,
    from: Math.round((note.start16ths * frames) / length) % frames,
    lasts: Math.max(1, Math.round((note.length16ths * frames) / length)),
  }));
  const tail = Math.ceil(releaseEnd(settings) * RATE);
  const end = notes.reduce((most, { from, lasts }) => Math.max(most, from + lasts + tail), frames);
  const context = new OfflineAudioContext(2, end, RATE);
  notes.forEach(({ midi, velocity, from, lasts }, at) => {
    const atSec = from / RATE;
    const voice = new Voice(context, context.destination, patch, settings, {
      midi,
      velocity,
      atSec,
    });
    voice.release((from + lasts) / RATE);
    const next = notes[at + 1]?.from ?? frames + (notes[0]?.from ?? 0);
    // The one voice of a line leaves the note that it played for the next, as it does live.
    if (patch.voices === 1) voice.steal(next / RATE);
  });
  const rendered = await context.startRendering();
  const channels = [0, 1].map((channel) => fold(rendered.getChannelData(channel), frames));
  holdPeak(channels);
  return { channels, sampleRate: RATE };
}

/** Lays everything after the first pass over it. */
function fold(samples: Float32Array, frames: number): Float32Array<ArrayBuffer> {
  const pass = new Float32Array(frames);
  for (let n = 0; n < samples.length; n++) pass[n % frames]! += samples[n]!;
  return pass;
}
