/**
 * What stands between a slot's level and the mix: cuts, pan and sends. A slot that uses none of them is one wire; the
 * others go through the desk, or through nodes of the browser where there is none.
 * Whatever is switched in or out crosses over with what was there, because a filter that comes out of nowhere clicks.
 */
import type { SlotEffects } from '../../../data/contract/rifff.ts';
import type { DeskLane } from './desk.ts';
import type { EffectsBus, Send } from './effectsBus.ts';
import { RAMP_END_SEC, rampGain } from './ramp.ts';

/** Time constant of changes of corners and of pan. */
const TURN_TAU_SEC = 0.012;
/** dB of resonance: none (Butterworth). */
const Q_DB = -3.01;

/** Do two effects of a slot sound the same? */
function sameEffects(a: SlotEffects | undefined, b: SlotEffects | undefined): boolean {
  const keys = ['pan', 'lowCutHz', 'highCutHz', 'reverb', 'delay'] as const;
  return a === b || keys.every((key) => (a?.[key] || 0) === (b?.[key] || 0));
}

/** Does a slot add anything to its sound? */
export function hasEffects(effects: SlotEffects | undefined): boolean {
  return !sameEffects(effects, undefined);
}

/** A way through: wire, the desk, or cuts and pan of the browser. */
interface Lane {
  readonly kind: string;
  readonly gain: GainNode;
  readonly desk?: DeskLane;
  readonly low?: BiquadFilterNode;
  readonly high?: BiquadFilterNode;
  readonly pan?: StereoPannerNode;
}

const NATIVE = ['lowCutHz', 'highCutHz', 'pan'] as const;

/** Two kinds of way cross over; within one, parameters turn. '' is the wire. */
function kindOf(effects: SlotEffects, isDesk: boolean): string {
  const uses = (keys: readonly (keyof SlotEffects)[]) => keys.filter((key) => effects[key]).join();
  if (!isDesk) return uses(NATIVE);
  return uses(['pan', 'reverb', 'delay', ...NATIVE]) && `desk ${uses(['lowCutHz', 'highCutHz'])}`;
}

export class SlotChain {
  private readonly context: BaseAudioContext;
  private readonly input: AudioNode;
  private readonly output: AudioNode;
  private readonly bus: EffectsBus;
  private lane: Lane;
  private fading: { readonly lane: Lane; readonly untilSec: number }[] = [];
  private readonly sends = new Map<Send, { readonly node: GainNode; restsAtSec: number }>();
  effects: SlotEffects;

  /** Stands between `input` and `output` with `effects`. */
  constructor(
    context: BaseAudioContext,
    input: AudioNode,
    output: AudioNode,
    bus: EffectsBus,
    effects: SlotEffects = {},
  ) {
    this.context = context;
    this.input = input;
    this.bus = bus;
    this.effects = effects;
    this.output = output;
    this.lane = this.open(effects, 1);
    if (this.lane.desk) return;
    this.send('reverb', effects.reverb ?? 0, context.currentTime, true);
    this.send('delay', effects.delay ?? 0, context.currentTime, true);
  }

  private open(effects: SlotEffects, level: number): Lane {
    const { context } = this;
    const gain = new GainNode(context, { gain: level });
    const deskKind = this.bus.hasDesk ? kindOf(effects, true) : '';
    const desk = deskKind ? this.bus.openLane(effects) : null;
    if (desk) {
      this.input.connect(gain);
      desk.connect(gain);
      return { kind: deskKind, gain, desk };
    }
    const { lowCutHz, highCutHz, pan } = effects;
    const cut = (type: BiquadFilterType, frequency: number) =>
      new BiquadFilterNode(context, { type, frequency, Q: Q_DB });
    const low = lowCutHz ? cut('highpass', lowCutHz) : undefined;
    const high = highCutHz ? cut('lowpass', highCutHz) : undefined;
    // Two channels always: what is mono would lose 3 dB by standing in the middle.
    const width = { channelCount: 2, channelCountMode: 'explicit' } as const;
    const panner = pan ? new StereoPannerNode(context, { pan, ...width }) : undefined;
    const nodes = [low, high, panner, gain].filter((node) => node !== undefined);
    nodes.reduce((from: AudioNode, to) => from.connect(to), this.input);
    gain.connect(this.output);
    for (const { node } of this.sends.values()) gain.connect(node);
    return {
      kind: kindOf(effects, false),
      gain,
      ...(low && { low }),
      ...(high && { high }),
      ...(panner && { pan: panner }),
    };
  }

