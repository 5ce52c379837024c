/** The engine behind the facade: commands, loading, list and audition over the player and its looper. */
import type { Loop } from '../../data/contract/loop.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { cancelledError, type Loading, newLoading, throwIfCancelled } from '../loading/cancel.ts';
import { localSound } from '../loading/localLoop.ts';
import { PatternMaker } from '../loading/patternMaker.ts';
import { turnFrames } from '../looper/gridClock.ts';
import { Looper } from '../looper/looper.ts';
import { createMaster, type Master } from '../master/master.ts';
import { fetchProcessors } from '../master/processors.ts';
import { Auditioner } from '../player/auditioner.ts';
import { LEAD_FRAMES } from '../player/onTime.ts';
import { Player } from '../player/player.ts';
import { LOOPER_SLOTS } from '../player/slotPlans.ts';
import { mixer, patchMixer } from '../state/mixer.ts';
import { patchTransport, transport } from '../state/transport.ts';
import { studioOf } from '../studio/studioOf.ts';
import { Arrivals } from './arrivals.ts';
import { createContext } from './audioContext.ts';
import { type BlendBars, ENGINE_FEATURES, type Engine, type SetRifffOptions } from './Engine.ts';
import { inStepOf, originOf } from './placing.ts';
import { RifffList } from './rifffList.ts';
import type { SampledTelemetry } from './sampler.ts';
import { SoundCard } from './soundCard.ts';
import { soundSource } from './soundSource.ts';

/** How long before its end a rifff that is not looping is followed by the next: far beyond any late tick. */
const CHAIN_SEC = 1.5;

/** Everything that exists once the context runs. */
interface EngineAudio {
  readonly card: SoundCard;
  readonly master: Master;
  readonly looper: Looper;
}

export class LiveEngine implements Omit<Engine, 'followRoom' | 'followMidi' | 'setLatencyHint'> {
  readonly telemetry: SampledTelemetry;
  readonly features = ENGINE_FEATURES;
  private readonly maker = new PatternMaker(localSound);
  private readonly player = new Player(this.maker);
  private readonly auditioner = new Auditioner(this.maker, this.player);
  private readonly making = studioOf({
    player: this.player,
    maker: this.maker,
    open: async () => {
      await this.unlock();
      return this.opened();
    },
    play: (countInBars) => this.play(undefined, countInBars),
    pause: () => {
      this.auditioner.stop();
      this.pause();
    },
    stop: () => this.stop(),
    rest: () => this.audio?.card.rest(),
    listen: (source) => this.telemetry.attach(source ?? this.ownSource()),
  });
  readonly studio = () => this.making.studio();
  readonly field = () => this.making.field();
  readonly playlist = () => this.making.playlist();
  readonly inStep = inStepOf({
    player: this.player,
    audio: () => this.audio,
    play: (originOf) => this.play(undefined, 0, originOf),
  });
  private opening: Promise<EngineAudio> | null = null;
  private audio: EngineAudio | null = null;
  private wantsPlay = false;
  private isSilenced = false;
  private readonly list = new RifffList();
  /** Newest loading; older ones step back when they see that it is not theirs. */
  private loading: Loading | null = null;
  private readonly arrivals = new Arrivals();

  constructor(telemetry: SampledTelemetry) {
    this.telemetry = telemetry;
    fetchProcessors();
  }

  async unlock(context?: AudioContext): Promise<void> {
    if (this.isSilenced) throw new Error('All sound is stopped for now.');
    const { card } = await this.opened(context);
    await card.resume();
    patchTransport({ isUnlocked: true });
  }

  async prepare(context?: AudioContext): Promise<void> {
    await this.opened(context);
  }

  private opened(context?: AudioContext): Promise<EngineAudio> {
    this.opening ??= this.open(context ?? createContext());
    return this.opening;
  }

