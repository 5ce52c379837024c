/**
 * The sound of an embed: the engine's own player, looper and master on a native context. Without Tone, whose
 * context only keeps the studio's time for work that may be late.
 */
import { createContext } from '../audio/engine/audioContext.ts';
import { createTelemetry } from '../audio/engine/sampler.ts';
import { soundSource } from '../audio/engine/soundSource.ts';
import { PatternMaker } from '../audio/loading/patternMaker.ts';
import { Looper } from '../audio/looper/looper.ts';
import { createMaster, type Master } from '../audio/master/master.ts';
import { fetchProcessors } from '../audio/master/processors.ts';
import { Player } from '../audio/player/player.ts';
import { LOOPER_SLOTS } from '../audio/player/slotPlans.ts';
import { MASTER_GAIN_DB } from '../data/contract/constants.ts';
import type { Rifff } from '../data/contract/rifff.ts';

const TICK_MS = 50;
/** After this the context sleeps: the fade of a pause has long gone by. */
const SLEEP_MS = 300;

export type SoundState = 'idle' | 'loading' | 'playing' | 'paused' | 'failed';

interface Rig {
  readonly context: AudioContext;
  readonly master: Master;
  readonly looper: Looper;
}

/** Plays one rifff as a listener mixes it. */
export class EmbedSound {
  readonly telemetry = createTelemetry();
  state: SoundState = 'idle';
  /** Loops that have come, and how many there are. */
  loaded = 0;
  total = 0;
  private rifff: Rifff;
  private readonly player: Player;
  private context: AudioContext | null = null;
  private rig: Promise<Rig> | null = null;
  private ready: Rig | null = null;
  private loading: Promise<void> | null = null;
  private ticker = 0;
  private sleeper = 0;
  private readonly onChange: () => void;

  constructor(rifff: Rifff, onChange: () => void) {
    this.rifff = rifff;
    this.onChange = onChange;
    this.player = new Player(new PatternMaker());
    this.player.replace(rifff);
  }

  /** Slots whose loop could not be loaded. */
  get failedSlots(): readonly number[] {
    return this.player.failedSlots;
  }

  /** Plays or pauses. Call it inside a gesture. */
  toggle(): void {
    if (this.state === 'playing' || this.state === 'loading') this.pause();
    else void this.play();
  }

  /** Takes up another mix of the same rifff. @param solo slot that alone sounds, or −1 */
  mix(rifff: Rifff, solo: number): void {
    this.rifff = rifff;
    this.player.edit(rifff);
    if (this.player.solo !== solo) this.player.setSolo(solo);
  }

  /** Lets the browser fetch what the first tap needs. */
  prepare(): void {
    fetchProcessors();
    this.load();
  }

  private load(): Promise<void> {
    this.loading ??= this.player
      .load(this.rifff, new AbortController().signal, {
        loaded: (done, total) => {
          this.loaded = done;
          this.total = total;
          this.begin();
          this.onChange();
        },
      })
      .finally(() => {
        this.loading = null;
      });
    return this.loading;
  }

  private async play(): Promise<void> {
    clearTimeout(this.sleeper);
    this.set('loading');
    // Made in the gesture: later the browser may no longer count it as one.
    this.context ??= createContext();
    this.rig ??= this.open(this.context);
    try {
      const resumed = this.context.resume();
      this.ready = await this.rig;
      await resumed;
      this.begin();
      await this.load();
    } catch (error) {
      console.error('The rifff cannot be played', error);
    }
    this.begin();
    if (this.state === 'loading') this.set('failed');
    else this.onChange();
  }

  private async open(context: AudioContext): Promise<Rig> {
    const master = await createMaster(context, MASTER_GAIN_DB);
    const looper = new Looper(context, master.input, LOOPER_SLOTS);
    this.player.attach(looper);
    this.telemetry.attach(soundSource(context, looper, master, this.player));
    // A call or another app may interrupt it.
    context.addEventListener('statechange', () => {
      if (this.state === 'playing' && context.state !== 'running') {
        context.resume().catch(() => this.pause());
      }
    });
    return { context, master, looper };
  }

  /** Starts with the first loop that is here; the others join on the beat as they come. */
  private begin(): void {
    const { ready } = this;
    if (ready?.context.state !== 'running') return;
    if (this.player.isPlaying) this.player.join('beat');
    if (this.state !== 'loading' || this.player.isPlaying || !this.player.canSound) return;
    this.player.start();
    const { looper } = ready;
    clearInterval(this.ticker);
    this.ticker = window.setInterval(() => looper.tick(), TICK_MS);
    this.set('playing');
  }

  private pause(): void {
    if (this.ready && this.player.isPlaying) {
      const { context, looper, master } = this.ready;
      const source = soundSource(context, looper, master, this.player);
      this.player.halt(source.barsAt(looper.nowFrame));
      this.sleeper = window.setTimeout(() => {
        clearInterval(this.ticker);
        looper.tick();
        void context.suspend();
      }, SLEEP_MS);
    }
    this.set('paused');
  }

  private set(state: SoundState): void {
    this.state = state;
    this.onChange();
  }
}
