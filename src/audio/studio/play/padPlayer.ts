/** The pads: sounds them at once, plays their pattern on the grid, and makes a loop of it. */
import { subscribe } from 'valtio/vanilla';
import { PADS } from '../../../data/rules/padKit.ts';
import {
  frameOf16ths,
  hitsOf,
  LEVEL_GAINS,
  levelAt,
  levelOfVelocity,
  nearestStep,
  type StepHit,
  setStep,
  stepCount,
} from '../../../data/rules/steps.ts';
import { barFrames, loopFrames } from '../../../data/rules/timing.ts';
import type { Grid } from '../../looper/gridClock.ts';
import { padPattern, patchPads, play, setPadPattern } from '../../state/play.ts';
import type { StudioHost, StudioRig } from '../host.ts';
import type { Pads } from '../Instruments.ts';
import type { SoundSamples } from '../Studio.ts';
import { loadKit } from './drums/loadKit.ts';
import { CHOKE_TAU_SEC, frameHits, mixHits, type StereoSound } from './drums/mixHits.ts';
import { holdPeak } from './holdPeak.ts';
import { frameHeard, frameNow, type PlayClock } from './playClock.ts';
import { Runner, type Scheduled } from './runner.ts';

const RATE = 48_000;

interface Ringing {
  readonly source: AudioBufferSourceNode;
  readonly gain: GainNode;
  readonly pad: number;
  readonly frame: number;
}

export class PadPlayer implements Pads {
  readonly hitMs = new Float64Array(PADS.length).fill(Number.NEGATIVE_INFINITY);
  private readonly host: StudioHost;
  private readonly clock: PlayClock;
  private rig: StudioRig | null = null;
  private runner: Runner | null = null;
  private sounds: StereoSound[] = [];
  private buffers: AudioBuffer[] = [];
  private kit = '';
  private ringing: Ringing[] = [];
  private pass: StepHit[] = [];
  /** Steps that were just played by hand and written: they do not sound a second time, up to a frame. */
  private played: { pad: number; step: number; untilFrame: number }[] = [];

  constructor(host: StudioHost, clock: PlayClock) {
    this.host = host;
    this.clock = clock;
    this.pass = hitsOf(padPattern());
    subscribe(play, this.onChange, true);
  }

  private pattern = padPattern();
  private tempo = { bps: play.bps, barLength: play.barLength };

  private readonly onChange = (): void => {
    const { bps, barLength } = play;
    if (this.rig && (bps !== this.tempo.bps || barLength !== this.tempo.barLength)) {
      this.clock.retime(this.rig, { bps, barLength });
    }
    this.tempo = { bps, barLength };
    if (padPattern() !== this.pattern) {
      this.pattern = padPattern();
      this.pass = hitsOf(this.pattern);
      this.runner?.relay();
    }
    if (this.kit && play.pads.kit !== this.kit) void this.load().catch(() => undefined);
  };

  async load(): Promise<void> {
    const { kit } = play.pads;
    if (this.kit === kit && this.buffers.length > 0) return;
    patchPads({ load: this.buffers.length > 0 ? 'ready' : 'loading' });
    this.kit = kit;
    try {
      const sounds = await loadKit(kit);
      if (play.pads.kit !== kit) return;
      this.sounds = sounds;
      this.buffers = sounds.map(bufferOf);
      patchPads({ load: 'ready' });
    } catch (cause) {
      this.kit = '';
      patchPads({ load: this.buffers.length > 0 ? 'ready' : 'failed' });
      throw cause;
    }
  }

  private async open(): Promise<StudioRig> {
    this.rig ??= await this.host.open();
    this.runner ??= new Runner(this.rig.context, this.clock, {
      lay: (grid, from, to) => this.lay(grid, from, to),
      ended: () => {
        this.clock.leave(this);
        patchPads({ isRunning: false });
      },
    });
    return this.rig;
  }

  hit(pad: number, velocity: number): void {
    const gain = Math.min(1, Math.max(0, velocity));
    if (this.rig?.context.state === 'running' && this.buffers[pad]) this.sound(pad, gain);
    else {
      void Promise.all([this.open(), this.load()])
        .then(() => this.sound(pad, gain))
        .catch((cause: unknown) => console.error('A pad could not sound', cause));
    }
  }

  private sound(pad: number, gain: number): void {
    const { rig } = this;
    if (!rig) return;
    this.ring(rig, pad, gain, 0);
    this.hitMs[pad] = performance.now();
    if (play.pads.isRunning && play.pads.isWriting) this.write(rig, pad, gain);
  }