  private async open(context: AudioContext): Promise<EngineAudio> {
    const card = new SoundCard(context);
    card.setSilenced(this.isSilenced);
    card.ticker.on(() => this.tick());
    const master = await createMaster(context, mixer.masterGainDb);
    const looper = new Looper(context, master.input, LOOPER_SLOTS);
    this.player.attach(looper);
    this.auditioner.attach(new Looper(context, master.input, 1));
    card.isNeeded = () => this.player.isPlaying || this.auditioner.isAlone || this.making.isHeld;
    this.audio = { card, master, looper };
    this.telemetry.attach(this.ownSource());
    return this.audio;
  }

  private ownSource() {
    const { audio } = this;
    return audio && soundSource(audio.card.context, audio.looper, audio.master, this.player);
  }

  async preload(rifff: Rifff, signal?: AbortSignal): Promise<void> {
    throwIfCancelled(signal);
    await this.maker.preload(rifff, signal);
  }

  setRifff(rifff: Rifff | null, options: SetRifffOptions = {}): Promise<void> {
    if (options.signal?.aborted) return Promise.reject(cancelledError());
    if (rifff && this.isTouch(rifff, options)) {
      this.player.touch(rifff);
      return Promise.resolve();
    }
    const before = this.loading;
    const mine = newLoading();
    options.signal?.addEventListener('abort', () => mine.abort.abort(), { once: true });
    this.loading = mine;
    const done = rifff ? this.bring(rifff, options, mine) : this.clear();
    mine.done = done.catch(() => undefined).finally(mine.begin);
    // After the new work has joined what both need, so that nothing is fetched twice.
    before?.abort.abort();
    return done;
  }

  /** Is it a change of levels of what is heard, while another rifff loads or waits for its boundary? */
  private isTouch(rifff: Rifff, options: SetRifffOptions): boolean {
    const { pendingRifffId } = transport;
    const isPending = pendingRifffId !== null && pendingRifffId !== rifff._id;
    const isEdit = options.boundary === undefined && this.player.isPlaying;
    return isPending && isEdit && this.player.isTouchOf(rifff);
  }

  private async clear(): Promise<void> {
    this.stop();
    this.player.replace(null);
    patchTransport({ currentRifffId: null, pendingRifffId: null, load: 'idle', failedSlots: [] });
  }

  private async bring(rifff: Rifff, options: SetRifffOptions, mine: Loading): Promise<void> {
    const { player } = this;
    const isEdit = player.current?._id === rifff._id;
    const isEarly = !isEdit && options.startsEarly === true && !player.isPlaying;
    /** Do its loops sound as they come? */
    const isOpen = isEdit || isEarly;
    const boundary = isEarly ? 'beat' : (options.boundary ?? (isEdit ? 'beat' : 'bar'));
    if (isEdit) this.edit(rifff);
    if (isEarly) this.replace(rifff);
    patchTransport({ pendingRifffId: isOpen ? null : rifff._id, load: 'loading', error: null });
    const loaded = (loadedLoops: number, totalLoops: number) => {
      if (this.loading !== mine) return;
      patchTransport({ loadedLoops, totalLoops });
      if (!isOpen || loadedLoops === 0) return;
      player.join(boundary);
      if (isEarly && player.canSound) mine.begin();
    };
    try {
      const previewed = () => {
        if (isEdit && this.loading === mine) player.join(boundary);
      };
      await player.load(rifff, mine.abort.signal, { loaded, previewed });
    } catch (error) {
      if (this.loading !== mine) return;
      patchTransport({ pendingRifffId: null, load: player.current ? 'ready' : 'idle' });
      throw error;
    }
    if (this.loading !== mine) return;
    if (!isEdit) this.replace(rifff);
    const at = isEdit
      ? player.join(boundary)
      : player.isPlaying
        ? player.crossTo(boundary, options.blendBars, ...originOf(options))
        : null;
    this.reportLoaded();
    await this.reached(at);
    if (this.loading === mine) this.arrive(rifff);
  }

