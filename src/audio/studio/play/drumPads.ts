/** The pads: drum sounds of a kit, hit by hand or by the steps of a pattern, and a loop made of it. */
import { subscribe } from 'valtio/vanilla';
import { PADS } from '../../../data/rules/instruments/padKit.ts';
import {
  hitsOf,
  LEVEL_GAINS,
  levelAt,
  levelOfVelocity,
  nearestStep,
  type StepHit,
  setStep,
  stepCount,
} from '../../../data/rules/instruments/steps.ts';
import { barFrames, loopFrames } from '../../../data/rules/time/timing.ts';
import { holdPeak } from '../../../dsp/levels.ts';
import { toBuffer } from '../../loading/audioBuffer.ts';
import { once } from '../../loading/singleFlight.ts';
import { padPattern, patchPads, play, setPadPattern } from '../../state/play.ts';
import { studioPool } from '../../workers/studioPool.ts';
import type { StudioAudio, StudioHost } from '../host.ts';
import type { Pads, SoundSamples } from '../Studio.ts';
import { CHOKE_TAU_SEC, frameHits, mixHits, type StereoSound } from './drums/mixHits.ts';
import { NotePlayer } from './notePlayer.ts';
import { frameHeard, frameNow, type PlayClock } from './playClock.ts';
import type { Scheduled } from './runner.ts';

const RATE = 48_000;

const kits = new Map<string, () => Promise<StereoSound[]>>();

/** The sounds of a kit. @throws Error when it cannot be rendered; the next call tries again */
function loadKit(kit: string): Promise<StereoSound[]> {
  const load = kits.get(kit) ?? once(() => studioPool.run('kit', kit));
  kits.set(kit, load);
  return load();
}

interface Ringing {
  readonly source: AudioBufferSourceNode;
  readonly gain: GainNode;
  readonly pad: number;
  readonly frame: number;
}

export class DrumPads extends NotePlayer<StepHit> implements Pads {
  readonly hitMs = new Float64Array(PADS.length).fill(Number.NEGATIVE_INFINITY);
  protected notes: readonly StepHit[];
  private sounds: StereoSound[] = [];
  private buffers: AudioBuffer[] = [];
  private kit = '';
  private ringing: Ringing[] = [];

  constructor(host: StudioHost, clock: PlayClock) {
    super(host, clock);
    this.notes = hitsOf(padPattern());
    subscribe(play, this.onChange, true);
  }

  private pattern = padPattern();
  private tempo = { bps: play.bps, barLength: play.barLength };

  private readonly onChange = (): void => {
    const { audio } = this;
    const { bps, barLength } = play;
    if (audio && (bps !== this.tempo.bps || barLength !== this.tempo.barLength)) {
      this.clock.retime(audio, { bps, barLength });
    }
    this.tempo = { bps, barLength };
    if (padPattern() !== this.pattern) {
      this.pattern = padPattern();
      this.notes = hitsOf(this.pattern);
      this.relay();
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
      this.buffers = sounds.map(({ left, right }) =>
        toBuffer({ channels: [left, right], sampleRate: RATE }),
      );
      patchPads({ load: 'ready' });
    } catch (cause) {
      this.kit = '';
      patchPads({ load: this.buffers.length > 0 ? 'ready' : 'failed' });
      throw cause;
    }
  }

  protected get length16ths(): number {
    return stepCount(this.pattern);
  }

  protected get isShown(): boolean {
    return play.pads.isRunning;
  }

  protected at16ths(hit: StepHit): number {
    return hit.at16ths;
  }

  protected sound(audio: StudioAudio, hit: StepHit, frame: number): Scheduled {
    return this.ring(audio, hit.pad, LEVEL_GAINS[hit.level], frame);
  }

  protected ended(): void {
    patchPads({ isRunning: false });
  }

  hit(pad: number, velocity: number): void {
    const gain = Math.min(1, Math.max(0, velocity));
    const { audio } = this;
    if (audio?.context.state === 'running' && this.buffers[pad]) this.strike(audio, pad, gain);
    else {
      void Promise.all([this.open(), this.load()])
        .then(([opened]) => this.strike(opened, pad, gain))
        .catch((cause: unknown) => console.error('A pad could not sound', cause));
    }
  }

  private strike(audio: StudioAudio, pad: number, gain: number): void {
    this.ring(audio, pad, gain, 0);
    this.hitMs[pad] = performance.now();
    if (play.pads.isRunning && play.pads.isWriting) this.write(audio, pad, gain);
  }

  /** Writes a hit of the hand into the step that it means. */
  private write(audio: StudioAudio, pad: number, gain: number): void {
    const heard = frameHeard(audio.context);
    const grid = this.clock.gridAt(heard);
    if (!grid) return;
    const perBar = barFrames(grid.barLength, grid.bps);
    const pattern = padPattern();
    const step = nearestStep(((heard - grid.originFrame) * grid.barLength) / perBar, pattern);
    const level = levelOfVelocity(gain);
    const perStep = perBar / grid.barLength;
    this.playedByHand((hit) => hit.pad === pad && hit.step === step, perStep);
    if (levelAt(pattern, pad, step) !== level) setPadPattern(setStep(pattern, pad, step, level));
    else this.relay();
  }

  async start(): Promise<void> {
    const [audio] = await Promise.all([this.open(), this.load()]);
    if (this.isRunning) return;
    patchPads({ isRunning: true });
    this.go(audio);
  }

  async render(bps: number): Promise<SoundSamples> {
    await this.load();
    const pattern = padPattern();
    const frames = loopFrames(stepCount(pattern), bps, RATE);
    const channels = mixHits(this.sounds, frameHits(pattern, frames), frames);
    holdPeak(channels);
    return { channels, sampleRate: RATE };
  }

  /** Sounds a pad from a frame on; 0 is at once. */
  private ring(audio: StudioAudio, pad: number, level: number, atFrame: number): Scheduled {
    const { context } = audio;
    const frame = Math.max(atFrame, frameNow(context));
    const when = atFrame === 0 ? 0 : frame / context.sampleRate;
    const gain = new GainNode(context, { gain: level });
    const source = new AudioBufferSourceNode(context, { buffer: this.buffers[pad] ?? null });
    source.connect(gain).connect(audio.instruments);
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