  /** Writes a hit of the hand into the step that it means. */
  private write(rig: StudioRig, pad: number, gain: number): void {
    const heard = frameHeard(rig.context);
    const grid = this.clock.gridAt(heard);
    if (!grid) return;
    const perBar = barFrames(grid.barLength, grid.bps);
    const pattern = padPattern();
    const step = nearestStep(((heard - grid.originFrame) * grid.barLength) / perBar, pattern);
    const level = levelOfVelocity(gain);
    const half = perBar / grid.barLength;
    this.played.push({ pad, step, untilFrame: frameNow(rig.context) + Math.ceil(half) });
    if (levelAt(pattern, pad, step) !== level) setPadPattern(setStep(pattern, pad, step, level));
    else this.runner?.relay();
  }

  async start(): Promise<void> {
    const [rig] = await Promise.all([this.open(), this.load()]);
    if (this.runner?.isRunning) return;
    this.clock.join(this, rig, play);
    patchPads({ isRunning: true });
    this.runner?.start();
  }

  stop(): void {
    this.runner?.stop();
  }

  stopOnBeat(): void {
    this.runner?.stopOnBeat();
  }

  position16ths(): number {
    const { rig } = this;
    if (!rig || !play.pads.isRunning) return -1;
    const at16ths = this.clock.heard16ths(rig.context);
    return at16ths < 0 ? -1 : at16ths % stepCount(padPattern());
  }

  async render(bps: number): Promise<SoundSamples> {
    await this.load();
    const pattern = padPattern();
    const frames = loopFrames(stepCount(pattern), bps, RATE);
    const channels = mixHits(this.sounds, frameHits(pattern, frames), frames);
    holdPeak(channels);
    return { channels, sampleRate: RATE };
  }

  /** Schedules the hits of `[from, to)`. */
  private lay(grid: Grid, from: number, to: number): Scheduled[] {
    const { rig, pattern } = this;
    if (!rig) return [];
    const total = stepCount(pattern);
    const perBar = barFrames(grid.barLength, grid.bps);
    // A pattern of another metre goes round in its own bars until the page lays it anew.
    const passFrames = frameOf16ths(total, grid.barLength, perBar);
    const laid: Scheduled[] = [];
    for (const hit of this.pass) {
      const inside = frameOf16ths(hit.at16ths, grid.barLength, perBar);
      const first = grid.originFrame + inside;
      const turns = Math.max(0, Math.ceil((from - first) / passFrames));
      const frame = first + turns * passFrames;
      if (frame >= to || this.isPlayed(hit, frame)) continue;
      laid.push(this.ring(rig, hit.pad, LEVEL_GAINS[hit.level], frame));
    }
    return laid;
  }

  private isPlayed({ pad, step }: StepHit, frame: number): boolean {
    const now = this.rig ? frameNow(this.rig.context) : 0;
    this.played = this.played.filter(({ untilFrame }) => untilFrame > now);
    return this.played.some(
      (one) => one.pad === pad && one.step === step && frame <= one.untilFrame,
    );
  }

  /** Sounds a pad from a frame on; 0 is at once. */
  private ring(rig: StudioRig, pad: number, level: number, atFrame: number): Scheduled {
    const { context } = rig;
    const frame = Math.max(atFrame, frameNow(context));
    const when = atFrame === 0 ? 0 : frame / context.sampleRate;
    const gain = new GainNode(context, { gain: level });
    const source = new AudioBufferSourceNode(context, { buffer: this.buffers[pad] ?? null });
    source.connect(gain).connect(rig.instruments);
    source.start(when);
    const own: Ringing = { source, gain, pad, frame };
    this.choke(context, own);
    this.ringing.push(own);
    source.onended = () => this.forget(own);
    return { frame, cancel: () => this.forget(own) };
  }

  private forget(one: Ringing): void {
    one.source.onended = null;
    one.source.stop();
    one.gain.disconnect();
    this.ringing = this.ringing.filter((other) => other !== one);
  }

  /** What a sound of the same group left ringing ends as it begins. */
  private choke(context: AudioContext, by: Ringing): void {
    const group = PADS[by.pad]?.choke;
    if (!group) return;
    const at = by.frame / context.sampleRate;
    for (const { source, gain, pad, frame } of this.ringing) {
      if (PADS[pad]?.choke !== group || frame >= by.frame) continue;
      gain.gain.setTargetAtTime(0, at, CHOKE_TAU_SEC);
      source.stop(at + 8 * CHOKE_TAU_SEC);
    }
  }
}

function bufferOf({ left, right }: StereoSound): AudioBuffer {
  const buffer = new AudioBuffer({ length: left.length, numberOfChannels: 2, sampleRate: RATE });
  buffer.copyToChannel(left, 0);
  buffer.copyToChannel(right, 1);
  return buffer;
}
