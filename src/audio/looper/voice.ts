/**
 * One loop sounding on the grid: source(s) → fade → level → analyser → output. The fade carries cross-overs
 * and the level matching, the level carries the slot's gain, mute and solo, so the two never share a timeline.
 */
import { ANALYSER_FFT_SIZE } from '../../data/contract/constants.ts';
import { passStartFrame } from '../../data/rules/timing.ts';
import { FADE_FRAMES, fadeCurve, frameTime } from './curves.ts';
import type { PassesPattern, Pattern } from './pattern.ts';

/** Time constant of gain changes: 95 % after 12 ms. */
const RAMP_TAU_SEC = 0.004;
/** After this the ramp is set to its goal exactly (what is left is under −100 dB). */
const RAMP_END_SEC = 0.05;
/** How far single passes are started ahead: a main thread that stalls for less is never heard. */
const PASS_LOOKAHEAD_SEC = 10;

/** What a voice is to play. Two specs of equal key sound the same. */
export interface VoiceSpec {
  readonly key: string;
  readonly pattern: Pattern;
  /** Linear gain of level matching. */
  readonly trim: number;
  /** Linear gain of the slot: 0 when muted. */
  readonly level: number;
}

/** Ramps a gain to a value without a click from whatever it is at `time`; later calls take over. */
export function rampGain(param: AudioParam, value: number, time: number): void {
  param.cancelScheduledValues(time);
  param.setTargetAtTime(value, time, RAMP_TAU_SEC);
  param.setValueAtTime(value, time + RAMP_END_SEC);
}

export class Voice {
  readonly key: string;
  readonly pattern: Pattern;
  readonly analyser: AnalyserNode;
  /** Level that the slot is set to, 0 when muted. */
  level: number;
  /** Context frame of the pattern's first frame. */
  readonly originFrame: number;
  private readonly context: BaseAudioContext;
  private readonly fade: GainNode;
  private readonly levelNode: GainNode;
  private readonly trim: number;
  private readonly sources = new Set<AudioBufferSourceNode>();
  private nextPass = 0;
  private silentFromFrame = Number.POSITIVE_INFINITY;

  constructor(context: BaseAudioContext, output: AudioNode, spec: VoiceSpec, originFrame: number) {
    this.context = context;
    this.key = spec.key;
    this.pattern = spec.pattern;
    this.level = spec.level;
    this.trim = spec.trim;
    this.originFrame = originFrame;
    this.fade = new GainNode(context, { gain: 0 });
    this.levelNode = new GainNode(context, { gain: spec.level });
    this.analyser = new AnalyserNode(context, {
      fftSize: ANALYSER_FFT_SIZE,
      smoothingTimeConstant: 0.6,
    });
    this.fade.connect(this.levelNode).connect(this.analyser).connect(output);
  }

  /** Sounds whole from `frame` on, faded in over the 5 ms before it, as if it had always played. */
  startAt(frame: number): void {
    const from = frame - FADE_FRAMES;
    const { sampleRate } = this.context;
    this.fade.gain.setValueCurveAtTime(
      fadeCurve(0, this.trim),
      frameTime(from, sampleRate),
      FADE_FRAMES / sampleRate,
    );
    if (this.pattern.kind === 'loop') this.startLoop(this.pattern.buffer, from);
    else this.startPasses(this.pattern, from);
  }

  private startLoop(buffer: AudioBuffer, from: number): void {
    const { frames } = this.pattern;
    const phase = (((from - this.originFrame) % frames) + frames) % frames;
    const source = this.makeSource(buffer);
    source.loop = true;
    const { sampleRate } = this.context;
    source.start(frameTime(from, sampleRate), frameTime(phase, sampleRate));
  }

  private startPasses(pattern: PassesPattern, from: number): void {
    const { grid, framesPerBar } = pattern;
    let index = Math.floor(((from - this.originFrame) * grid.passes) / pattern.frames);
    while (this.passFrame(pattern, index) > from) index -= 1;
    while (passStartFrame(grid, index + 1, framesPerBar) + this.originFrame <= from) index += 1;
    this.startPass(pattern, index, from);
    this.nextPass = index + 1;
    this.pump(from);
  }

  private passFrame(pattern: PassesPattern, index: number): number {
    return this.originFrame + passStartFrame(pattern.grid, index, pattern.framesPerBar);
  }

  private startPass(pattern: PassesPattern, index: number, from: number): void {
    const start = this.passFrame(pattern, index);
    const buffer = pattern.passes.get(this.passFrame(pattern, index + 1) - start);
    if (!buffer) return;
    const source = this.makeSource(buffer);
    const { sampleRate } = this.context;
    const at = Math.max(start, from);
    source.start(frameTime(at, sampleRate), frameTime(at - start, sampleRate));
  }

  private makeSource(buffer: AudioBuffer): AudioBufferSourceNode {
    const source = new AudioBufferSourceNode(this.context, { buffer });
    source.connect(this.fade);
    source.onended = () => {
      source.disconnect();
      this.sources.delete(source);
    };
    this.sources.add(source);
    return source;
  }

  /** Starts the passes of the next ten seconds. Voices of one looped buffer need nothing. */
  pump(nowFrame: number): void {
    if (this.pattern.kind !== 'passes') return;
    const until = Math.min(
      this.silentFromFrame,
      nowFrame + PASS_LOOKAHEAD_SEC * this.context.sampleRate,
    );
    while (this.passFrame(this.pattern, this.nextPass) < until) {
      const at = this.passFrame(this.pattern, this.nextPass);
      this.startPass(this.pattern, this.nextPass, Math.max(at, nowFrame));
      this.nextPass += 1;
    }
  }

  /** Silent from `frame` on, faded out over the 5 ms before it. */
  fadeOutAt(frame: number): void {
    const { sampleRate } = this.context;
    this.fade.gain.setValueCurveAtTime(
      fadeCurve(this.trim, 0),
      frameTime(frame - FADE_FRAMES, sampleRate),
      FADE_FRAMES / sampleRate,
    );
    this.silentFromFrame = frame;
  }

  /** Takes back a fade-out that has not begun. */
  cancelFadeOut(): void {
    const from = frameTime(this.silentFromFrame - FADE_FRAMES, this.context.sampleRate);
    this.fade.gain.cancelScheduledValues(from);
    this.silentFromFrame = Number.POSITIVE_INFINITY;
  }

  /** Ramps to a level from a time on. */
  setLevel(level: number, time: number): void {
    if (level === this.level) return;
    this.level = level;
    rampGain(this.levelNode.gain, level, time);
  }

  /** Stops at a time; call `dispose` after it. */
  stopAt(time: number): void {
    for (const source of this.sources) source.stop(time);
    this.silentFromFrame = Math.min(
      this.silentFromFrame,
      Math.ceil(time * this.context.sampleRate),
    );
  }

  /** Ends at once and lets go of every node. */
  dispose(): void {
    for (const source of this.sources) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
    this.sources.clear();
    this.fade.disconnect();
    this.levelNode.disconnect();
    this.analyser.disconnect();
  }
}
