/**
 * The sound of a field: some twenty times a second it looks who is near, fetches what they and those ahead need, lets the
 * nearest sound on one grid, and mixes them by distance and direction. Nothing here is asked in a frame.
 */
import { DECODED_CACHE_BYTES } from '../../data/contract/constants.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { CueId } from '../../data/rules/arcade/cues.ts';
import { chooseHeard, mixGains, panOf, shareVoices } from '../../data/rules/arcade/fieldMix.ts';
import { type FieldMusic, fieldMusic } from '../../data/rules/arcade/fieldMusic.ts';
import { matchGain } from '../../dsp/levels.ts';
import type { SoundSource } from '../engine/sampler.ts';
import { MASTER_ROW } from '../engine/telemetry.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import type { Grid } from '../looper/gridClock.ts';
import type { VoiceSpec } from '../looper/voice.ts';
import { patchField } from '../state/field.ts';
import { Deck } from './deck.ts';
import type { FieldNear, FieldSound } from './FieldSound.ts';
import { FieldLoads } from './fieldLoads.ts';
import { type FieldPlan, type FieldVoice, planField, voiceBytes } from './fieldPlans.ts';

/** What a field needs of the engine. */
export interface FieldHost {
  /** Starts the context. Call it inside a gesture. */
  open(): Promise<{ readonly context: BaseAudioContext; readonly output: AudioNode }>;
  /** Loads and renders loops as the player does; its cache keeps what was used last. */
  readonly maker: PatternMaker;
  /** Stops what the engine plays. */
  stop(): void;
  /** Keeps the context running until the answer is called. */
  hold(): () => void;
  /** Calls a listener some twenty times a second once the context is open. @returns how to end that */
  onTick(listener: () => void): () => void;
  /** What the telemetry reads from now on; null gives it back to the engine. Rows are slots of the focus. */
  listen(source: Omit<SoundSource, 'context'> | null): void;
}

/** Rifffs ahead of the flight that are fetched beside those who are heard, and voices of each. */
const AHEAD = 3;
const AHEAD_VOICES = 4;
/** Nobody farther away is fetched ahead. */
const AHEAD_REACH = 3.6;
/** Bytes of all that is heard at most: the rest of the cache is for what comes and what has been decoded. */
const HEARD_BYTES = DECODED_CACHE_BYTES * 0.45;
/** Without a sound card to tick, before the first gesture, it looks so often. */
const QUIET_MS = 250;
/** After this nothing is heard any more of what was let go. */
const GOING_MS = 800;
const SLOTS = 8;

export class Field implements FieldSound {
  private readonly host: FieldHost;
  private rifffs: readonly Rifff[] = [];
  private near: FieldNear | null = null;
  private music: FieldMusic = fieldMusic([]);
  private plans: (FieldPlan | null)[] = [];
  private readonly loads: FieldLoads;
  private readonly decks = new Map<number, Deck>();
  private heard: number[] = [];
  private grid: Grid | null = null;
  private rig: { readonly context: BaseAudioContext; readonly output: AudioNode } | null = null;
  private isWanted = false;
  private letRest: (() => void) | null = null;
  private stopTicks: (() => void) | null = null;
  private quiet: ReturnType<typeof setInterval> | undefined;
  /** Where the one in the clearing is in its own bars: made anew when that is another one. */
  private focusGrid: Grid | null = null;
  private focusOf = -1;

  constructor(host: FieldHost) {
    this.host = host;
    this.loads = new FieldLoads(host.maker);
  }

  enter(rifffs: readonly Rifff[], near: FieldNear, music = fieldMusic(rifffs)): void {
    const { bps, barLength, root, scale } = this.music;
    const isSame =
      bps === music.bps &&
      barLength === music.barLength &&
      root === music.root &&
      scale === music.scale;
    if (this.near && (!isSame || rifffs !== this.rifffs)) this.letGo();
    this.rifffs = rifffs;
    this.near = near;
    this.music = music;
    this.plans = rifffs.map(() => null);
    patchField({ bpm: Math.round(60 * music.bps) });
    clearInterval(this.quiet);
    this.quiet = setInterval(() => {
      if (!this.stopTicks) this.tick();
    }, QUIET_MS);
    this.tick();
  }

