/**
 * One loop sounding on the grid: source(s) → entry → exit → level → analyser → effects → output. The entry fades it
 * in and carries the level matching, the exit fades it out, the level carries the slot's gain, mute and solo: no two
 * of them share a timeline, so a voice may leave while a long blend still brings it in.
 */
import { ANALYSER_FFT_SIZE } from '../../data/contract/constants.ts';
import type { SlotEffects } from '../../data/contract/rifff.ts';
import { passStartFrame } from '../../data/rules/time/timing.ts';
import { type Fade, fadeCurve, frameTime } from './curves.ts';
import type { EffectsBus } from './effects/effectsBus.ts';
import { RAMP_END_SEC, RAMP_TAU_SEC, rampGain } from './effects/ramp.ts';
import { SlotChain } from './effects/slotChain.ts';
import type { PassesPattern, Pattern } from './pattern.ts';

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
  readonly effects?: SlotEffects | undefined;
}

export class Voice {
  readonly key: string;
  readonly pattern: Pattern;
  /** Measures its sound; null offline. */
  readonly analyser: AnalyserNode | null;
  /** Where it sounds at its level, without what the effects add. */
  readonly beforeEffects: AudioNode;
  /** Level that the slot is set to, 0 when muted. */
  level: number;
  /** Context frame of the pattern's first frame. */
  readonly originFrame: number;
  private readonly context: BaseAudioContext;
  private readonly entry: GainNode;
  /** Offline it is made when it is needed: nothing renders while nodes are put in between. */
  private exit: GainNode | null = null;
  private readonly levelNode: GainNode;
  private readonly trim: number;
  private readonly chain: SlotChain;
  private readonly sources = new Set<AudioBufferSourceNode>();
  private nextPass = 0;
  private exitFromFrame = 0;
  private silentFromFrame = Number.POSITIVE_INFINITY;

  constructor(
    context: BaseAudioContext,
    { output, bus }: { readonly output: AudioNode; readonly bus: EffectsBus },
    spec: VoiceSpec,
    originFrame: number,
  ) {
    this.context = context;
    this.key = spec.key;
    this.pattern = spec.pattern;
    this.level = spec.level;
    this.trim = spec.trim;
    this.originFrame = originFrame;
    this.entry = new GainNode(context, { gain: 0 });
    this.levelNode = new GainNode(context, { gain: spec.level });
    const isHeard = !(context instanceof OfflineAudioContext);
    this.analyser = isHeard
      ? new AnalyserNode(context, { fftSize: ANALYSER_FFT_SIZE, smoothingTimeConstant: 0.6 })
      : null;
    this.entry.connect(this.levelNode);
    if (isHeard) this.openExit();
    if (this.analyser) this.levelNode.connect(this.analyser);
    this.beforeEffects = this.analyser ?? this.levelNode;
    this.chain = new SlotChain(context, this.beforeEffects, output, bus, spec.effects);
  }

  private openExit(): GainNode {
    if (this.exit) return this.exit;
    this.exit = new GainNode(this.context);
    this.entry.disconnect();
    this.entry.connect(this.exit).connect(this.levelNode);
    return this.exit;
  }

  /** Fades in over `fade`, as if it had always played. Call it once. */
  fadeIn(fade: Fade): void {
    const curve = fadeCurve(fade, 'in').map((gain) => gain * this.trim);
    this.scheduleCurve(this.entry.gain, curve, fade);
    if (this.pattern.kind === 'loop') this.startLoop(this.pattern.buffer, fade.fromFrame);
    else this.startPasses(this.pattern, fade.fromFrame);
  }

  private scheduleCurve(param: AudioParam, curve: Float32Array<ArrayBuffer>, fade: Fade): void {
    const { sampleRate } = this.context;
    param.setValueCurveAtTime(
      curve,
      frameTime(fade.fromFrame, sampleRate),
      fade.frames / sampleRate,
    );
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
    source.connect(this.entry);
    source.onended = () => {
      source.disconnect();
      this.sources.delete(source);
    };
    this.sources.add(source);
    return source;
  }

  /** What its slot adds to it. */
  get effects(): SlotEffects {
    return this.chain.effects;
  }

  /** Turns to other effects from a time on. */
  setEffects(effects: SlotEffects | undefined, time: number): void {
    this.chain.set(effects, time);
  }

  /** Starts the passes of the next ten seconds. Voices of one looped buffer need nothing. */
  pump(nowFrame: number): void {
    this.chain.settle();
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

  /** Fades out over `fade`; it may still be fading in. */
  fadeOut(fade: Fade): void {
    this.scheduleCurve(this.openExit().gain, fadeCurve(fade, 'out'), fade);
    this.exitFromFrame = fade.fromFrame;
    this.silentFromFrame = fade.fromFrame + fade.frames;
  }

  /** Takes back a fade-out that has not begun. */
  cancelFadeOut(): void {
    const from = frameTime(this.exitFromFrame, this.context.sampleRate);
    this.exit?.gain.cancelScheduledValues(from);
    this.silentFromFrame = Number.POSITIVE_INFINITY;
  }

  /** Ramps to a level from a time on. @param tauSec time constant, that of a fader where it is left out */
  setLevel(level: number, time: number, tauSec?: number): void {
    if (level === this.level) return;
    this.level = level;
    rampGain(this.levelNode.gain, level, time, tauSec);
  }

  /** Ramps to a level now and back to the one that it is set to from `time` on. */
  setLevelUntil(level: number, time: number): void {
    const now = this.context.currentTime;
    if (time < now + RAMP_END_SEC) return;
    rampGain(this.levelNode.gain, level, now);
    this.levelNode.gain.setTargetAtTime(this.level, time, RAMP_TAU_SEC);
    this.levelNode.gain.setValueAtTime(this.level, time + RAMP_END_SEC);
  }

  /** Stops at a time; call `dispose` after it. */
  stopAt(time: number): void {
    for (const source of this.sources) source.stop(time);
    this.silentFromFrame = Math.min(
      this.silentFromFrame,
      Math.ceil(time * this.context.sampleRate),
    );
  }

  /** Ends at once and disconnects every node. */
  dispose(): void {
    for (const source of this.sources) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
    this.sources.clear();
    this.entry.disconnect();
    this.exit?.disconnect();
    this.chain.dispose();
    this.levelNode.disconnect();
    this.analyser?.disconnect();
  }
}
