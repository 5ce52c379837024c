/**
 * The eight-voice looper on native nodes. Native, because a looped AudioBufferSourceNode of whole frames needs
 * no timer, cannot drift and costs least. It runs on any BaseAudioContext, so tests render
 * the very same code offline. It only schedules: everything that it is given is loaded and rendered.
 */
import type { SlotEffects } from '../../data/contract/rifff.ts';
import { cutAt, FADE_FRAMES, type Fade, frameTime } from './curves.ts';
import { EffectsBus } from './effects/effectsBus.ts';
import { hasEffects } from './effects/slotChain.ts';
import { type Grid, GridClock } from './gridClock.ts';
import { Voice, type VoiceSpec } from './voice.ts';

/** What a slot shall play: a spec, nothing, or whatever it plays now. */
export type SlotWish = VoiceSpec | null | 'keep';

interface Change {
  /** From here on the clock counts by the new grid. */
  readonly atFrame: number;
  readonly fade: Fade;
  readonly before: (Voice | null)[];
  readonly entering: Voice[];
  readonly leaving: Voice[];
  /** Levels and effects of voices that go on, to be put back if the change is taken back. */
  readonly levels: Map<Voice, { readonly level: number; readonly effects: SlotEffects }>;
  /** Tempo that the echoes had before. */
  readonly bpsBefore: number;
}

/** Frames that the audio thread may run ahead of the counter that the page sees. */
const QUANTA_FRAMES = 4 * 128;
/** Time for the gate to close at a pause or stop. */
const HALT_SEC = 0.02;
const HALT_TAU_SEC = 0.002;

export class Looper {
  /** Voice of each slot as last declared. */
  voices: (Voice | null)[];
  readonly clock = new GridClock();
  /** From where the last halt has certainly faded out. */
  haltedAtFrame = 0;
  private readonly context: BaseAudioContext;
  private readonly gate: GainNode;
  private readonly bus: EffectsBus;
  private bps = 2;
  private change: Change | null = null;
  private leaving: { voice: Voice; atFrame: number }[] = [];

  constructor(context: BaseAudioContext, output: AudioNode, slots: number) {
    this.context = context;
    this.voices = new Array<Voice | null>(slots).fill(null);
    this.gate = new GainNode(context);
    this.gate.connect(output);
    this.bus = new EffectsBus(context, this.gate);
  }

  /** Context frame that the audio thread renders next. */
  get nowFrame(): number {
    return Math.round(this.context.currentTime * this.context.sampleRate);
  }

  /** Frame on which the newest change begins, to come or past; −1 before the first. */
  changedFrame = -1;

  /** Frame of the change that is scheduled and can still be taken back, or null. */
  get pendingFrame(): number | null {
    this.settle();
    return this.change?.atFrame ?? null;
  }

  /** First frame at which something asked for now can sound whole. */
  earliestFrame(leadFrames: number): number {
    const afterHalt = this.haltedAtFrame + FADE_FRAMES + QUANTA_FRAMES;
    return Math.max(this.nowFrame + leadFrames, afterHalt, this.bus.readyFrame) + FADE_FRAMES;
  }

  /** Makes what effects need, if any are wished, so that it sounds by `earliestFrame`. */
  prepare(wishes: readonly SlotWish[]): void {
    const isUsed = wishes.some((wish) => wish && wish !== 'keep' && hasEffects(wish.effects));
    if (isUsed) this.bus.prepare();
  }

  /**
   * Starts from silence: every wish sounds from `atFrame`, on `grid`.
   * @returns false when the page was held up so long that the frame has gone by; nothing sounds then
   */
  start(wishes: readonly SlotWish[], grid: Grid, atFrame: number): boolean {
    this.cancelChange();
    this.bus.clear();
    this.setTempo(grid.bps, 0);
    this.clock.reset(grid);
    const openAt = (atFrame - FADE_FRAMES - 1) / this.context.sampleRate;
    this.gate.gain.cancelScheduledValues(this.context.currentTime);
    this.gate.gain.setValueAtTime(1, Math.max(0, openAt));
    const isOnTime = this.schedule(wishes, grid, atFrame);
    this.change = null;
    return isOnTime;
  }

