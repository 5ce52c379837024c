/** The shared delay where there are no processors: what `dsp/echo.ts` does, out of nodes of the browser. */
import {
  ECHO_FEEDBACK,
  ECHO_GONE_SEC,
  ECHO_HIGH_CUT_HZ,
  ECHO_LEVEL,
  ECHO_LOW_CUT_HZ,
  echoSec,
  MAX_ECHO_SEC,
} from '../../../dsp/echo.ts';
import { rampGain } from './ramp.ts';

/** One delay at one tempo. */
class EchoLine {
  readonly input: GainNode;
  readonly output: GainNode;
  private readonly nodes: AudioNode[];

  constructor(context: BaseAudioContext, sec: number) {
    this.input = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' });
    this.output = new GainNode(context, { gain: ECHO_LEVEL });
    const delay = () =>
      new DelayNode(context, { delayTime: sec, maxDelayTime: MAX_ECHO_SEC + 0.1 });
    const [left, right] = [delay(), delay()];
    const high = new BiquadFilterNode(context, {
      type: 'highpass',
      frequency: ECHO_LOW_CUT_HZ,
      Q: 0,
    });
    const low = new BiquadFilterNode(context, {
      type: 'lowpass',
      frequency: ECHO_HIGH_CUT_HZ,
      Q: 0,
    });
    const [across, back] = [new GainNode(context, { gain: ECHO_FEEDBACK }), new GainNode(context)];
    back.gain.value = ECHO_FEEDBACK;
    const merger = new ChannelMergerNode(context, { numberOfInputs: 2 });
    this.input.connect(high).connect(low).connect(left);
    left.connect(across).connect(right).connect(back).connect(high);
    left.connect(merger, 0, 0);
    right.connect(merger, 0, 1);
    merger.connect(this.output);
    this.nodes = [this.input, high, low, left, across, right, back, merger, this.output];
  }

  dispose(): void {
    for (const node of this.nodes) node.disconnect();
  }
}

export class NativeEcho {
  /** What is sent here comes back in echoes. */
  readonly input: GainNode;
  private readonly context: BaseAudioContext;
  private readonly output: AudioNode;
  private line: EchoLine;
  private bps: number;
  private old: { readonly line: EchoLine; readonly bps: number; readonly fromSec: number } | null =
    null;

  constructor(context: BaseAudioContext, output: AudioNode, bps: number) {
    this.context = context;
    this.output = output;
    this.bps = bps;
    this.input = new GainNode(context);
    this.line = this.open(bps);
  }

  private open(bps: number): EchoLine {
    const line = new EchoLine(this.context, echoSec(bps, this.context.sampleRate));
    this.input.connect(line.input);
    line.output.connect(this.output);
    return line;
  }

  /** Echoes at another tempo from a time on: a new line takes over, the old one fades out. */
  retune(bps: number, fromSec: number): void {
    if (bps === this.bps) return;
    this.settle();
    this.old?.line.dispose();
    this.old = { line: this.line, bps: this.bps, fromSec };
    this.bps = bps;
    this.line = this.open(bps);
    this.line.input.gain.value = 0;
    rampGain(this.line.input.gain, 1, fromSec);
    rampGain(this.old.line.input.gain, 0, fromSec);
    this.old.line.output.gain.setTargetAtTime(0, fromSec, ECHO_GONE_SEC / 8);
  }

  /** Takes back a change of tempo that has not begun. */
  keep(): void {
    this.settle();
    if (!this.old || this.context.currentTime >= this.old.fromSec) return;
    const { line, bps, fromSec } = this.old;
    this.line.dispose();
    line.input.gain.cancelScheduledValues(fromSec);
    line.output.gain.cancelScheduledValues(fromSec);
    this.line = line;
    this.bps = bps;
    this.old = null;
  }

  /** Lets an old tempo go that has faded out. */
  settle(): void {
    if (!this.old || this.context.currentTime < this.old.fromSec + ECHO_GONE_SEC) return;
    this.old.line.dispose();
    this.old = null;
  }

  dispose(): void {
    this.input.disconnect();
    this.line.dispose();
    this.old?.line.dispose();
  }
}
