/** Opens the source (the input or the instruments), connects it to the capture, and closes it. */

import { subscribe } from 'valtio/vanilla';
import { rampGain } from '../../looper/effects/ramp.ts';
import { mixer } from '../../state/mixer.ts';
import { patchRecording, recording } from '../../state/recording.ts';
import type { StudioAudio, StudioHost } from '../host.ts';
import { Capture } from './capture.ts';
import { closeInput, listInputs, type OpenInput, openInput, sayInput } from './input.ts';
import { Latency } from './latency.ts';

interface HeldInput {
  readonly open: OpenInput;
  /** Its sound, unless it is muted. */
  readonly node: GainNode;
  /** Lets it through whether it is muted or not, for as long as something is measured. */
  forceOpen(isForced: boolean): void;
  /** Stops its tracks and releases the context. */
  close(): void;
}

/**
 * Takes an input into the context. Until it is closed the context runs, also while the page is hidden, and the node
 * is rendered, whatever listens to it: a stream that is not fetched would wait, and come in later than was measured.
 */
function holdInput(host: StudioHost, { context, output }: StudioAudio, open: OpenInput): HeldInput {
  const source = new MediaStreamAudioSourceNode(context, { mediaStream: open.stream });
  let isForced = false;
  const wanted = () => (isForced || !mixer.isInputMuted ? 1 : 0);
  let level = wanted();
  const node = new GainNode(context, { gain: level });
  const settle = () => {
    if (level === wanted()) return;
    level = wanted();
    rampGain(node.gain, level, context.currentTime);
  };
  const forget = subscribe(mixer, settle, true);
  const silence = new GainNode(context, { gain: 0 });
  source.connect(node).connect(silence).connect(output);
  const release = host.hold();
  return {
    open,
    node,
    forceOpen(next) {
      isForced = next;
      settle();
    },
    close() {
      forget();
      source.disconnect();
      node.disconnect();
      silence.disconnect();
      closeInput(open);
      release();
    },
  };
}

/** The context and the capture. */
export interface Setup {
  readonly audio: StudioAudio;
  readonly capture: Capture;
}

/** Longest wait for the context to run; the first time its code is fetched too. */
const FIRST_WAKE_MS = 8000;
const WAKE_MS = 2000;

const IDLE = { status: 'idle', heard: 0, played: 0, spreadMs: 0, refusal: null } as const;

const after = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

class HeldUpError extends Error {
  constructor() {
    super('The browser or the system holds the sound up. Try again.');
  }
}

export class SourceOpener {
  readonly latency = new Latency();
  /** Is called when the input ended by itself, before it is closed. */
  onLost: () => void = () => undefined;
  /** Is called when an input was opened or closed. */
  onInput: () => void = () => undefined;
  /** Is called when the context is suspended although something listens. */
  onHeldUp: () => void = () => undefined;
  setup: Setup | null = null;
  private readonly host: StudioHost;
  private coming: Promise<Setup> | null = null;
  private opening: Promise<boolean> | null = null;
  /** Stays from its opening to its closing, also while the instruments are recorded. */
  private input: HeldInput | null = null;
  /** Closings so far: an input that arrives after a closing is closed at once. */
  private closings = 0;

  constructor(host: StudioHost) {
    this.host = host;
    navigator.mediaDevices?.addEventListener?.('devicechange', () => void listInputs());
  }

  /** Does the capture listen to the chosen source? */
  get isOpen(): boolean {
    return this.setup?.capture.isListening === true;
  }

  /** Is an input open, whatever the capture listens to? */
  get hasInput(): boolean {
    return this.input !== null;
  }

  private async makeSetup(): Promise<Setup> {
    const audio = await Promise.race([this.host.open(), after(FIRST_WAKE_MS)]);
    if (!audio) throw new HeldUpError();
    const capture = await Capture.create(audio);
    const { context } = audio;
    context.addEventListener('statechange', () => {
      if (context.state === 'closed') return;
      const isSuspended = context.state !== 'running';
      patchRecording({ isSuspended });
      if (!isSuspended) return;
      this.latency.doubt();
      if (!this.isOpen) return;
      console.error('Microphone capture is held up: the sound is suspended');
      this.onHeldUp();
    });
    this.setup = { audio, capture };
    return this.setup;
  }