  /**
   * From `atFrame` on every slot plays what is wished. A voice that plays the same on the same frames goes on
   * untouched, in whatever slot it is wished; others cross over in the 5 ms before. A change that is already
   * scheduled and not yet begun is replaced.
   *
   * @param atFrame whole context frame, ahead of now by more than the cross-over
   * @param blendFrames instead of the 5 ms before `atFrame`, blend with equal power over so many frames after it
   * @returns false when the page was held up so long that the frame has gone by; nothing changes then
   */
  schedule(wishes: readonly SlotWish[], grid: Grid, atFrame: number, blendFrames = 0): boolean {
    this.cancelChange();
    const isBlend = blendFrames > FADE_FRAMES;
    const fade = isBlend ? { fromFrame: atFrame, frames: blendFrames } : cutAt(atFrame);
    const before = this.voices;
    const free = new Set<Voice>(before.filter((voice) => voice !== null));
    const claim = (voice: Voice | null, spec: VoiceSpec): voice is Voice =>
      voice !== null && free.has(voice) && goesOn(voice, spec, grid);
    const levels: Change['levels'] = new Map();
    const bpsBefore = this.bps;
    const time = frameTime(atFrame - FADE_FRAMES, this.context.sampleRate);
    const take = (voice: Voice, spec: VoiceSpec): Voice => {
      free.delete(voice);
      levels.set(voice, { level: voice.level, effects: voice.effects });
      voice.setLevel(spec.level, time);
      voice.setEffects(spec.effects, time);
      return voice;
    };
    const next = wishes.map((wish, slot): Voice | null => {
      const own = before[slot] ?? null;
      if (wish === 'keep') {
        if (own) free.delete(own);
        return own;
      }
      return wish && claim(own, wish) ? take(own, wish) : null;
    });
    const entering: Voice[] = [];
    wishes.forEach((wish, slot) => {
      if (!wish || wish === 'keep' || next[slot]) return;
      const moved = [...free].find((voice) => goesOn(voice, wish, grid));
      next[slot] = moved
        ? take(moved, wish)
        : new Voice(this.context, { output: this.gate, bus: this.bus }, wish, grid.originFrame);
      if (!moved) entering.push(next[slot]);
    });
    this.bus.begin();
    for (const voice of entering) voice.fadeIn(fade);
    for (const voice of free) voice.fadeOut(fade);
    this.clock.push(atFrame, grid);
    this.setTempo(grid.bps, time);
    this.voices = next;
    this.changedFrame = atFrame;
    this.change = { atFrame, fade, before, entering, leaving: [...free], levels, bpsBefore };
    if (this.nowFrame <= atFrame - FADE_FRAMES) return true;
    this.takeBack(this.change);
    return false;
  }

  /**
   * Puts voices into other slots and lets some go, at once and without touching those that stay.
   * @param from for each slot the slot whose voice it takes over, or −1
   */
  rearrange(from: readonly number[]): void {
    this.cancelChange();
    const before = this.voices;
    this.voices = from.map((slot) => (slot < 0 ? null : (before[slot] ?? null)));
    const kept = new Set(this.voices);
    const atFrame = this.nowFrame + QUANTA_FRAMES + FADE_FRAMES;
    for (const voice of before) {
      if (voice && !kept.has(voice)) this.letGo(voice, atFrame);
    }
  }

  private letGo(voice: Voice, atFrame: number): void {
    voice.fadeOut(cutAt(atFrame));
    this.leaving.push({ voice, atFrame });
  }

  /** Sets the level of a slot at once (ramped), of what sounds and of what is about to. */
  setLevel(slot: number, level: number): void {
    const now = this.context.currentTime;
    this.voices[slot]?.setLevel(level, now);
    this.change?.before[slot]?.setLevel(level, now);
  }

  /** Turns a slot to other effects at once (ramped), of what sounds and of what is about to. */
  setEffects(slot: number, effects: SlotEffects | undefined): void {
    const now = this.context.currentTime;
    this.voices[slot]?.setEffects(effects, now);
    this.change?.before[slot]?.setEffects(effects, now);
  }

  private setTempo(bps: number, time: number): void {
    this.bps = bps;
    this.bus.setTempo(bps, time);
  }

  /** Sets the level only of what a slot sounds now; what waits for its boundary keeps its own. */
  setSoundingLevel(slot: number, level: number): void {
    const { change } = this;
    const voice = change?.before[slot];
    if (!change || this.nowFrame >= change.atFrame - FADE_FRAMES) return;
    if (!voice) return;
    const { sampleRate } = this.context;
    if (!this.voices.includes(voice)) voice.setLevel(level, this.context.currentTime);
    else {
      change.levels.set(voice, { level, effects: voice.effects });
      voice.setLevelUntil(level, frameTime(change.atFrame - FADE_FRAMES, sampleRate));
    }
  }

