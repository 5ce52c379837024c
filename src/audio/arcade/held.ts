/**
 * The rifff that is being made in a field: heard in the middle, by a looper on the grid of the field. Each change of it is
 * given as a whole; the looper lets go on what stays.
 */
import type { Rifff } from '../../data/contract/rifff.ts';
import type { FieldMusic } from '../../data/rules/arcade/fieldMusic.ts';
import type { Grid } from '../looper/gridClock.ts';
import type { VoiceSpec } from '../looper/voice.ts';
import { Deck } from './deck.ts';
import { type FieldPlan, type FieldVoice, planField } from './fieldPlans.ts';

const NOTHING: readonly FieldVoice[] = [];

export class Held {
  private rifff: Rifff | null = null;
  private plan: FieldPlan | null = null;
  private deck: Deck | null = null;

  /** Takes a rifff in the place of another one. */
  take(rifff: Rifff | null, music: FieldMusic): void {
    this.rifff = rifff;
    this.plan = rifff && planField(rifff, music);
  }

  /** The field has other music. */
  retune(music: FieldMusic): void {
    this.take(this.rifff, music);
  }

  /** What it needs to sound whole. */
  get voices(): readonly FieldVoice[] {
    return this.plan?.voices ?? NOTHING;
  }

  /** Is it audible, and not fading out? */
  get isHeard(): boolean {
    return this.deck !== null && !this.deck.isLeaving;
  }

  /** Does anything of it still sound? */
  get isThere(): boolean {
    return this.deck !== null;
  }

  /**
   * Plays its loaded loops, and drops the rest.
   *
   * @param gain of a rifff at the level of the field
   * @param grid where the field is; null where this is the first that sounds
   * @returns the grid that it plays on; null when nothing of it is here
   */
  play(
    to: { readonly context: BaseAudioContext; readonly output: AudioNode },
    specs: readonly (VoiceSpec | null)[],
    gain: number,
    grid: Grid | null,
    { bps, barLength }: FieldMusic,
  ): Grid | null {
    const { plan } = this;
    if (!plan || specs.every((spec) => spec === null)) {
      this.leave();
      return null;
    }
    this.deck ??= new Deck(to.context, to.output, 0);
    const own = this.deck.play(specs, grid, { bps, barLength, bars: plan.bars });
    this.deck.mix(gain * plan.level, 0);
    return own;
  }

  /** Glides to silence; what it is stays. */
  leave(): void {
    this.deck?.leave();
  }

  /** Work that may be late. */
  tick(): void {
    const { deck } = this;
    deck?.tick();
    if (!deck?.isLeaving || !deck.isGone) return;
    deck.dispose();
    this.deck = null;
  }

  /** Hands over what still fades out; the next one starts anew. @returns null where it is silent */
  letGo(): Deck | null {
    const { deck } = this;
    deck?.leave();
    this.deck = null;
    return deck;
  }
}
