/** From a plan to a pattern that can be played: load, cut, render, lay on the grid, cache. */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { passStartFrame } from '../../data/rules/time/timing.ts';
import type { Pattern } from '../looper/pattern.ts';
import { inLoadOrder, planSlots } from '../player/slotPlans.ts';
import { playPool } from '../workers/playPool.ts';
import type { Priority } from '../workers/priorityQueue.ts';
import {
  cutPass,
  isNearLength,
  type Rendered,
  type RenderJob,
  renderPasses,
  type Shift,
} from '../workers/renderPass.ts';
import { channelsOf, toBuffer } from './audioBuffer.ts';
import { ByteCache, bufferBytes } from './byteCache.ts';
import { DECODING } from './decodeBytes.ts';
import { type LocalSound, LoopLoader } from './loopLoader.ts';
import { type PatternPlan, sourceFrames } from './patternPlan.ts';
import { SingleFlight } from './singleFlight.ts';

/** A vocoder on a slow machine needs longer than anything else that is rendered. */
const SHIFT_LIMIT_MS = 30_000;

/** Passes laid one after the other on their whole frames, in one buffer of the whole pattern. */
function layPasses(plan: PatternPlan, passes: Map<number, readonly Float32Array[]>): AudioBuffer {
  const numberOfChannels = passes.values().next().value!.length;
  const buffer = new AudioBuffer({
    length: plan.frames,
    numberOfChannels,
    sampleRate: SAMPLE_RATE_HZ,
  });
  const outputs = channelsOf(buffer);
  for (let i = 0; i < plan.grid.passes; i++) {
    const start = passStartFrame(plan.grid, i, plan.framesPerBar);
    const length = passStartFrame(plan.grid, i + 1, plan.framesPerBar) - start;
    const pass = passes.get(length)!;
    for (let c = 0; c < numberOfChannels; c++) outputs[c]!.set(pass[c]!, start);
  }
  return buffer;
}

/**
 * Renders one pass in every length of the job, and measures it if asked, beside the page.
 * @throws Error 'Buffer loading cancelled for rifff', or that it failed or took more than 10 s (30 s for a shift)
 */
export function renderBeside(
  job: RenderJob,
  signal?: AbortSignal,
  priority?: Priority,
): Promise<Rendered> {
  const { limitMs } = job.shift ? { limitMs: SHIFT_LIMIT_MS } : DECODING;
  return playPool.run('render', job, { limitMs, signal, ...(priority && { priority }) });
}

/** The shift of a plan, unless it only keeps the pitch where a few frames are all that the speed changes. */
function shiftFor({ shift, passLengths }: PatternPlan, ownFrames: number): Shift | undefined {
  if (!shift) return undefined;
  const isFew = shift.semitones === 0 && isNearLength(ownFrames, passLengths[0]!);
  return isFew ? undefined : { ...shift, ownFrames: Math.max(1, ownFrames) };
}

/** Bytes of the samples of a pattern. */
export function patternBytes(pattern: Pattern): number {
  if (pattern.kind === 'loop') return bufferBytes(pattern.buffer);
  return [...pattern.passes.values()].reduce((sum, buffer) => sum + bufferBytes(buffer), 0);
}

export class PatternMaker {
  /** Decoded files and finished patterns share one budget. */
  private readonly cache = new ByteCache<AudioBuffer | Pattern>();
  private readonly loader: LoopLoader;
  private readonly shared = new SingleFlight<Pattern>();

  /** @param local where sounds of this device are, for a page that makes some: it gets its workers beforehand */
  constructor(local?: LocalSound) {
    if (local) playPool.prepare();
    this.loader = new LoopLoader(this.cache as ByteCache<AudioBuffer>, local);
  }

  /** Bytes of decoded and rendered audio held. */
  get bytes(): number {
    return this.cache.bytes;
  }

  /** Says how many bytes of decoded audio others hold: the cache does with so much less. */
  reserve(bytes: number): void {
    this.cache.reserve(bytes);
  }

