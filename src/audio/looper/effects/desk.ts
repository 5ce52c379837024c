/** The page's side of the desk: one worklet through which every slot with effects goes. */
import type { SlotEffects } from '../../../data/contract/rifff.ts';
import type { DeskEffects } from '../../../dsp/slotDesk.ts';
import { hasProcessors } from '../../master/processors.ts';
import type { DeskMessage, DeskOptions } from './deskProcessor.ts';

/** Two for each slot, as slots cross over, and some to spare; beyond, slots take the browser's own nodes. */
const LANES = 24;

/** A processor is made in the audio thread meanwhile: what goes through it sooner may be missed. */
const MAKING_SEC = 0.06;

/** A way through the desk. */
export interface DeskLane {
  /** What is connected here goes through the lane. */
  connect(from: AudioNode): void;
  /** Turns to other effects from a time on. */
  turn(effects: SlotEffects, timeSec: number): void;
  /** Takes it out; what it sent rings on. */
  close(): void;
}

const full = (effects: SlotEffects): DeskEffects => ({
  pan: effects.pan ?? 0,
  lowCutHz: effects.lowCutHz ?? 0,
  highCutHz: effects.highCutHz ?? 0,
  reverb: effects.reverb ?? 0,
  delay: effects.delay ?? 0,
});

export class Desk {
  private readonly context: BaseAudioContext;
  private readonly output: AudioNode;
  private readonly free = Array.from({ length: LANES }, (_, at) => LANES - 1 - at);
  /** What is asked for before there is a node. */
  private early: DeskMessage[] = [];
  private connections: (() => void)[] = [];
  private node: AudioWorkletNode | null = null;
  /** First frame of the context on which it certainly sounds. */
  readonly readyFrame: number = 0;

  private readonly bps: number;

  /** @param output where slots go, with their reverb and their echoes @param bps quarter notes a second */
  constructor(context: BaseAudioContext, output: AudioNode, bps: number) {
    this.context = context;
    this.output = output;
    this.bps = bps;
    // A rendering may be over before a message arrives, so its desk is made when all its slots are known.
    if (context instanceof OfflineAudioContext) return;
    this.readyFrame = Math.ceil((context.currentTime + MAKING_SEC) * context.sampleRate);
    this.begin();
  }

  /** Has a context what it takes? */
  static isPossible(context: BaseAudioContext): boolean {
    return hasProcessors(context);
  }

  /** Is no slot put through it? */
  get isFree(): boolean {
    return this.free.length === LANES;
  }

  /** A way through with effects, or null when all are taken. */
  open(effects: SlotEffects): DeskLane | null {
    const lane = this.free.pop();
    if (lane === undefined) return null;
    this.tell({ type: 'open', lane, effects: full(effects) });
    let source: AudioNode | null = null;
    return {
      connect: (from) => {
        source = from;
        const connect = () => from.connect(this.node!, 0, lane);
        if (this.node) connect();
        else this.connections.push(connect);
      },
      turn: (next, timeSec) => {
        const atFrame = Math.round(timeSec * this.context.sampleRate);
        this.tell({ type: 'turn', lane, effects: full(next), atFrame });
      },
      close: () => {
        if (this.node) source?.disconnect(this.node, 0, lane);
        this.tell({ type: 'close', lane });
        this.free.push(lane);
      },
    };
  }

  private tell(message: DeskMessage): void {
    if (this.node) this.node.port.postMessage(message);
    else this.early.push(message);
  }

  /** Echoes at another tempo from a time on; a change that was to come is dropped. */
  retune(bps: number, timeSec: number): void {
    this.tell({ type: 'tempo', bps, atFrame: Math.round(timeSec * this.context.sampleRate) });
  }

  /** Makes the node, with everything that was asked for until now. */
  begin(): void {
    if (this.node) return;
    this.node = new AudioWorkletNode(this.context, 'rondo-desk', {
      numberOfInputs: LANES,
      numberOfOutputs: 1,
      outputChannelCount: [2],
      processorOptions: { messages: this.early.splice(0), bps: this.bps } satisfies DeskOptions,
    });
    this.node.connect(this.output);
    for (const connect of this.connections.splice(0)) connect();
  }

  /** Silences it for good. */
  dispose(): void {
    this.node?.disconnect();
    this.node?.port.postMessage({ type: 'end' } satisfies DeskMessage);
  }
}
