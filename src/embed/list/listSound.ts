/**
 * The sound of a playlist's embed: one entry after the other with its repetitions. A rifff begins on the frame on which
 * the one before it ends; a track is a media element, which begins within a tick.
 */
import { createContext } from '../../audio/engine/audioContext.ts';
import { createTelemetry } from '../../audio/engine/sampler.ts';
import { MASTER_ROW } from '../../audio/engine/telemetry.ts';
import { PatternMaker } from '../../audio/loading/patternMaker.ts';
import { createMaster, gainOfDb, type Master } from '../../audio/master/master.ts';
import { fetchProcessors } from '../../audio/master/processors.ts';
import { MASTER_GAIN_DB } from '../../data/contract/constants.ts';
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';
import type { SoundState } from '../sound.ts';
import { LEAD_FRAMES, RifffTurn, wishesOf } from './rifffTurn.ts';
import { TrackTurn } from './trackTurn.ts';

const TICK_MS = 50;
/** How a pause falls silent: by this time constant, and after so long the context sleeps. */
const PAUSE_TAU_SEC = 0.004;
const SLEEP_MS = 200;
/** The next rifff is laid this long before its turn. */
const AHEAD_FRAMES = 96_000;

export class ListSound {
  readonly telemetry = createTelemetry();
  state: SoundState = 'idle';
  index = 0;
  private readonly maker = new PatternMaker();
  private readonly entries: readonly PlaylistEntry[];
  private readonly onChange: () => void;
  private context: AudioContext | null = null;
  private opening: Promise<Master> | null = null;
  private master: Master | null = null;
  /** Before the master: closed while it pauses. */
  private gate: GainNode | null = null;
  private sleeper = 0;
  private rifff: RifffTurn | null = null;
  private next: { readonly index: number; readonly turn: RifffTurn } | null = null;
  private track: TrackTurn | null = null;
  private leaving: RifffTurn[] = [];
  /** Counts what was asked for: what comes late for an earlier wish is dropped. */
  private wish = 0;
  private isLaying = false;

  constructor(entries: readonly PlaylistEntry[], onChange: () => void) {
    this.entries = entries;
    this.onChange = onChange;
  }

  private get nowFrame(): number {
    const { context } = this;
    return context ? Math.round(context.currentTime * context.sampleRate) : 0;
  }

  /** Lets the browser fetch what the first tap needs. */
  prepare(): void {
    fetchProcessors();
    const [entry] = this.entries;
    if (entry?.rifff) void wishesOf(this.maker, entry).catch(() => undefined);
  }

  /** Plays or pauses. Call it inside a gesture. */
  toggle(): void {
    if (this.state === 'playing' || this.state === 'loading') this.pause();
    else if (this.state === 'paused') void this.goOn();
    else void this.play(this.index);
  }

  /** Plays an entry from its top; out of range nothing happens. Call it inside a gesture. */
  async play(index: number): Promise<void> {
    const entry = this.entries[index];
    if (!entry) return;
    const mine = ++this.wish;
    this.clear();
    clearTimeout(this.sleeper);
    this.index = index;
    this.set('loading');
    try {
      const context = this.open();
      const resumed = context.resume();
      this.master = await this.opening!;
      this.gate ??= new GainNode(context);
      this.gate.connect(this.master.input);
      await resumed;
      this.openGate();
      if (entry.track) await this.playTrack(entry);
      else {
        const wishes = await wishesOf(this.maker, entry);
        if (mine !== this.wish) return;
        this.rifff = new RifffTurn(this.gate, entry, wishes, null);
      }
      if (mine === this.wish) this.set('playing');
    } catch (error) {
      if (mine === this.wish) this.failed(error);
    }
  }

  private playTrack(entry: PlaylistEntry): Promise<void> {
    const mine = this.wish;
    this.track = new TrackTurn(entry, gainOfDb(MASTER_GAIN_DB), (error) => {
      if (mine !== this.wish) return;
      if (error) this.failed(error);
      else this.ended();
    });
    return this.track.play();
  }

