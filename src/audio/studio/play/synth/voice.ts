/**
 * One note of a patch on native nodes: exact in pitch and time, live and offline by the same code. Every change
 * that it makes is written onto the audio clock; nothing waits for a timer.
 */
import { noteHz } from '../../../../data/rules/instruments/scaleKeys.ts';
import type { SynthSettings } from '../../../state/play.ts';
import type { Patch } from './patches.ts';

/** Time in which a voice that is taken for another note falls silent. */
const STEAL_SEC = 0.006;
/** Resonance 0 to 1 as the filter's quality in dB: from none to clearly heard. */
const RESONANCE_DB = 18;
const FLAT_DB = -3;
const CENTS = 1200;

interface NoteStart {
  readonly midi: number;
  /** 0 to 1. */
  readonly velocity: number;
  /** Context time. */
  readonly atSec: number;
}

/** Time constants: a decay has fallen by nine tenths at its time, a release by 43 dB. */
const decayTau = (sec: number) => sec / 2.3;
const releaseTau = (sec: number) => sec / 5;
/** Time after letting go at which nothing is left to hear, −87 dB. */
export const releaseEnd = (settings: SynthSettings) => 2 * settings.releaseSec;

export class Voice {
  readonly midi: number;
  readonly atSec: number;
  /** Time of its release; Infinity while it is held. */
  releasedSec = Number.POSITIVE_INFINITY;
  private readonly patch: Patch;
  private settings: SynthSettings;
  private readonly peak: number;
  private readonly context: BaseAudioContext;
  private readonly oscillators: OscillatorNode[];
  private readonly filters: BiquadFilterNode[];
  private readonly amp: GainNode;
  private readonly attackSec: number;
  private readonly tauSec: number;
  private ended: (() => void) | null = null;

  constructor(
    context: BaseAudioContext,
    output: AudioNode,
    patch: Patch,
    settings: SynthSettings,
    { midi, velocity, atSec }: NoteStart,
  ) {
    this.context = context;
    this.patch = patch;
    this.settings = settings;
    this.midi = midi;
    this.atSec = Math.max(atSec, context.currentTime);
    this.attackSec = settings.attackSec;
    this.tauSec = decayTau(settings.decaySec);
    this.peak = (0.3 + 0.7 * velocity) * 10 ** (patch.trimDb / 20);
    this.amp = new GainNode(context, { gain: 0 });
    this.filters = Array.from({ length: patch.isSteep ? 2 : 1 }, (_, index) =>
      this.makeFilter(index, velocity),
    );
    this.filters.forEach((filter, at) => {
      filter.connect(this.filters[at + 1] ?? this.amp);
    });
    this.amp.connect(output);
    this.oscillators = this.makeOscillators();
    this.openAmp();
  }

  private makeFilter(index: number, velocity: number): BiquadFilterNode {
    const { patch, settings, context } = this;
    const filter = new BiquadFilterNode(context, {
      type: 'lowpass',
      frequency: settings.cutoffHz,
      // Only one of two filters in a row rings.
      Q: index === 0 ? FLAT_DB + RESONANCE_DB * settings.resonance : FLAT_DB,
    });
    const track = patch.keyTrack * (this.midi - 60) * 100;
    const sweep = patch.sweepOctaves * CENTS * (0.4 + 0.6 * velocity);
    const detune = filter.detune;
    detune.setValueAtTime(track, this.atSec);
    detune.linearRampToValueAtTime(track + sweep, this.atSec + this.attackSec);
    detune.setTargetAtTime(
      track + sweep * patch.sweepSustain,
      this.atSec + this.attackSec,
      this.tauSec,
    );
    return filter;
  }

  private makeOscillators(): OscillatorNode[] {
    const { context, patch } = this;
    return patch.layers.map(({ wave, semitones, cents, level, pan }) => {
      const oscillator = new OscillatorNode(context, {
        type: wave,
        frequency: noteHz(this.midi + semitones),
        detune: cents,
      });
      const gain = new GainNode(context, { gain: level });
      oscillator.connect(gain);
      if (pan === 0) gain.connect(this.filters[0]!);
      else gain.connect(new StereoPannerNode(context, { pan })).connect(this.filters[0]!);
      oscillator.start(this.atSec);
      return oscillator;
    });
  }

  private openAmp(): void {
    const { gain } = this.amp;
    gain.setValueAtTime(0, this.atSec);
    gain.linearRampToValueAtTime(this.peak, this.atSec + this.attackSec);
    gain.setTargetAtTime(this.peak * this.patch.sustain, this.atSec + this.attackSec, this.tauSec);
  }

  /** When nothing of it is left to hear; Infinity while it is held. */
  get endSec(): number {
    return this.releasedSec + releaseEnd(this.settings);
  }

  /** Level at a time, by the same formulas as the automation: no browser tells it. */
  private levelAt(sec: number): number {
    if (sec <= this.releasedSec) return this.heldLevelAt(sec);
    const fall = Math.exp(-(sec - this.releasedSec) / releaseTau(this.settings.releaseSec));
    return this.heldLevelAt(this.releasedSec) * fall;
  }

  private heldLevelAt(sec: number): number {
    const inside = sec - this.atSec;
    if (inside <= 0) return 0;
    if (inside < this.attackSec) return (this.peak * inside) / this.attackSec;
    const { sustain } = this.patch;
    const fall = Math.exp(-(inside - this.attackSec) / this.tauSec);
    return this.peak * (sustain + (1 - sustain) * fall);
  }

  /** Holds the level that it has at a time, whatever was to come. */
  private holdAt(sec: number): void {
    const { gain } = this.amp;
    const level = this.levelAt(sec);
    gain.cancelScheduledValues(sec);
    // In the attack the ramp to its end is gone: one to here goes along the same line.
    const isInAttack = sec - this.atSec < this.attackSec && sec <= this.releasedSec;
    if (isInAttack) gain.linearRampToValueAtTime(level, sec);
    else gain.setValueAtTime(level, sec);
  }

  /** Lets the key go. */
  release(sec: number): void {
    if (this.releasedSec < Number.POSITIVE_INFINITY) return;
    const from = Math.max(sec, this.atSec);
    this.holdAt(from);
    this.amp.gain.setTargetAtTime(0, from, releaseTau(this.settings.releaseSec));
    this.releasedSec = from;
    this.stopAt(this.endSec);
  }

  /** Falls silent at once, for another note; a voice that has not begun never sounds. */
  steal(sec: number): void {
    const from = Math.max(sec, this.context.currentTime);
    if (from <= this.atSec) {
      this.stopAt(from);
      return;
    }
    this.holdAt(from);
    this.amp.gain.linearRampToValueAtTime(0, from + STEAL_SEC);
    this.releasedSec = Math.min(this.releasedSec, from);
    this.stopAt(from + STEAL_SEC);
  }

  private stopAt(sec: number): void {
    for (const oscillator of this.oscillators) oscillator.stop(sec);
  }

  /** Follows the controls while it sounds. */
  update(settings: SynthSettings): void {
    this.settings = settings;
    const now = this.context.currentTime;
    this.filters.forEach(({ frequency, Q }, index) => {
      frequency.setTargetAtTime(settings.cutoffHz, now, 0.01);
      if (index === 0) Q.setTargetAtTime(FLAT_DB + RESONANCE_DB * settings.resonance, now, 0.01);
    });
  }

  /** Called once when it has ended and its nodes are disconnected. */
  onEnded(listener: () => void): void {
    this.ended = listener;
    const last = this.oscillators[0];
    if (last) {
      last.onended = () => {
        this.amp.disconnect();
        this.ended?.();
      };
    }
  }
}