  async start(): Promise<void> {
    this.isWanted = true;
    patchField({ status: this.heard.length > 0 ? 'playing' : 'waiting' });
    this.host.stop();
    this.rig = await this.host.open();
    if (!this.isWanted) return;
    this.letRest ??= this.host.hold();
    this.stopTicks ??= this.host.onTick(() => this.tick());
    this.host.listen(this.source());
    this.tick();
  }

  stop(): void {
    this.isWanted = false;
    for (const deck of this.decks.values()) deck.leave();
    this.near?.heard.fill(0);
    this.heard = [];
    patchField({ status: 'silent', heard: [] });
  }

  leave(): void {
    this.stop();
    this.letGo();
    this.near = null;
    this.rifffs = [];
    clearInterval(this.quiet);
    this.stopTicks?.();
    this.stopTicks = null;
    this.host.listen(null);
    this.letRest?.();
    this.letRest = null;
    patchField({ failed: [], bpm: 0 });
  }

  hold(_rifff: Rifff | null): void {}

  pulse(_isOn: boolean): void {}

  heardSec(_performanceMs: number): number | null {
    return null;
  }

  cue(_id: CueId): void {}

  /** Ends everything, as softly as somebody who is flown past. */
  private letGo(): void {
    const going = [...this.decks.values()];
    for (const deck of going) deck.leave();
    setTimeout(() => {
      for (const deck of going) deck.dispose();
    }, GOING_MS);
    this.decks.clear();
    this.loads.clear();
    this.heard = [];
    this.grid = null;
    this.focusOf = -1;
  }

  /** Bytes of what is held because it is heard or will be. */
  get heldBytes(): number {
    return this.loads.bytes;
  }

  /** Is a first voice of a rifff here? */
  isReady(rifff: number): boolean {
    const first = this.planOf(rifff).voices[0];
    return first !== undefined && this.loads.patternOf(first.pattern) !== null;
  }

  /** Is something on its way? */
  get isFetching(): boolean {
    return this.loads.isFetching;
  }

  /** Looks who is near, and does what follows from it. */
  tick(): void {
    const { near } = this;
    if (!near) return;
    for (const deck of this.decks.values()) deck.tick();
    const isSounding = this.isWanted && this.rig !== null;
    this.heard = chooseHeard(near.distance, this.rifffs.length, this.heard);
    const wanted = this.wishes(this.heard);
    const next = this.ahead(near).map((rifff) => this.planOf(rifff).voices.slice(0, AHEAD_VOICES));
    this.loads.want([...wanted.values()].flat(), next.flat());
    if (isSounding) this.sound(wanted, near);
    else if (this.grid && this.decks.size === 0) this.rest();
    for (const [rifff, deck] of this.decks) {
      if (!this.heard.includes(rifff) || !this.isWanted) deck.leave();
      if (!deck.isLeaving || !deck.isGone) continue;
      deck.dispose();
      this.decks.delete(rifff);
    }
    this.tell(near);
  }

  /** It is silent: the next time music begins anew, and meanwhile the sound card may rest. */
  private rest(): void {
    this.grid = null;
    this.letRest?.();
    this.letRest = null;
  }

  private planOf(rifff: number): FieldPlan {
    this.plans[rifff] ??= planField(this.rifffs[rifff]!, this.music);
    return this.plans[rifff];
  }

  /** Voices of those who are heard, within what may sound and be held at once. */
  private wishes(heard: readonly number[]): Map<number, FieldVoice[]> {
    const shares = shareVoices(heard.map((rifff) => this.planOf(rifff).voices.length));
    let bytes = 0;
    return new Map(
      heard.map((rifff, rank) => {
        const voices = this.planOf(rifff)
          .voices.slice(0, shares[rank])
          .filter((voice) => {
            if (bytes + voiceBytes(voice) > HEARD_BYTES) return false;
            bytes += voiceBytes(voice);
            return true;
          });
        return [rifff, voices];
      }),
    );
  }