  private open(): AudioContext {
    // Made in the gesture: later the browser may no longer count it as one.
    if (this.context) return this.context;
    const context = createContext();
    this.context = context;
    this.opening = createMaster(context, MASTER_GAIN_DB);
    window.setInterval(() => this.tick(), TICK_MS);
    const looperAt = (frame: number) =>
      this.rifff && frame < this.rifff.fromFrame ? (this.leaving.at(-1) ?? this.rifff) : this.rifff;
    const isPlaying = () => this.state === 'playing' && this.rifff !== null;
    this.telemetry.attach({
      get isPlaying() {
        return isPlaying();
      },
      context,
      restBars: 0,
      analyserOf: (row) =>
        row === MASTER_ROW
          ? (this.master?.analyser ?? null)
          : (looperAt(this.nowFrame)?.looper.sounding(row)?.analyser ?? null),
      gridAt: (frame) => looperAt(frame)?.looper.clock.at(frame) ?? null,
    });
    return context;
  }

  private pause(): void {
    this.wish += 1;
    this.track?.pause();
    if (this.state === 'loading') this.clear();
    // What is laid stays laid: it goes on where it stopped.
    const { context } = this;
    if (context) {
      this.gate?.gain.setTargetAtTime(0, context.currentTime, PAUSE_TAU_SEC);
      this.sleeper = window.setTimeout(() => void context.suspend(), SLEEP_MS);
    }
    this.set(this.rifff || this.track ? 'paused' : 'idle');
  }

  private openGate(): void {
    clearTimeout(this.sleeper);
    if (this.context) this.gate?.gain.setTargetAtTime(1, this.context.currentTime, PAUSE_TAU_SEC);
  }

  private async goOn(): Promise<void> {
    this.set('playing');
    try {
      this.openGate();
      await Promise.all([this.context?.resume(), this.track?.play()]);
    } catch (error) {
      this.failed(error);
    }
  }

  /** The entry cannot be played: the next one is. */
  private failed(error: unknown): void {
    console.error('An entry cannot be played', error);
    if (this.index + 1 < this.entries.length) void this.play(this.index + 1);
    else {
      this.clear();
      this.set('failed');
    }
  }

  private ended(): void {
    if (this.index + 1 < this.entries.length) void this.play(this.index + 1);
    else {
      this.clear();
      this.index = 0;
      this.set('idle');
    }
  }

  private tick(): void {
    if (this.state !== 'playing') return;
    const { nowFrame, rifff, next } = this;
    this.track?.tick();
    rifff?.looper.tick();
    next?.turn.looper.tick();
    this.leaving = this.leaving.filter((turn) => {
      if (!turn.isGone(nowFrame)) return true;
      turn.dispose();
      return false;
    });
    if (!rifff) return;
    if (next && nowFrame >= rifff.endFrame) {
      this.leaving.push(rifff);
      this.rifff = next.turn;
      this.next = null;
      this.index = next.index;
      this.onChange();
    } else if (nowFrame >= rifff.endFrame) {
      this.leaving.push(rifff);
      this.rifff = null;
      this.ended();
    } else if (!next && nowFrame > rifff.endFrame - AHEAD_FRAMES) void this.lay(rifff);
  }

  /** Lays the rifff that follows on the frame on which this one ends. What comes too late begins when it is there. */
  private async lay(before: RifffTurn): Promise<void> {
    const index = this.index + 1;
    const entry = this.entries[index];
    if (this.isLaying || !entry?.rifff || !this.gate) return;
    this.isLaying = true;
    try {
      const wishes = await wishesOf(this.maker, entry);
      const isStill = this.rifff === before && this.nowFrame < before.endFrame - LEAD_FRAMES;
      if (!isStill) return;
      const turn = new RifffTurn(this.gate, entry, wishes, before.endFrame);
      this.next = { index, turn };
    } catch (error) {
      console.info('The next one is not here yet', error);
    } finally {
      this.isLaying = false;
    }
  }

  private clear(): void {
    for (const turn of [this.rifff, this.next?.turn, ...this.leaving]) turn?.dispose();
    this.track?.dispose();
    this.rifff = null;
    this.next = null;
    this.track = null;
    this.leaving = [];
  }

  /** Share of what plays that has gone by, 0 to 1. */
  get share(): number {
    if (this.track) return this.track.share;
    const { rifff } = this;
    if (!rifff) return 0;
    const { fromFrame, endFrame } = rifff;
    return Math.min(1, Math.max(0, (this.nowFrame - fromFrame) / (endFrame - fromFrame)));
  }

  private set(state: SoundState): void {
    this.state = state;
    this.onChange();
  }
}