  /** The context and the capture. @throws Error where the browser cannot record */
  async ready(): Promise<Setup> {
    this.coming ??= this.makeSetup();
    this.coming.catch(() => {
      this.coming = null;
    });
    const setup = await this.coming;
    // Runs it again if it was suspended. Some browsers refuse that without a gesture, others never answer.
    const woken = this.host.open().catch((cause: unknown) => {
      console.error('Microphone capture is held up: the sound stays suspended', cause);
    });
    await Promise.race([woken, after(WAKE_MS)]);
    patchRecording({ isSuspended: setup.audio.context.state !== 'running' });
    return setup;
  }

  /** Opens the chosen source. @returns whether it listens now; if not, the state says why */
  open(): Promise<boolean> {
    this.opening ??= this.connect().finally(() => {
      this.opening = null;
    });
    return this.opening;
  }

  private async connect(): Promise<boolean> {
    const { closings } = this;
    try {
      const { audio, capture } = await this.ready();
      if (capture.isListening) return true;
      if (recording.source === 'instruments') {
        this.latency.setAside(true);
        capture.listen(audio.instruments);
        return true;
      }
      const isThere = this.input !== null || (await this.openInput(audio, closings));
      // Another source was chosen while the browser asked.
      if (recording.source !== 'input') return this.connect();
      if (!isThere || !this.input) return false;
      this.latency.setAside(false);
      capture.listen(this.input.node);
      this.monitor();
      return true;
    } catch (cause) {
      console.error('Microphone capture failed', cause);
      if (cause instanceof HeldUpError) patchRecording({ message: cause.message });
      else sayInput(this.setup ? 'failed' : 'unavailable');
      return false;
    }
  }

  /**
   * @param closings when it was asked for: closed since, or with another source chosen, it is closed at once
   * @returns whether there is an input now
   */
  private async openInput(audio: StudioAudio, closings: number): Promise<boolean> {
    const open = await openInput(recording.deviceId, () => this.lose());
    if (!open) return false;
    if (this.closings !== closings || recording.source !== 'input') {
      closeInput(open);
      sayInput('closed');
      return false;
    }
    this.input = holdInput(this.host, audio, open);
    this.latency.attach(audio.context, open);
    // The last calibration was of an earlier opening.
    patchRecording({ calibration: IDLE });
    this.onInput();
    return true;
  }

  private lose(): void {
    console.error('Microphone capture ended: the input is gone');
    const isRecorded = recording.source === 'input';
    const wasOn = isRecorded && recording.recordingEnabled;
    if (isRecorded) this.onLost();
    this.closeInput();
    sayInput('lost');
    if (!wasOn)
      patchRecording({ message: 'The input was unplugged. Plug it in again, or choose another.' });
    void listInputs();
  }

  /** Listens to nothing. An input stays open. */
  rest(): void {
    this.setup?.capture.listen(null);
  }

  /** Closes the input, also one that is still being opened. */
  closeInput(): void {
    this.closings += 1;
    if (!this.input) return;
    if (recording.source === 'input') this.rest();
    this.input.close();
    this.input = null;
    this.latency.doubt();
    patchRecording({ deviceLabel: '', isInputMuted: false });
    if (recording.input === 'open') sayInput('closed');
    this.onInput();
  }

  /** Monitors the input if that is on. */
  monitor(): void {
    const isHeard = recording.monitoringEnabled && recording.source === 'input';
    this.setup?.capture.hear(isHeard ? (this.input?.node ?? null) : null);
  }

  /** While the latency is measured the input is not monitored, and its mute is ignored. */
  measure(isOn: boolean): void {
    this.input?.forceOpen(isOn);
    if (isOn) this.setup?.capture.hear(null);
    else this.monitor();
  }
}
