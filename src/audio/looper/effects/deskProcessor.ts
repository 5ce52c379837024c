/** Effects of all slots as one AudioWorklet processor. Runs in the audio thread; allocates nothing while it plays. */
import { type DeskEffects, SlotDesk } from '../../../dsp/slotDesk.ts';

// What AudioWorkletGlobalScope provides; TypeScript's DOM library does not describe it.
declare const sampleRate: number;
declare const currentFrame: number;
declare function registerProcessor(name: string, processor: unknown): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** What the page tells it. */
export type DeskMessage =
  | { readonly type: 'open'; readonly lane: number; readonly effects: DeskEffects }
  | {
      readonly type: 'turn';
      readonly lane: number;
      readonly effects: DeskEffects;
      readonly atFrame: number;
    }
  | { readonly type: 'close'; readonly lane: number }
  | { readonly type: 'tempo'; readonly bps: number; readonly atFrame: number }
  | { readonly type: 'end' };

export interface DeskOptions {
  /** What is known when it is made: a rendering may begin before a message arrives. */
  readonly messages: readonly DeskMessage[];
  /** Quarter notes a second. */
  readonly bps: number;
}

class DeskProcessor extends AudioWorkletProcessor {
  private readonly desk: SlotDesk;
  private isOver = false;

  constructor({ processorOptions }: { readonly processorOptions: DeskOptions }) {
    super();
    this.desk = new SlotDesk(sampleRate, processorOptions.bps);
    for (const message of processorOptions.messages) this.take(message);
    this.port.onmessage = ({ data }: MessageEvent<DeskMessage>) => this.take(data);
  }

  private take(message: DeskMessage): void {
    const { desk } = this;
    if (message.type === 'open') desk.open(message.lane, message.effects);
    else if (message.type === 'close') desk.close(message.lane);
    else if (message.type === 'tempo') desk.retune(message.bps, message.atFrame);
    else if (message.type === 'end') this.isOver = true;
    else desk.turn(message.lane, message.effects, message.atFrame, currentFrame);
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    if (!this.isOver) this.desk.process(inputs, outputs[0]!, currentFrame);
    return !this.isOver;
  }
}

registerProcessor('rondo-desk', DeskProcessor);
