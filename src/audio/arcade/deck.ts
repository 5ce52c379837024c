/**
 * One rifff that is heard in a field: a looper on the grid of the field, then its gain by distance and its direction.
 * Gains and directions glide, so that neither moving nor coming and going clicks.
 */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { FADE_FRAMES } from '../looper/curves.ts';
import type { Grid } from '../looper/gridClock.ts';
import { Looper } from '../looper/looper.ts';
import type { VoiceSpec } from '../looper/voice.ts';
import { enterOnTime, scheduleOnTime, startOnTime } from '../player/onTime.ts';

/** How soon gain, levels and direction follow, as times to a fall by e. */
const GAIN_TAU_SEC = 0.05;
const PAN_TAU_SEC = 0.06;
/** From leaving to letting go: by then what is left is 100 dB down. */
const GONE_SEC = 0.6;
/** Voices that come to one that is heard already, or leave it, do so over this time. */
const BLEND_FRAMES = Math.round(0.06 * SAMPLE_RATE_HZ);
/** Changes that cannot be heard are left out. */
const TINY = 0.001;
const SLOTS = 8;

export class Deck {
  readonly looper: Looper;
  private readonly context: BaseAudioContext;
  private readonly gain: GainNode;
  private readonly panner: StereoPannerNode;
  private wanted = 0;
  private direction: number;
  private keys = '';
  private leftSec = Number.POSITIVE_INFINITY;
  /** When its first voice begins: until then its gain stays 0. */
  private entersSec = 0;

  /** @param direction where it is heard from at first, −1 to 1 */
  constructor(context: BaseAudioContext, output: AudioNode, direction: number) {
    this.context = context;
    this.direction = direction;
    this.gain = new GainNode(context, { gain: 0 });
    this.panner = new StereoPannerNode(context, { pan: direction });
    this.gain.connect(this.panner).connect(output);
    this.looper = new Looper(context, this.gain, SLOTS);
  }

  /** Has it begun to sound? */
  get isPlaying(): boolean {
    return this.keys !== '';
  }

  /** Is it fading out? */
  get isLeaving(): boolean {
    return this.leftSec !== Number.POSITIVE_INFINITY;
  }

  /** Has it left, so that nothing of it is heard any more? */
  get isGone(): boolean {
    return this.context.currentTime > this.leftSec + GONE_SEC;
  }

  /**
   * Plays voices by slot, and lets others go; voices that stay go on, at the levels that are given now.
   *
   * @param grid where the field is; null where this is the first that sounds, which sets it
   * @returns the grid that it plays on
   */
  play(
    specs: readonly (VoiceSpec | null)[],
    grid: Grid | null,
    music: Omit<Grid, 'originFrame'>,
  ): Grid {
    const keys = specs.map((spec) => spec?.key ?? '').join();
    const gridAt = (originFrame: number): Grid => ({ ...music, originFrame });
    const own = grid ? gridAt(grid.originFrame) : null;
    if (this.keys === keys && own) {
      this.level(specs);
      return own;
    }
    const isFirst = this.keys === '';
    this.keys = keys;
    if (!own) startOnTime(this.looper, specs, gridAt);
    else if (isFirst) enterOnTime(this.looper, specs, own);
    else {
      const blend = { boundary: 'now', blendFrames: BLEND_FRAMES } as const;
      scheduleOnTime(this.looper, this.atOldLevels(specs), () => own, blend);
      this.level(specs);
    }
    if (isFirst) this.entersSec = (this.looper.changedFrame - FADE_FRAMES) / SAMPLE_RATE_HZ;
    return own ?? this.looper.clock.last!.grid;
  }

  /** The same with voices that sound already at the levels that they have: those glide. */
  private atOldLevels(specs: readonly (VoiceSpec | null)[]): (VoiceSpec | null)[] {
    const levels = new Map(this.looper.voices.map((voice) => [voice?.key, voice?.level]));
    return specs.map((spec) => spec && { ...spec, level: levels.get(spec.key) ?? spec.level });
  }

  /** Glides to the levels that are wished. */
  private level(specs: readonly (VoiceSpec | null)[]): void {
    specs.forEach((spec, slot) => {
      const voice = this.looper.voices[slot];
      if (spec && voice) voice.setLevel(spec.level, this.context.currentTime, GAIN_TAU_SEC);
    });
  }

  /** Glides to a gain and a direction. Call it once it plays. */
  mix(gain: number, direction: number): void {
    this.leftSec = Number.POSITIVE_INFINITY;
    this.glide(gain);
    if (Math.abs(direction - this.direction) < TINY) return;
    this.panner.pan.setTargetAtTime(direction, this.context.currentTime, PAN_TAU_SEC);
    this.direction = direction;
  }

  /** Glides to silence. */
  leave(): void {
    if (this.isLeaving) return;
    this.leftSec = this.context.currentTime;
    this.glide(0);
  }

  private glide(gain: number): void {
    if (Math.abs(gain - this.wanted) < TINY && gain !== 0) return;
    this.wanted = gain;
    const from = Math.max(this.context.currentTime, this.entersSec);
    this.gain.gain.setTargetAtTime(gain, from, GAIN_TAU_SEC);
  }

  /** Work that may be late. */
  tick(): void {
    this.looper.tick();
  }

  dispose(): void {
    this.looper.dispose();
    this.gain.disconnect();
    this.panner.disconnect();
  }
}
