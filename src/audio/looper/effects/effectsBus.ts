/** The one reverb and the one delay that all slots share, made when the first slot sends to them. */
import { Echo } from './echo.ts';
import { roomImpulse } from './impulse.ts';

const rooms = new Map<number, Float32Array<ArrayBuffer>[]>();

function roomOf(context: BaseAudioContext): AudioBuffer {
  const { sampleRate } = context;
  const channels = rooms.get(sampleRate) ?? roomImpulse(sampleRate);
  rooms.set(sampleRate, channels);
  const buffer = new AudioBuffer({ length: channels[0]!.length, numberOfChannels: 2, sampleRate });
  channels.forEach((channel, c) => {
    buffer.copyToChannel(channel, c);
  });
  return buffer;
}

export class EffectsBus {
  private readonly context: BaseAudioContext;
  private readonly output: AudioNode;
  private room: ConvolverNode | null = null;
  private echo: Echo | null = null;
  private bps = 2;

  constructor(context: BaseAudioContext, output: AudioNode) {
    this.context = context;
    this.output = output;
  }

  /** Where a slot sends what shall sound in the room. */
  get reverb(): AudioNode {
    if (!this.room) {
      const buffer = roomOf(this.context);
      this.room = new ConvolverNode(this.context, { buffer, disableNormalization: true });
      this.room.connect(this.output);
    }
    return this.room;
  }

  /** Where a slot sends what shall come back in echoes. */
  get delay(): AudioNode {
    this.echo ??= new Echo(this.context, this.output, this.bps);
    return this.echo.input;
  }

  /** Tempo of the echoes in quarter notes a second, from a time on. */
  setTempo(bps: number, fromSec: number): void {
    this.bps = bps;
    this.echo?.retune(bps, fromSec);
  }

  /** Takes back a change of tempo that has not begun. */
  keepTempo(bps: number): void {
    this.bps = bps;
    this.echo?.keep();
  }

  settle(): void {
    this.echo?.settle();
  }

  /** Silences what still rings, for good. Sends must be connected anew. */
  clear(): void {
    this.room?.disconnect();
    this.echo?.dispose();
    this.room = null;
    this.echo = null;
  }
}