  /** Turns to other effects from a time on. */
  set(effects: SlotEffects | undefined, time: number): void {
    const next = effects ?? {};
    if (sameEffects(next, this.effects)) return;
    this.settle();
    this.effects = next;
    const { lane, bus } = this;
    const isDesk = lane.desk !== undefined || (lane.kind === '' && bus.hasDesk);
    if (kindOf(next, isDesk) !== lane.kind) this.change(next, time);
    else if (lane.desk) lane.desk.turn(next, time);
    else this.turn(next, time);
    const hasSends = this.lane.desk === undefined;
    this.send('reverb', hasSends ? (next.reverb ?? 0) : 0, time, false);
    this.send('delay', hasSends ? (next.delay ?? 0) : 0, time, false);
  }

  private turn({ lowCutHz, highCutHz, pan }: SlotEffects, time: number): void {
    const turnTo = (param: AudioParam | undefined, value: number | undefined) => {
      if (!param || value === undefined) return;
      param.cancelScheduledValues(time);
      param.setTargetAtTime(value, time, TURN_TAU_SEC);
    };
    turnTo(this.lane.low?.frequency, lowCutHz);
    turnTo(this.lane.high?.frequency, highCutHz);
    turnTo(this.lane.pan?.pan, pan);
  }

  private change(effects: SlotEffects, time: number): void {
    const before = this.lane;
    this.lane = this.open(effects, 0);
    // A desk that has only just been asked for is silent yet.
    const fromSec = Math.max(time, this.bus.readyFrame / this.context.sampleRate);
    rampGain(this.lane.gain.gain, 1, fromSec);
    rampGain(before.gain.gain, 0, fromSec);
    this.fading.push({ lane: before, untilSec: fromSec + 2 * RAMP_END_SEC });
  }

  private send(to: Send, level: number, time: number, isNew: boolean): void {
    let send = this.sends.get(to);
    if (!send) {
      if (level === 0) return;
      // One channel, as the buses have: half the work of two.
      const mono = { channelCount: 1, channelCountMode: 'explicit' } as const;
      const node = new GainNode(this.context, { gain: isNew ? level : 0, ...mono });
      for (const { gain } of this.lanes()) gain.connect(node);
      this.bus.join(to, node);
      send = { node, restsAtSec: Number.POSITIVE_INFINITY };
      this.sends.set(to, send);
    }
    if (!isNew) rampGain(send.node.gain, level, time);
    send.restsAtSec = level === 0 ? time + 2 * RAMP_END_SEC : Number.POSITIVE_INFINITY;
  }

  private lanes(): Lane[] {
    return [this.lane, ...this.fading.map(({ lane }) => lane)];
  }

  /** Lets go of what has faded out. */
  settle(): void {
    const now = this.context.currentTime;
    for (const [to, { node, restsAtSec }] of this.sends) {
      if (now < restsAtSec) continue;
      for (const { gain } of this.lanes()) gain.disconnect(node);
      this.bus.leave(to, node);
      this.sends.delete(to);
    }
    this.fading = this.fading.filter(({ lane, untilSec }) => {
      if (now < untilSec) return true;
      this.close(lane);
      return false;
    });
  }

  private close({ desk, low, high, pan, gain }: Lane): void {
    desk?.close();
    const nodes = [low, high, pan, gain].filter((node) => node !== undefined);
    this.input.disconnect(nodes[0]!);
    for (const node of nodes) node.disconnect();
  }

  dispose(): void {
    for (const { lane } of this.fading) this.close(lane);
    this.fading = [];
    this.close(this.lane);
    for (const [to, { node }] of this.sends) this.bus.leave(to, node);
    this.sends.clear();
  }
}
