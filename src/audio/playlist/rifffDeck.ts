/** A rifff of a list: a looper of its own, then the gain of its fade-out. */
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import type { Grid } from '../looper/gridClock.ts';
import { Looper } from '../looper/looper.ts';
import type { VoiceSpec } from '../looper/voice.ts';
import { gridOf, LOOPER_SLOTS } from '../player/slotPlans.ts';
import { fadeEntry, type ListDeck, type Span } from './ListDeck.ts';

export class RifffDeck implements ListDeck {
  readonly ringFrames: number;
  /** Its patterns are those of the cache. */
  readonly bytes = 0;
  private readonly looper: Looper;
  private readonly gain: GainNode;
  private readonly entry: PlaylistEntry;
  private readonly specs: readonly (VoiceSpec | null)[];
  private own: Grid | null = null;

  /** @param ringFrames frames that reverb and delay ring on */
  constructor(
    { context, output }: { readonly context: BaseAudioContext; readonly output: AudioNode },
    entry: PlaylistEntry,
    specs: readonly (VoiceSpec | null)[],
    ringFrames: number,
  ) {
    this.entry = entry;
    this.specs = specs;
    this.ringFrames = ringFrames;
    this.gain = new GainNode(context);
    this.gain.connect(output);
    this.looper = new Looper(context, this.gain, LOOPER_SLOTS);
    this.looper.prepare(specs);
  }

  start(span: Span): boolean {
    const { looper } = this;
    if (looper.earliestFrame(0) > span.fromFrame) return false;
    const grid = gridOf(this.entry.rifff!, span.originFrame);
    if (!looper.start(this.specs, grid, span.fromFrame)) return false;
    this.own = grid;
    fadeEntry(this.gain.gain, this.entry, span);
    this.endAt(span.endFrame);
    return true;
  }

  private endAt(frame: number): void {
    const nothing = this.specs.map(() => null);
    this.looper.schedule(nothing, this.own!, frame);
  }

  stop(atFrame: number): void {
    if (this.own) this.endAt(atFrame);
  }

  tick(): void {
    this.looper.tick();
  }

  dispose(): void {
    this.looper.dispose();
    this.gain.disconnect();
  }

  analyserOf(slot: number): AnalyserNode | null {
    return this.looper.sounding(slot)?.analyser ?? null;
  }

  get grid(): Grid | null {
    return this.own;
  }
}
