/**
 * A rifff, or some of its slots, rendered faster than real time by the looper that is also heard: the same voices,
 * the same effects, exact frames. No master unless one is asked for.
 */
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import { MESSAGES } from '../../data/contract/messages.ts';
import type { Rifff, SlotEffects } from '../../data/contract/rifff.ts';
import { rifffFrames } from '../../data/rules/time/timing.ts';
import { echoRingSec } from '../../dsp/echo.ts';
import { REVERB_RING_SEC } from '../../dsp/reverb.ts';
import { throwIfCancelled } from '../loading/cancel.ts';
import type { PatternMaker } from '../loading/patternMaker.ts';
import type { Grid } from '../looper/gridClock.ts';
import { Looper, type SlotWish } from '../looper/looper.ts';
import { addProcessors } from '../master/processors.ts';
import { gridOf, LOOPER_SLOTS, planSlots, type SlotPlan, trimOf } from '../player/slotPlans.ts';

/** Cuts have settled to under −100 dB after so long. */
const SETTLE_FRAMES = SAMPLE_RATE_HZ / 4;
/** Ramps and cross-overs that may come after the last frame that was sent. */
const MARGIN_SEC = 0.1;
/** First frame that voices sound on: the looper fades in before it. */
const START_FRAME = 1024;
/**
 * Frames that the browser renders at once, where it lets itself be told: with 128 it spends a third of its time on
 * going from node to node. https://webaudio.github.io/web-audio-api/#dom-offlineaudiocontextoptions-rendersizehint
 */
const BLOCK_FRAMES = 1024;
/** How often a long rendering starts the passes to come. */
const TICK_SEC = 4;

export interface MixSpan {
  /** Slots that sound, 0 to 7; left out: all. Those that are off stay silent. */
  readonly slots?: readonly number[];
  /** Frame of the rifff with which the span begins; default 0. */
  readonly fromFrame?: number;
  /** Frames of the span. */
  readonly frames: number;
  /**
   * Frames that sound before the span and are cut off, so that it has the tails of what came before; default: the
   * longest tail where a slot has effects, else none.
   */
  readonly warmUpFrames?: number;
  /** Frame of the rifff from which nothing sounds any more but what still rings; default: it goes on. */
  readonly endFrame?: number;
  /** What the voices sound through, made on the context of the rendering; default straight out. */
  readonly through?: (context: OfflineAudioContext) => Promise<AudioNode> | AudioNode;
  readonly signal?: AbortSignal;
}

export interface Mix {
  /** Left and right, at 48 kHz. */
  readonly channels: readonly Float32Array<ArrayBuffer>[];
  readonly frames: number;
}

type Plans = readonly (SlotPlan | null)[];

const uses = (plans: Plans, ...keys: (keyof SlotEffects)[]) =>
  plans.some((plan) => keys.some((key) => !!plan?.effects?.[key]));

/** Frames after which what slots sent to reverb and delay is under −100 dB; 0 where none sends. */
function ringOf(plans: Plans, bps: number): number {
  const reverb = uses(plans, 'reverb') ? REVERB_RING_SEC : 0;
  const echo = uses(plans, 'delay') ? echoRingSec(bps) : 0;
  const sec = Math.max(reverb, echo);
  return sec === 0 ? 0 : Math.ceil((sec + MARGIN_SEC) * SAMPLE_RATE_HZ);
}

/** Frames that slots must sound before a span for the span to hold all that came before it. */
function warmUpOf(plans: Plans, bps: number): number {
  const filters = uses(plans, 'lowCutHz', 'highCutHz') ? SETTLE_FRAMES : 0;
  return Math.max(filters, ringOf(plans, bps));
}

async function wishesOf(
  maker: PatternMaker,
  plans: readonly (SlotPlan | null)[],
  signal: AbortSignal | undefined,
): Promise<SlotWish[]> {
  return Promise.all(
    plans.map(async (plan): Promise<SlotWish> => {
      if (!plan) return null;
      const pattern = await maker.make(plan.pattern, signal);
      const { gain, isOn, effects } = plan;
      const { key } = plan.pattern;
      return { key, pattern, trim: trimOf(plan, pattern), level: isOn ? gain : 0, effects };
    }),
  );
}

