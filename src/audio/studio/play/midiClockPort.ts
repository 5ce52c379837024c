/**
 * The MIDI clock of what is plugged in: sent to hardware that follows, on time by the clock of the loudspeaker and
 * ahead of it, and heard from hardware that leads. Where ticks lie and what they mean is decided in
 * `rules/time/midiClock.ts` and `midiClockIn.ts`.
 */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import { layClock, SILENT_CLOCK } from '../../../data/rules/time/midiClock.ts';
import {
  type ClockIn,
  type ClockPlace,
  clockPlace,
  hearClock,
  NO_CLOCK_IN,
} from '../../../data/rules/time/midiClockIn.ts';
import { LIMITER_DELAY_FRAMES } from '../../../dsp/limiterDelay.ts';
import { HeardClock } from '../../engine/heardClock.ts';
import { patchMidi, play } from '../../state/play.ts';
import type { StudioHost } from '../host.ts';

/** How far ahead messages are handed to the browser: three ticks of a hidden page's timer. */
const AHEAD_SEC = 0.16;
const MS_PER_FRAME = 1000 / SAMPLE_RATE_HZ;

type Output = Pick<MIDIOutput, 'send'> & { readonly id?: string };

export class MidiClockPort {
  private readonly host: Pick<StudioHost, 'open' | 'gridAt' | 'onTick'>;
  private readonly heard = new HeardClock();
  private readonly incoming = new Map<string, ClockIn>();
  /** Input whose clock counts: the one that ticked last. */
  private leader = '';
  private outputs: readonly Output[] = [];
  private laid = SILENT_CLOCK;
  private isWanted = false;
  private endTicks: (() => void) | null = null;

  constructor(host: Pick<StudioHost, 'open' | 'gridAt' | 'onTick'>) {
    this.host = host;
  }

  /** Takes up what is plugged in; hardware that comes while the music plays is sent to its place. */
  setOutputs(outputs: readonly Output[]): void {
    const isMore = outputs.length > this.outputs.length;
    this.outputs = outputs;
    if (isMore) this.laid = { ...this.laid, next: null };
  }

  /** What the clock is sent to: what was chosen, or everything. */
  private get targets(): readonly Output[] {
    const { clockOutput } = play.midi;
    return clockOutput === '' ? this.outputs : this.outputs.filter(({ id }) => id === clockOutput);
  }

  /** Chooses what hears the clock and what it is heard from, by ids; '' for everything. */
  choose({ output, source }: { readonly output?: string; readonly source?: string }): void {
    if (source !== undefined) {
      patchMidi({ clockSource: source, clockBps: null, isClockRunning: false });
      if (source !== '') this.leader = source;
    }
    if (output === undefined || output === play.midi.clockOutput) return;
    const before = this.targets;
    patchMidi({ clockOutput: output });
    const after = this.targets;
    // What hears it no more stands still; what hears it now is sent to its place.
    if (this.laid.next) for (const one of before) if (!after.includes(one)) one.send([0xfc]);
    this.laid = { ...this.laid, next: null };
  }

  /** Starts sending the clock, or stops the hardware and ends sending. */
  async send(isSent: boolean): Promise<void> {
    this.isWanted = isSent;
    patchMidi({ isClockSent: isSent });
    if (!isSent) {
      this.endTicks?.();
      this.endTicks = null;
      if (this.laid.next) for (const output of this.targets) output.send([0xfc]);
      this.laid = SILENT_CLOCK;
      return;
    }
    const { context } = await this.host.open();
    if (this.isWanted) this.endTicks ??= this.host.onTick(() => this.lay(context));
  }

  private lay(context: AudioContext): void {
    if (context.state !== 'running') return;
    const nowMs = performance.now();
    const heardFrame =
      this.heard.seconds(context, nowMs) * context.sampleRate - LIMITER_DELAY_FRAMES;
    const now = Math.ceil(heardFrame);
    const until = now + Math.round(AHEAD_SEC * context.sampleRate);
    const { state, messages } = layClock(this.laid, (frame) => this.host.gridAt(frame), now, until);
    this.laid = state;
    for (const { frame, bytes } of messages) {
      const atMs = nowMs + (frame - heardFrame) * MS_PER_FRAME;
      for (const output of this.targets) output.send([...bytes], atMs);
    }
  }

  /** Hears one message of an input. @param atMs its time stamp */
  hear(input: string, bytes: ArrayLike<number>, atMs: number): void {
    const before = this.incoming.get(input) ?? NO_CLOCK_IN;
    const after = hearClock(before, bytes, atMs);
    if (after === before) return;
    this.incoming.set(input, after);
    const { clockSource } = play.midi;
    if (clockSource !== '' && clockSource !== input) return;
    this.leader = input;
    const { bps = null, isRunning = false } = clockPlace(after, atMs) ?? {};
    // A hundredth of a beat a minute: pages need not be told of every tick.
    const clockBps = bps === null ? null : Math.round(bps * 6000) / 6000;
    const { midi } = play;
    if (midi.clockBps !== clockBps || midi.isClockRunning !== isRunning) {
      patchMidi({ clockBps, isClockRunning: isRunning });
    }
  }

  /** Tempo and place of the clock that comes in; null for none. */
  place(): ClockPlace | null {
    const state = this.incoming.get(this.leader);
    return state ? clockPlace(state, performance.now()) : null;
  }
}