  /** Turns only what a slot sounds now to other effects; what waits for its boundary keeps its own. */
  setSoundingEffects(slot: number, effects: SlotEffects | undefined): void {
    const { change } = this;
    const voice = change?.before[slot];
    if (!voice || this.voices.includes(voice)) return;
    voice.setEffects(effects, this.context.currentTime);
  }

  /** The voice that a slot sounds now, also while another waits for its boundary. */
  sounding(slot: number): Voice | null {
    const { change } = this;
    if (change && this.nowFrame < change.atFrame) return change.before[slot] ?? null;
    return this.voices[slot] ?? null;
  }

  /** Takes back the scheduled change, if its cross-over has not begun. */
  cancelChange(): void {
    this.settle();
    if (this.change) this.takeBack(this.change);
  }

  private takeBack(change: Change): void {
    this.change = null;
    for (const voice of change.entering) voice.dispose();
    for (const voice of change.leaving) voice.cancelFadeOut();
    const at = frameTime(change.atFrame - FADE_FRAMES, this.context.sampleRate);
    for (const [voice, { level, effects }] of change.levels) {
      voice.setLevel(level, at);
      voice.setEffects(effects, at);
    }
    this.bps = change.bpsBefore;
    this.bus.keepTempo(this.bps);
    this.clock.cancelFrom(change.atFrame);
    this.voices = change.before;
  }

  /** Silences everything within 20 ms and releases the voices; the clock keeps its last grid. */
  halt(): void {
    this.settle();
    const now = this.context.currentTime;
    const end = now + HALT_SEC;
    this.haltedAtFrame = Math.ceil(end * this.context.sampleRate);
    this.gate.gain.cancelScheduledValues(now);
    this.gate.gain.setTargetAtTime(0, now, HALT_TAU_SEC);
    this.gate.gain.setValueAtTime(0, end);
    const all = new Set<Voice>(
      [...this.voices, ...(this.change?.leaving ?? [])].filter((v) => !!v),
    );
    for (const voice of all) {
      voice.stopAt(end);
      this.leaving.push({ voice, atFrame: this.haltedAtFrame });
    }
    for (const { voice } of this.leaving) voice.stopAt(end);
    this.change = null;
    this.voices = this.voices.map(() => null);
  }

  /** Work that may be late without being heard: lets faded voices go, starts single passes far ahead. */
  tick(): void {
    this.settle();
    this.bus.settle();
    const { nowFrame } = this;
    this.leaving = this.leaving.filter(({ voice, atFrame }) => {
      if (nowFrame <= atFrame + QUANTA_FRAMES) return true;
      voice.dispose();
      return false;
    });
    for (const voice of this.voices) voice?.pump(nowFrame);
    for (const voice of this.change?.leaving ?? []) voice.pump(nowFrame);
    for (const { voice } of this.leaving) voice.pump(nowFrame);
  }

  /** A change whose cross-over begins now is a fact. */
  private settle(): void {
    const { change } = this;
    if (!change || this.nowFrame < change.atFrame - FADE_FRAMES - QUANTA_FRAMES) return;
    this.change = null;
    const atFrame = change.fade.fromFrame + change.fade.frames;
    for (const voice of change.leaving) this.leaving.push({ voice, atFrame });
  }

  /** Number of voices that still hold nodes. */
  get liveVoices(): number {
    return new Set([
      ...this.voices.filter((voice) => voice !== null),
      ...(this.change?.before.filter((voice) => voice !== null) ?? []),
      ...this.leaving.map(({ voice }) => voice),
    ]).size;
  }

  /** Lets go of everything at once. */
  dispose(): void {
    const { change } = this;
    for (const voice of [...this.voices, ...(change?.leaving ?? [])]) voice?.dispose();
    for (const { voice } of this.leaving) voice.dispose();
    this.voices = this.voices.map(() => null);
    this.leaving = [];
    this.change = null;
    this.bus.clear();
    this.gate.disconnect();
  }
}

/** Does a voice already play what is wished, on the same frames? */
function goesOn(voice: Voice, spec: VoiceSpec, grid: Grid): boolean {
  if (voice.key !== spec.key) return false;
  return (grid.originFrame - voice.originFrame) % voice.pattern.frames === 0;
}