/** Frames that a rifff rings on after it ended, to under −100 dB: none where no slot sends to reverb or delay. */
export function ringFrames(rifff: Rifff): number {
  return ringOf(planSlots(rifff).plans, rifff.state.bps);
}

/** Frames that must sound before a piece of a rifff, so that the piece has the tails of all before it. */
export function warmUpFrames(rifff: Rifff): number {
  return warmUpOf(planSlots(rifff).plans, rifff.state.bps);
}

/**
 * Renders a span of a rifff.
 * @returns two channels of exactly `frames` frames
 * @throws Error 'No media found for loop' and the other messages of loading; 'Buffer loading cancelled for rifff'
 */
export async function renderSpan(maker: PatternMaker, rifff: Rifff, span: MixSpan): Promise<Mix> {
  const { fromFrame = 0, frames, signal } = span;
  const { plans, missing } = planSlots(rifff);
  const isIn = (slot: number) => !span.slots || span.slots.includes(slot);
  if (missing.some(isIn)) throw new Error(MESSAGES.noMediaForLoop);
  const chosen = plans.map((plan, slot) => (isIn(slot) ? plan : null));
  const wishes = await wishesOf(maker, chosen, signal);
  throwIfCancelled(signal);
  const warmUp = span.warmUpFrames ?? warmUpOf(chosen, rifff.state.bps);
  const from = START_FRAME + warmUp;
  const wish: OfflineAudioContextOptions & { readonly renderSizeHint: number } = {
    numberOfChannels: 2,
    length: from + frames,
    sampleRate: SAMPLE_RATE_HZ,
    renderSizeHint: BLOCK_FRAMES,
  };
  const context = new OfflineAudioContext(wish);
  const hasEffects = uses(chosen, 'pan', 'lowCutHz', 'highCutHz', 'reverb', 'delay');
  if (hasEffects) await addProcessors(context);
  const output = (await span.through?.(context)) ?? context.destination;
  const looper = new Looper(context, output, LOOPER_SLOTS);
  const grid = gridOf(rifff, from - fromFrame);
  looper.start(wishes, grid, START_FRAME);
  if (span.endFrame !== undefined) endAt(looper, wishes, grid, grid.originFrame + span.endFrame);
  keepGoing(context, looper, wishes);
  const rendered = await context.startRendering();
  looper.dispose();
  throwIfCancelled(signal);
  const channels = [0, 1].map((c) => rendered.getChannelData(c).slice(from, from + frames));
  return { channels, frames };
}

/** Lets go of all voices at a frame, as the end of a rifff that is not looping does. */
function endAt(looper: Looper, wishes: readonly SlotWish[], grid: Grid, atFrame: number): void {
  const nothing = wishes.map(() => null);
  if (atFrame > START_FRAME) looper.schedule(nothing, grid, atFrame);
  else looper.schedule(nothing, grid, START_FRAME);
}

/** Single passes are started some seconds ahead, so a long rendering pauses for the next ones. */
function keepGoing(
  context: OfflineAudioContext,
  looper: Looper,
  wishes: readonly SlotWish[],
): void {
  const isNeeded = wishes.some((wish) => wish && wish !== 'keep' && wish.pattern.kind === 'passes');
  if (!isNeeded) return;
  for (let sec = TICK_SEC; sec < context.length / SAMPLE_RATE_HZ; sec += TICK_SEC) {
    void context.suspend(sec).then(() => {
      looper.tick();
      return context.resume();
    });
  }
}

/**
 * Renders whole turns of a rifff. The tails of the last turn are folded into the first, so the result goes round.
 * @param slots 0 to 7; left out: all
 * @param passes turns of the rifff, 1 or more
 * @returns two channels of passes · (frames of the rifff) frames
 * @throws Error as `renderSpan` does
 */
export function renderSlots(
  maker: PatternMaker,
  rifff: Rifff,
  { passes = 1, ...span }: Omit<MixSpan, 'frames'> & { readonly passes?: number } = {},
): Promise<Mix> {
  return renderSpan(maker, rifff, { ...span, frames: passes * rifffFrames(rifff) });
}
