/** A rifff of a list for as long as it is its turn: a looper of its own, from frame to frame of the context. */
import type { PatternMaker } from '../../audio/loading/patternMaker.ts';
import { frameTime } from '../../audio/looper/curves.ts';
import { Looper, type SlotWish } from '../../audio/looper/looper.ts';
import { gridOf, LOOPER_SLOTS, planSlots, trimOf } from '../../audio/player/slotPlans.ts';
import { SAMPLE_RATE_HZ } from '../../data/contract/constants.ts';
import type { PlaylistEntry } from '../../data/rules/playlist/entry.ts';

/** Points of a fade-out; between them the browser draws straight lines. */
const FADE_POINTS = 1025;
/** From a command to the first sound: nodes are made within it. */
export const LEAD_FRAMES = 2400;
/** Reverb and delay are let ring for so long. */
const RING_SEC = 8;

/** What the looper is asked for, once every loop of an entry that can be had is here. @throws Error where none can */
export async function wishesOf(maker: PatternMaker, entry: PlaylistEntry): Promise<SlotWish[]> {
  const { plans } = planSlots(entry.rifff);
  let asked = 0;
  let came = 0;
  const wishes = await Promise.all(
    plans.map(async (plan): Promise<SlotWish> => {
      if (!plan?.isOn || entry.loopsWithoutAudio.includes(plan.pattern.loop._id)) return null;
      asked += 1;
      try {
        const pattern = await maker.make(plan.pattern, undefined, 'next');
        came += 1;
        const { gain: level, effects } = plan;
        return { key: plan.pattern.key, pattern, trim: trimOf(plan, pattern), level, effects };
      } catch (cause) {
        console.info('A loop could not be loaded', cause);
        return null;
      }
    }),
  );
  if (asked > 0 && came === 0) throw new Error('Nothing of it can be heard');
  return wishes;
}

export class RifffTurn {
  readonly looper: Looper;
  /** Context frame on which it is heard whole; the cross-over lies before it. */
  readonly fromFrame: number;
  readonly endFrame: number;
  private readonly gain: GainNode;

  /** @param atFrame context frame on which it is heard whole; null for as soon as can be */
  constructor(
    output: AudioNode,
    entry: PlaylistEntry,
    wishes: readonly SlotWish[],
    atFrame: number | null,
  ) {
    const { context } = output;
    this.gain = new GainNode(context);
    this.gain.connect(output);
    this.looper = new Looper(context, this.gain, LOOPER_SLOTS);
    this.looper.prepare(wishes);
    this.fromFrame = atFrame ?? this.looper.earliestFrame(LEAD_FRAMES);
    this.endFrame = this.fromFrame + entry.durationFrames;
    const grid = gridOf(entry.rifff!, this.fromFrame);
    this.looper.start(wishes, grid, this.fromFrame);
    this.looper.schedule(
      wishes.map(() => null),
      grid,
      this.endFrame,
    );
    this.fade(entry.fadeOutFrames);
  }

  /** Equal power, as everywhere where lists are played. */
  private fade(frames: number): void {
    if (frames <= 0) return;
    const curve = Float32Array.from({ length: FADE_POINTS }, (_, point) =>
      Math.cos((Math.PI / 2) * (point / (FADE_POINTS - 1))),
    );
    const from = frameTime(this.endFrame - frames, SAMPLE_RATE_HZ);
    this.gain.gain.setValueCurveAtTime(curve, from, frames / SAMPLE_RATE_HZ);
  }

  /** Is it over, with all that rings of it? */
  isGone(nowFrame: number): boolean {
    return nowFrame > this.endFrame + RING_SEC * SAMPLE_RATE_HZ;
  }

  dispose(): void {
    this.looper.dispose();
    this.gain.disconnect();
  }
}