  /** The pattern of a plan if it is ready. */
  peek(plan: PatternPlan): Pattern | undefined {
    return this.cache.get(`pattern|${plan.key}`) as Pattern | undefined;
  }

  /**
   * The pattern of a plan, from the cache or made now.
   * @throws Error 'No media found for loop', 'Not a valid loop object', 'Buffer loading cancelled for rifff'
   */
  async make(
    plan: PatternPlan,
    signal?: AbortSignal,
    priority: Priority = 'playing',
  ): Promise<Pattern> {
    const known = this.peek(plan);
    if (known) return known;
    this.loader.want(plan.loop, priority);
    return this.shared.join(plan.key, (abort) => this.makeNow(plan, abort, priority), signal);
  }

  /**
   * Makes every pattern of a rifff.
   * @throws Error as `make` does, of the first slot that fails
   */
  async preload(rifff: Rifff, signal?: AbortSignal): Promise<void> {
    const { plans, missing } = planSlots(rifff);
    if (missing.length > 0) throw new Error(MESSAGES.noMediaForLoop);
    await Promise.all(inLoadOrder(plans).map((plan) => this.make(plan.pattern, signal, 'next')));
  }

  private async makeNow(
    plan: PatternPlan,
    signal: AbortSignal,
    priority: Priority,
  ): Promise<Pattern> {
    const decoded = await this.loader.load(plan.loop, signal);
    const render = (job: RenderJob) => renderBeside(job, signal, priority);
    const pattern = await this.patternOf(plan, decoded, render);
    const isDecoded = pattern.kind === 'loop' && pattern.buffer === decoded;
    this.cache.set(`pattern|${plan.key}`, pattern, isDecoded ? 0 : patternBytes(pattern));
    return pattern;
  }

  private async patternOf(
    plan: PatternPlan,
    decoded: AudioBuffer,
    render: (job: RenderJob) => Promise<Rendered>,
  ): Promise<Pattern> {
    const { loop, passLengths, grid, frames, framesPerBar } = plan;
    const isNative = decoded.sampleRate === SAMPLE_RATE_HZ;
    const inFrames = sourceFrames(loop, plan.loopBps, decoded.sampleRate);
    const offset = loop.startOffsetSamples ?? 0;
    const isKnown = loop.loudnessLufs !== undefined;
    const isWhole = offset === 0 && decoded.length === inFrames && grid.passes === 1;
    const shift = shiftFor(plan, Math.round((inFrames * SAMPLE_RATE_HZ) / decoded.sampleRate));
    const isDirect = isNative && isWhole && inFrames === frames && !shift;
    if (isDirect && isKnown) return { kind: 'loop', frames, buffer: decoded };
    const channels = cutPass(channelsOf(decoded), offset, inFrames);
    const isNear = !shift && isNative && isNearLength(inFrames, passLengths[0]!);
    const measure = isKnown ? {} : { measureRate: decoded.sampleRate };
    const lengths = isNear ? [] : passLengths;
    const needsPool = !isNear || !isKnown;
    const made = needsPool ? await render({ channels, lengths, shift, ...measure }) : null;
    const base = { frames, loudnessLufs: made?.loudnessLufs };
    if (isDirect) return { kind: 'loop', ...base, buffer: decoded };
    const rendered = isNear ? renderPasses({ channels, lengths: passLengths }, true) : made!.passes;
    const passes = new Map(passLengths.map((length, i) => [length, rendered[i]!]));
    if (plan.kind === 'loop') return { kind: 'loop', ...base, buffer: layPasses(plan, passes) };
    const buffers = new Map(
      [...passes].map(([length, pass]) => [
        length,
        toBuffer({ channels: pass, sampleRate: SAMPLE_RATE_HZ }),
      ]),
    );
    return { kind: 'passes', ...base, grid, framesPerBar, passes: buffers };
  }

  dispose(): void {
    this.shared.abort();
    this.cache.clear();
  }
}
