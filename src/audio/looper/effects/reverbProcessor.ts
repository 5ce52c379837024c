/** The shared reverb as an AudioWorklet processor. Runs in the audio thread; allocates nothing while it plays. */
import { Room } from '../../../dsp/reverb.ts';

// What AudioWorkletGlobalScope provides; TypeScript's DOM library does not describe it.
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: unknown): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

class RoomProcessor extends AudioWorkletProcessor {
  private readonly room = new Room(sampleRate);
  private isOver = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.isOver = true;
    };
  }

  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    if (!this.isOver) this.room.process(inputs[0]?.[0], outputs[0]!);
    return !this.isOver;
  }
}

registerProcessor('rondo-room', RoomProcessor);
