/** Opens what is recorded (the input, or the instruments), connects it to the tape, and lets it go again. */
import { patchRecording, recording } from '../../state/recording.ts';
import type { StudioHost, StudioRig } from '../host.ts';
import { closeInput, listInputs, type OpenInput, openInput, sayInput } from './input.ts';
import { Latency } from './latency.ts';
import { Tape } from './tape.ts';

/** What is open. */
export interface Desk {
  readonly rig: StudioRig;
  readonly tape: Tape;
}

/** How long the context may take to run: the first time its parts are fetched meanwhile. */
const FIRST_WAKE_MS = 8000;
const WAKE_MS = 2000;

const after = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null));

class HeldUpError extends Error {
  constructor() {
    super('The browser or the system holds the sound up. Try again.');
  }
}

export class SourceOpener {
  readonly latency = new Latency();
  /** Is called when the input ended by itself, before it is let go. */
  onLost: () => void = () => undefined;
  /** Is called when the context is suspended although something listens. */
  onHeldUp: () => void = () => undefined;
  desk: Desk | null = null;
  private readonly host: StudioHost;
  private coming: Promise<Desk> | null = null;
  private opening: Promise<boolean> | null = null;
  private input: { readonly open: OpenInput; readonly node: MediaStreamAudioSourceNode } | null =
    null;

  constructor(host: StudioHost) {
    this.host = host;
    navigator.mediaDevices?.addEventListener?.('devicechange', () => void listInputs());
  }

  get isOpen(): boolean {
    return this.desk?.tape.isListening === true;
  }

  private async makeDesk(): Promise<Desk> {
    const rig = await Promise.race([this.host.open(), after(FIRST_WAKE_MS)]);
    if (!rig) throw new HeldUpError();
    const tape = await Tape.create(rig);
    const { context } = rig;
    context.addEventListener('statechange', () => {
      if (context.state === 'closed') return;
      const isSuspended = context.state !== 'running';
      patchRecording({ isSuspended });
      if (!isSuspended || !this.isOpen) return;
      console.error('Microphone capture is held up: the sound is suspended');
      this.onHeldUp();
    });
    this.desk = { rig, tape };
    return this.desk;
  }

  /** The context and the tape. @throws Error where the browser cannot record */
  async ready(): Promise<Desk> {
    this.coming ??= this.makeDesk();
    this.coming.catch(() => {
      this.coming = null;
    });
    const desk = await this.coming;
    // Runs it again if it was suspended. Some browsers refuse that without a gesture, others never answer.
    const woken = this.host.open().catch((cause: unknown) => {
      console.error('Microphone capture is held up: the sound stays suspended', cause);
    });
    await Promise.race([woken, after(WAKE_MS)]);
    patchRecording({ isSuspended: desk.rig.context.state !== 'running' });
    return desk;
  }

  /** Opens the chosen source. @returns whether it listens now; if not, the state says why */
  open(): Promise<boolean> {
    this.opening ??= this.connect().finally(() => {
      this.opening = null;
    });
    return this.opening;
  }

  private async connect(): Promise<boolean> {
    try {
      const { rig, tape } = await this.ready();
      if (tape.isListening) return true;
      if (recording.source === 'instruments') {
        this.latency.detach();
        tape.listen(rig.instruments);
        return true;
      }
      const open = await openInput(recording.deviceId, () => this.lose());
      if (!open) return false;
      if (recording.source !== 'input') {
        closeInput(open); // another source was chosen while the browser asked
        sayInput('closed');
        return this.connect();
      }
      const node = new MediaStreamAudioSourceNode(rig.context, { mediaStream: open.stream });
      this.input = { open, node };
      tape.listen(node);
      this.latency.attach(rig.context, open);
      this.monitor();
      return true;
    } catch (cause) {
      console.error('Microphone capture failed', cause);
      if (cause instanceof HeldUpError) patchRecording({ message: cause.message });
      else sayInput(this.desk ? 'failed' : 'unavailable');
      return false;
    }
  }

  private lose(): void {
    console.error('Microphone capture ended: the input is gone');
    const wasOn = recording.recordingEnabled;
    this.onLost();
    this.close();
    sayInput('lost');
    if (!wasOn)
      patchRecording({ message: 'The input was unplugged. Plug it in again, or choose another.' });
    void listInputs();
  }

  /** Lets the source go. */
  close(): void {
    this.desk?.tape.listen(null);
    if (this.input) {
      this.input.node.disconnect();
      closeInput(this.input.open);
      this.input = null;
      patchRecording({ deviceLabel: '', isInputMuted: false });
      if (recording.input === 'open') sayInput('closed');
    }
  }

  /** Lets the input be heard if that is wished. */
  monitor(): void {
    const node = this.input?.node ?? null;
    this.desk?.tape.hear(recording.monitoringEnabled ? node : null);
  }

  /** Silences the input for as long as something is measured. */
  mute(): void {
    this.desk?.tape.hear(null);
  }
}
