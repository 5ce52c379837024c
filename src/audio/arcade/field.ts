/**
 * The sound of a field: some twenty times a second it looks who is near, fetches what they and those ahead need, lets
 * the nearest sound on one grid, and mixes them by distance and direction. Nothing here is asked in a frame.
 */
import { DECODED_CACHE_BYTES, SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import type { CueId } from '../../data/rules/arcade/cues.ts';
import {
  chooseHeard,
  heldGains,
  MOST_VOICES,
  mixGains,
  panOf,
  shareVoices,
} from '../../data/rules/arcade/fieldMix.ts';
import { type FieldMusic, fieldMusic } from '../../data/rules/arcade/fieldMusic.ts';
import { matchGain } from '../../dsp/levels.ts';
import { LIMITER_DELAY_FRAMES } from '../../dsp/limiterDelay.ts';
import { HeardClock } from '../engine/heardClock.ts';
import type { SoundSource } from '../engine/sampler.ts';
import type { Grid } from '../looper/gridClock.ts';
import type { VoiceSpec } from '../looper/voice.ts';
import { patchField } from '../state/field.ts';
import type { EngineHost } from '../studio/host.ts';
import { CueSounds } from './cueSounds.ts';
import { Deck } from './deck.ts';
import type { FieldNear, FieldSound } from './FieldSound.ts';
import { FieldLoads } from './fieldLoads.ts';
import { type FieldPlan, type FieldVoice, planField, voiceBytes } from './fieldPlans.ts';
import { fieldSource } from './fieldSource.ts';
import { Held } from './held.ts';
import { musicSec, Pulse } from './pulse.ts';

/** What a field needs of the engine. */
export interface FieldHost extends EngineHost {
  /** Starts the context. Call it inside a gesture. */
  open(): Promise<FieldAudio>;
  /** Stops what the engine plays. */
  stop(): void;
  /** What the telemetry reads from now on; null gives it back to the engine. Rows are slots of the focus. */
  listen(source: Omit<SoundSource, 'context'> | null): void;
}

/** Rifffs ahead of the flight that are fetched beside those who are heard, and voices of each. */
const AHEAD = 3;
const AHEAD_VOICES = 4;
/** Rifffs farther away are not fetched ahead. */
const AHEAD_REACH = 3.6;
/** Bytes of all that is heard at most: the rest of the cache is for what comes and what has been decoded. */
const HEARD_BYTES = DECODED_CACHE_BYTES * 0.45;
/** Without a sound card to tick, before the first gesture, it looks so often. */
const QUIET_MS = 250;
/** Time until a released sound is silent. */
const GOING_MS = 800;
const SLOTS = 8;
/** From the wish for a pulse to its first tick, where nothing sounds yet. */
const PULSE_LEAD_FRAMES = 0.1 * SAMPLE_RATE_HZ;

/** A sound card that is open. */
interface FieldAudio {
  readonly context: BaseAudioContext;
  readonly output: AudioNode;
}

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
  private audio: FieldAudio | null = null;
  private readonly held = new Held();
  private isPulsing = false;
  /** Ticks and cues are in the field's key: made anew when that is another one. */
  private pulseSound: Pulse | null = null;
  private cueSounds: CueSounds | null = null;
  private readonly clock = new HeardClock();
  private isWanted = false;
  private letRest: (() => void) | null = null;
  private stopTicks: (() => void) | null = null;
  private quiet: ReturnType<typeof setInterval> | undefined;

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
    this.held.retune(music);
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
    this.audio = await this.host.open();
    if (!this.isWanted) return;
    this.letRest ??= this.host.hold();
    this.stopTicks ??= this.host.onTick(() => this.tick());
    this.host.listen(this.source());
    this.tick();
  }

  stop(): void {
    this.isWanted = false;
    for (const deck of this.decks.values()) deck.leave();
    this.held.leave();
    this.pulseSound?.stop();
    this.cueSounds?.stop();
    this.near?.heard.fill(0);
    this.heard = [];
    patchField({ status: 'silent', heard: [] });
  }

  leave(): void {
    this.stop();
    this.held.take(null, this.music);
    this.isPulsing = false;
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

  hold(rifff: Rifff | null): void {
    this.held.take(rifff, this.music);
    this.tick();
  }

  pulse(isOn: boolean): void {
    this.isPulsing = isOn;
    if (isOn) this.tick();
    else this.pulseSound?.stop();
  }

  heardSec(performanceMs: number): number | null {
    const { grid, audio } = this;
    if (!grid || !audio || !this.isWanted) return null;
    // The clock is asked for now, as it wants to be; the moment is so long ago.
    const nowMs = performance.now();
    const sec = this.clock.seconds(audio.context, nowMs) + (performanceMs - nowMs) / 1000;
    return musicSec(grid, sec * SAMPLE_RATE_HZ - LIMITER_DELAY_FRAMES);
  }

  cue(id: CueId): void {
    if (!this.audio || !this.isWanted) return;
    this.cueSounds ??= new CueSounds(this.audio.output, this.music);
    this.cueSounds.play(id);
  }

  /** Ends everything, as softly as a rifff that is passed. */
  private letGo(): void {
    const held = this.held.letGo();
    const going = held ? [...this.decks.values(), held] : [...this.decks.values()];
    for (const deck of going) deck.leave();
    setTimeout(() => {
      for (const deck of going) deck.dispose();
    }, GOING_MS);
    this.decks.clear();
    this.loads.clear();
    this.pulseSound?.stop();
    this.pulseSound = null;
    this.cueSounds?.stop();
    this.cueSounds = null;
    this.heard = [];
    this.grid = null;
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

  /** Is something loading? */
  get isFetching(): boolean {
    return this.loads.isFetching;
  }

  /** Plays and loads the rifffs that are near. */
  tick(): void {
    const { near } = this;
    if (!near) return;
    for (const deck of this.decks.values()) deck.tick();
    this.held.tick();
    this.heard = chooseHeard(near.distance, this.rifffs.length, this.heard);
    const { held, wanted } = this.wishes(this.heard);
    const next = this.ahead(near).map((rifff) => this.planOf(rifff).voices.slice(0, AHEAD_VOICES));
    this.loads.want([...held, ...wanted.values()].flat(), next.flat());
    if (this.isWanted && this.audio) this.sound(this.audio, held, wanted, near);
    else if (this.grid && this.decks.size === 0 && !this.held.isThere) this.rest();
    for (const [rifff, deck] of this.decks) {
      if (!this.heard.includes(rifff) || !this.isWanted) deck.leave();
      if (!deck.isLeaving || !deck.isGone) continue;
      deck.dispose();
      this.decks.delete(rifff);
    }
    this.tell(near);
  }

  /** It is silent: the sound card may rest, and the next music starts anew. */
  private rest(): void {
    this.grid = null;
    this.letRest?.();
    this.letRest = null;
  }

  private planOf(rifff: number): FieldPlan {
    this.plans[rifff] ??= planField(this.rifffs[rifff]!, this.music);
    return this.plans[rifff];
  }

  /** Voices of the held rifff and of audible ones, within the limits of sound and memory. */
  private wishes(heard: readonly number[]) {
    let bytes = 0;
    const within = (voices: readonly FieldVoice[]) =>
      voices.filter((voice) => {
        if (bytes + voiceBytes(voice) > HEARD_BYTES) return false;
        bytes += voiceBytes(voice);
        return true;
      });
    const held = within(this.held.voices);
    const counts = heard.map((rifff) => this.planOf(rifff).voices.length);
    const shares = shareVoices(counts, MOST_VOICES - held.length);
    const wanted = new Map(
      heard.map((rifff, rank) => {
        const { voices } = this.planOf(rifff);
        return [rifff, within(voices.slice(0, shares[rank]))] as const;
      }),
    );
    return { held, wanted };
  }

  /** Who will be near next, the nearest first. */
  private ahead({ soon }: FieldNear): number[] {
    const others: number[] = [];
    for (let rifff = 0; rifff < this.rifffs.length; rifff++) {
      if (soon[rifff]! < AHEAD_REACH && !this.heard.includes(rifff)) others.push(rifff);
    }
    return others.sort((a, b) => soon[a]! - soon[b]!).slice(0, AHEAD);
  }

  private sound(
    audio: FieldAudio,
    held: readonly FieldVoice[],
    wanted: ReadonlyMap<number, readonly FieldVoice[]>,
    near: FieldNear,
  ): void {
    const { music } = this;
    const { bps, barLength } = music;
    if (this.isPulsing) {
      const originFrame =
        Math.round(audio.context.currentTime * SAMPLE_RATE_HZ) + PULSE_LEAD_FRAMES;
      this.grid ??= { originFrame, bps, barLength, bars: 1 };
      this.pulseSound ??= new Pulse(audio.output, music.root);
      this.pulseSound.tick(this.grid);
    }
    const own = this.held.play(audio, this.specsOf(held), heldGains(true).held, this.grid, music);
    this.grid ??= own;
    const beside = heldGains(this.held.isHeard).field;
    const gains = mixGains(
      this.heard.map((rifff) => near.distance[rifff]!),
      near.open,
    );
    this.heard.forEach((rifff, rank) => {
      const specs = this.specsOf(wanted.get(rifff)!);
      let deck = this.decks.get(rifff);
      if (specs.every((spec) => spec === null)) {
        deck?.leave();
        return;
      }
      const plan = this.planOf(rifff);
      const direction = panOf(near.pan[rifff]!);
      if (!deck) {
        deck = new Deck(audio.context, audio.output, direction);
        this.decks.set(rifff, deck);
      }
      const grid = deck.play(specs, this.grid, { bps, barLength, bars: plan.bars });
      deck.mix(beside * gains[rank]! * plan.level, direction);
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
    const isHeard = sounding.length > 0 || this.held.isHeard;
    const status = !this.isWanted ? 'silent' : isHeard ? 'playing' : 'waiting';
    patchField({ status, heard: sounding, failed });
  }

  private source(): Omit<SoundSource, 'context'> {
    const field = this;
    return fieldSource({
      get isPlaying() {
        return field.isWanted && field.grid !== null;
      },
      get grid() {
        return field.grid;
      },
      get focus() {
        return field.near?.focus ?? -1;
      },
      deckOf: (rifff) => field.decks.get(rifff),
      barsOf: (rifff) => (field.rifffs[rifff] ? field.planOf(rifff).bars : null),
    });
  }

  /** Frame of the field's first bar, or −1. For tests. */
  get originFrame(): number {
    return this.grid?.originFrame ?? -1;
  }
}