  /** Who will be near next, the nearest first. */
  private ahead({ soon }: FieldNear): number[] {
    const others: number[] = [];
    for (let rifff = 0; rifff < this.rifffs.length; rifff++) {
      if (soon[rifff]! < AHEAD_REACH && !this.heard.includes(rifff)) others.push(rifff);
    }
    return others.sort((a, b) => soon[a]! - soon[b]!).slice(0, AHEAD);
  }

  private sound(wanted: ReadonlyMap<number, readonly FieldVoice[]>, near: FieldNear): void {
    const gains = mixGains(
      this.heard.map((rifff) => near.distance[rifff]!),
      near.open,
    );
    this.heard.forEach((rifff, rank) => {
      const specs = this.specsOf(wanted.get(rifff)!);
      if (specs.every((spec) => spec === null)) return;
      const plan = this.planOf(rifff);
      const direction = panOf(near.pan[rifff]!);
      let deck = this.decks.get(rifff);
      if (!deck) {
        deck = new Deck(this.rig!.context, this.rig!.output, direction);
        this.decks.set(rifff, deck);
      }
      const { bps, barLength } = this.music;
      const grid = deck.play(specs, this.grid, { bps, barLength, bars: plan.bars });
      deck.mix(gains[rank]! * plan.level, direction);
      this.grid ??= grid;
    });
  }

  private specsOf(voices: readonly FieldVoice[]): (VoiceSpec | null)[] {
    const specs = new Array<VoiceSpec | null>(SLOTS).fill(null);
    for (const { slot, pattern: plan, category, gain } of voices) {
      const pattern = this.loads.patternOf(plan);
      if (!pattern) continue;
      const trim = matchGain(plan.loop.loudnessLufs ?? pattern.loudnessLufs, category);
      specs[slot] = { key: plan.key, pattern, trim, level: gain };
    }
    return specs;
  }

  private tell(near: FieldNear): void {
    near.heard.fill(0);
    const sounding = this.heard.filter((rifff) => {
      const deck = this.decks.get(rifff);
      return deck?.isPlaying && !deck.isLeaving;
    });
    for (const rifff of sounding) near.heard[rifff] = 1;
    const failed = this.heard.filter((rifff) => {
      const { voices } = this.planOf(rifff);
      return voices.length > 0 && voices.every((one) => this.loads.hasFailed(one.pattern));
    });
    const status = !this.isWanted ? 'silent' : sounding.length > 0 ? 'playing' : 'waiting';
    patchField({ status, heard: sounding, failed });
  }

  /** What the picture reads of the sound: the slots of the one in the clearing, and where the field is. */
  private source(): Omit<SoundSource, 'context'> {
    const field = this;
    return {
      restBars: 0,
      get isPlaying() {
        return field.isWanted && field.grid !== null;
      },
      analyserOf(row) {
        if (row === MASTER_ROW || row >= SLOTS) return null;
        return field.decks.get(field.near?.focus ?? -1)?.looper.sounding(row)?.analyser ?? null;
      },
      gridAt: () => field.gridOfFocus(),
    };
  }

  /** The grid in the bars of the one in the clearing. Allocates only when that has changed. */
  private gridOfFocus(): Grid | null {
    const { grid, near } = this;
    if (!grid) return null;
    const focus = near?.focus ?? -1;
    if (focus !== this.focusOf || this.focusGrid?.originFrame !== grid.originFrame) {
      const bars = focus >= 0 && focus < this.rifffs.length ? this.planOf(focus).bars : grid.bars;
      this.focusOf = focus;
      this.focusGrid = { ...grid, bars };
    }
    return this.focusGrid;
  }

  /** Frame of the field's first bar, or −1. For tests. */
  get originFrame(): number {
    return this.grid?.originFrame ?? -1;
  }
}
