/** Voices of one patch and who may sound: a limit for each patch, the oldest gives way. */
import type { SynthSettings } from '../../../state/play.ts';
import type { Patch } from './patches.ts';
import { Voice } from './voice.ts';

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

  /** Begins a note at a context time; whoever is one too many at that time gives way. */
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
