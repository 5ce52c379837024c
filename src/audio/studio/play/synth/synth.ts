/** Voices of one patch, with a limit: beyond it the oldest one ends. */

import {
  type Phrase,
  phraseLength,
  soundingNotes,
} from '../../../../data/rules/instruments/phrase.ts';
import { loopFrames } from '../../../../data/rules/time/timing.ts';
import { holdPeak } from '../../../../dsp/levels.ts';
import type { SynthSettings } from '../../../state/play.ts';
import type { SoundSamples } from '../../Studio.ts';
import type { Patch } from './patches.ts';
import { releaseEnd, Voice } from './voice.ts';

export class Synth {
  private readonly context: BaseAudioContext;
  private readonly output: AudioNode;
  patch: Patch;
  settings: SynthSettings;
  private voices: Voice[] = [];

  constructor(context: BaseAudioContext, output: AudioNode, patch: Patch, settings: SynthSettings) {
    this.context = context;
    this.output = output;
    this.patch = patch;
    this.settings = settings;
  }

  /** Notes that are held or still fading. */
  get sounding(): number {
    return this.voices.length;
  }

  /** Begins a note at a context time; a voice beyond the limit is ended. */
  start(midi: number, velocity: number, atSec: number): Voice {
    const { context, output, patch, settings } = this;
    const at = Math.max(atSec, context.currentTime);
    this.makeRoom(at);
    const voice = new Voice(context, output, patch, settings, { midi, velocity, atSec: at });
    this.voices.push(voice);
    voice.onEnded(() => {
      this.voices = this.voices.filter((one) => one !== voice);
    });
    return voice;
  }

  private makeRoom(at: number): void {
    const heard = this.voices.filter(({ atSec, endSec }) => atSec <= at && endSec > at);
    const tooMany = heard.length + 1 - this.patch.voices;
    if (tooMany <= 0) return;
    const byAge = heard.sort((a, b) => {
      const isGone = Number(b.releasedSec <= at) - Number(a.releasedSec <= at);
      return isGone || a.atSec - b.atSec;
    });
    for (const voice of byAge.slice(0, tooMany)) {
      voice.steal(at);
      this.voices = this.voices.filter((one) => one !== voice);
    }
  }

  /** Another patch or other settings: what sounds follows its filter, what begins is wholly new. */
  update(patch: Patch, settings: SynthSettings): void {
    const isSame = patch === this.patch;
    this.patch = patch;
    this.settings = settings;
    if (isSame) for (const voice of this.voices) voice.update(settings);
  }
}

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
