/**
 * What all slots share: the desk with its reverb and its delay. It is there while a slot uses it and while it
 * rings. Where a context has no processors (a page without HTTPS) the browser's own nodes take the place of the desk.
 */
import type { SlotEffects } from '../../../data/contract/rifff.ts';
import { echoRingSec } from '../../../dsp/echo.ts';
import { REVERB_RING_SEC, reverbImpulse } from '../../../dsp/reverb.ts';
import { toBuffer } from '../../loading/audioBuffer.ts';
import { Desk, type DeskLane } from './desk.ts';
import { NativeEcho } from './nativeEcho.ts';

/** What a slot may send to. */
export type Send = 'reverb' | 'delay';

const impulses = new Map<number, Float32Array<ArrayBuffer>[]>();

/** The reverb where there are no processors: its impulse response, at several times the cost. */
function convolver(context: BaseAudioContext): ConvolverNode {
  const { sampleRate } = context;
  const channels = impulses.get(sampleRate) ?? reverbImpulse(sampleRate);
  impulses.set(sampleRate, channels);
  return new ConvolverNode(context, {
    buffer: toBuffer({ channels, sampleRate }),
    disableNormalization: true,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
}

export class EffectsBus {
  private readonly context: BaseAudioContext;
  private readonly output: AudioNode;
  private readonly senders = { reverb: new Set<AudioNode>(), delay: new Set<AudioNode>() };
  /** When the last slot stopped sending, or left the desk. */
  private readonly restingSec = { reverb: 0, delay: 0, desk: 0 };
  private desk: Desk | null = null;
  private reverb: ConvolverNode | null = null;
  private echo: NativeEcho | null = null;
  private bps = 2;

  constructor(context: BaseAudioContext, output: AudioNode) {
    this.context = context;
    this.output = output;
  }

  /** Do slots with effects go through the desk? */
  get hasDesk(): boolean {
    return Desk.isPossible(this.context);
  }

  /** First frame on which the desk certainly sounds; 0 where there is none. */
  get readyFrame(): number {
    return this.desk?.readyFrame ?? 0;
  }

  /** Makes the desk ahead of the first slot that needs it. */
  prepare(): void {
    if (!this.hasDesk) return;
    this.restingSec.desk = this.context.currentTime;
    this.desk ??= new Desk(this.context, this.output, this.bps);
  }

  /** A way through the desk with effects; null where there is no desk or no way free. */
  openLane(effects: SlotEffects): DeskLane | null {
    this.prepare();
    const lane = this.desk?.open(effects);
    if (!lane) return null;
    const close = () => {
      this.restingSec.desk = this.context.currentTime;
      lane.close();
    };
    return { ...lane, close };
  }

  /** Everything that a rendering begins with has been asked for. */
  begin(): void {
    this.desk?.begin();
  }

  /** Connects what a slot sends. */
  join(to: Send, sender: AudioNode): void {
    this.senders[to].add(sender);
    if (to === 'delay') {
      this.echo ??= new NativeEcho(this.context, this.output, this.bps);
      sender.connect(this.echo.input);
      return;
    }
    if (!this.reverb) {
      this.reverb = convolver(this.context);
      this.reverb.connect(this.output);
    }
    sender.connect(this.reverb);
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
    this.desk?.retune(bps, fromSec);
  }

  /** Takes back a change of tempo that has not begun. */
  keepTempo(bps: number): void {
    this.bps = bps;
    this.echo?.keep();
    this.desk?.retune(bps, this.context.currentTime);
  }

  /** Removes what no slot sends to and what has rung out. */
  settle(): void {
    this.echo?.settle();
    const now = this.context.currentTime;
    const isOver = (to: Send, ringSec: number) =>
      this.senders[to].size === 0 && now > this.restingSec[to] + ringSec;
    const ringSec = Math.max(REVERB_RING_SEC, echoRingSec(this.bps));
    if (this.desk?.isFree && now > this.restingSec.desk + ringSec) {
      this.desk.dispose();
      this.desk = null;
    }
    if (this.reverb && isOver('reverb', REVERB_RING_SEC)) {
      this.reverb.disconnect();
      this.reverb = null;
    }
    if (this.echo && isOver('delay', echoRingSec(this.bps))) {
      this.echo.dispose();
      this.echo = null;
    }
  }

  /** Silences what still rings, for good. Slots must be connected anew. */
  clear(): void {
    this.desk?.dispose();
    this.reverb?.disconnect();
    this.echo?.dispose();
    this.desk = null;
    this.reverb = null;
    this.echo = null;
  }
}