  private edit(rifff: Rifff): void {
    this.player.edit(rifff);
    patchMixer({ solo: this.player.solo });
  }

  private replace(rifff: Rifff): void {
    this.player.replace(rifff);
    if (this.player.isPlaying) return;
    patchMixer({ solo: -1 });
    patchTransport({ status: 'stopped' });
  }

  private reportLoaded(): void {
    const { failedSlots, failure } = this.player;
    const isFailed = failedSlots.length > 0;
    patchTransport({ load: isFailed ? 'failed' : 'ready', failedSlots, error: failure });
    this.player.forgetUnused(this.list.next);
    this.prepareNext();
  }

  /** What was pending is what sounds now. */
  private arrive(rifff: Rifff): void {
    patchTransport({
      currentRifffId: rifff._id,
      pendingRifffId: null,
      ...this.list.placeOf(this.player.current),
    });
    patchMixer({ solo: this.player.solo });
  }

  private async reached(atFrame: number | null): Promise<void> {
    if (atFrame !== null && this.audio) await this.arrivals.at(atFrame);
  }

  /**
   * @param countInBars bars of silence before the first sound, which then falls on a bar
   * @param originOf frame of the first bar, for a start in the middle of music that others play
   */
  async play(
    context?: AudioContext,
    countInBars = 0,
    originOf?: () => number | null,
  ): Promise<void> {
    this.wantsPlay = true;
    this.making.pauseList();
    await this.unlock(context);
    for (let seen = null; seen !== this.loading; await seen?.begins) seen = this.loading;
    if (!this.wantsPlay || this.player.isPlaying || !this.player.current) return;
    this.auditioner.stop();
    this.player.start(countInBars, originOf?.() ?? null);
    this.audio?.card.ticker.becomeSteady();
    patchTransport({ status: 'playing', currentRifffId: this.player.current._id });
    this.prepareNext();
  }

  pause(): void {
    const audio = this.audio;
    this.wantsPlay = false;
    if (!audio || !this.player.isPlaying) return;
    const bars = this.ownSource()!.barsAt(audio.looper.nowFrame);
    const isPending = transport.pendingRifffId !== null;
    this.halt('paused', isPending ? 0 : bars);
  }

  stop(): void {
    this.wantsPlay = false;
    if (this.player.isPlaying) this.halt('stopped', 0);
    this.player.rest(0);
    patchTransport({ status: 'stopped' });
  }

  private halt(status: 'paused' | 'stopped', restBars: number): void {
    this.auditioner.stop();
    this.player.halt(restBars);
    this.arrivals.giveUp();
    patchTransport({ status });
    this.audio?.card.rest();
  }

  async togglePlay(context?: AudioContext): Promise<void> {
    if (this.player.isPlaying) this.pause();
    else await this.play(context);
  }

  setLooping(isLooping: boolean): void {
    patchTransport({ isLooping });
    if (isLooping && this.player.goOn()) {
      const place = this.list.placeOf(this.player.current);
      patchTransport({ pendingRifffId: null, load: 'ready', ...place });
    }
    this.prepareNext();
  }

  toggleLooping(): void {
    this.setLooping(!transport.isLooping);
  }

  setList(rifffs: readonly Rifff[], blendBars: BlendBars = 0): void {
    this.list.set(rifffs, blendBars);
    patchTransport({ listLength: rifffs.length, ...this.list.placeOf(this.player.current) });
    this.prepareNext();
  }

  async skipTo(index: number, options?: SetRifffOptions): Promise<void> {
    const rifff = this.list.at(index);
    if (!rifff) return;
    patchTransport({ listIndex: index });
    await this.setRifff(rifff, { blendBars: this.list.blendBars, ...options });
  }

  skipBack(options?: SetRifffOptions): Promise<void> {
    return this.skipTo(transport.listIndex - 1, options);
  }

