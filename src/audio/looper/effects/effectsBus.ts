/** The one reverb and the one delay that all slots share: there while a slot sends to them and while they ring. */
import { ROOM_RING_SEC } from '../../../dsp/reverb.ts';
import { Echo, echoRingSec } from './echo.ts';
import { openRoom, type RoomNode } from './reverb.ts';

/** What a slot may send to. */
export type Send = 'reverb' | 'delay';

export class EffectsBus {
  private readonly context: BaseAudioContext;
  private readonly output: AudioNode;
  private readonly senders = { reverb: new Set<AudioNode>(), delay: new Set<AudioNode>() };
  /** When the last slot stopped sending. */
  private readonly restingSec = { reverb: 0, delay: 0 };
  private room: RoomNode | null = null;
  private echo: Echo | null = null;
  private bps = 2;

  constructor(context: BaseAudioContext, output: AudioNode) {
    this.context = context;
    this.output = output;
  }

  /** Connects what a slot sends. */
  join(to: Send, sender: AudioNode): void {
    this.senders[to].add(sender);
    if (to === 'reverb') {
      this.room ??= openRoom(this.context, this.output);
      sender.connect(this.room.node);
    } else {
      this.echo ??= new Echo(this.context, this.output, this.bps);
      sender.connect(this.echo.input);
    }
  }

  /** Lets go of what a slot sent; what it sent rings on. */
  leave(to: Send, sender: AudioNode): void {
    sender.disconnect();
    this.senders[to].delete(sender);
    this.restingSec[to] = this.context.currentTime;
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

  /** Lets go of what nobody sends to and what has rung out. */
  settle(): void {
    this.echo?.settle();
    const isOver = (to: Send, ringSec: number) =>
      this.senders[to].size === 0 && this.context.currentTime > this.restingSec[to] + ringSec;
    if (this.room && isOver('reverb', ROOM_RING_SEC)) {
      this.room.dispose();
      this.room = null;
    }
    if (this.echo && isOver('delay', echoRingSec(this.bps))) {
      this.echo.dispose();
      this.echo = null;
    }
  }

  /** Silences what still rings, for good. Sends must be connected anew. */
  clear(): void {
    this.room?.dispose();
    this.echo?.dispose();
    this.room = null;
    this.echo = null;
  }
}