  skipForward(options?: SetRifffOptions): Promise<void> {
    return this.skipTo(transport.listIndex + 1, options);
  }

  setSlotGain(slot: number, gain: number): void {
    this.player.setGain(slot, gain);
  }

  setSolo(slot: number): void {
    this.player.setSolo(slot);
    patchMixer({ solo: slot });
  }

  setMasterGainDb(gainDb: number): void {
    patchMixer({ masterGainDb: gainDb });
    this.audio?.master.setGainDb(gainDb);
  }

  setInputMuted(isInputMuted: boolean): void {
    patchMixer({ isInputMuted });
  }

  async audition(loop: Loop, context?: AudioContext): Promise<void> {
    this.making.pauseList();
    const opened = this.unlock(context);
    await this.auditioner.play(loop, opened);
  }

  stopAudition(): void {
    this.auditioner.stop();
    this.audio?.card.rest();
  }

  setSilenced(isSilenced: boolean): void {
    this.isSilenced = isSilenced;
    if (isSilenced) {
      this.auditioner.stop();
      this.pause();
      this.making.silence();
    }
    this.audio?.card.setSilenced(isSilenced);
  }

  /** Loads what follows when looping is off, so that it can begin exactly where this ends. */
  private prepareNext(): void {
    const { next } = this.list;
    if (transport.isLooping || !next || this.player.isReady(next)) return;
    const quiet = { loaded: () => undefined };
    void this.player.load(next, new AbortController().signal, quiet);
  }

  private tick(): void {
    const { audio } = this;
    if (!audio) return;
    audio.looper.tick();
    this.auditioner.tick();
    this.arrivals.reach(audio.looper.nowFrame);
    if (this.player.isPlaying && !transport.isLooping) this.chain(audio);
  }

  /** Near the end of a rifff that is not looping: the next begins, or the music ends, on the very frame. */
  private chain({ looper, card }: EngineAudio): void {
    const { nowFrame } = looper;
    const grid = looper.clock.at(nowFrame);
    if (!grid || looper.pendingFrame !== null || transport.pendingRifffId !== null) return;
    const turn = turnFrames(grid);
    const end =
      grid.originFrame +
      Math.max(1, Math.ceil((nowFrame + LEAD_FRAMES - grid.originFrame) / turn)) * turn;
    const isNear = end - nowFrame < CHAIN_SEC * card.context.sampleRate;
    const isKnown = (this.player.ending?.atFrame ?? -1) > nowFrame;
    if (!isNear || isKnown) return;
    const { next } = this.list;
    if (next && !this.player.isReady(next)) return;
    if (next) void this.chainTo(next, end);
    else this.endAt(end, looper);
  }

  private async chainTo(next: Rifff, end: number): Promise<void> {
    patchTransport({ pendingRifffId: next._id, listIndex: transport.listIndex + 1 });
    this.replace(next);
    const at = this.player.crossTo('rifff', this.list.blendBars, end);
    this.player.end({ by: 'next', atFrame: at });
    this.reportLoaded();
    await this.reached(at);
    if (this.player.current !== next) return;
    this.player.end(null);
    this.arrive(next);
  }

  private endAt(end: number, looper: Looper): void {
    this.player.end({ by: 'silence', atFrame: end });
    // At once: a tick later the next end would have been planned.
    this.arrivals.when(end, () => {
      const { ending } = this.player;
      const isOver = ending?.by === 'silence' && ending.atFrame === end && looper.nowFrame >= end;
      if (isOver && this.player.isPlaying) this.stop();
    });
  }

  async dispose(): Promise<void> {
    this.loading?.abort.abort();
    this.loading = null;
    this.making.pauseList();
    this.stop();
    this.telemetry.attach(null);
    this.auditioner.dispose();
    this.audio?.looper.dispose();
    this.audio?.master.dispose();
    this.maker.dispose();
    await this.audio?.card.dispose();
    this.audio = null;
  }
}
