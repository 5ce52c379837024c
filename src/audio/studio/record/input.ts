/** The microphone or line input: asked for, opened without any processing, watched, and closed. */
import { type InputDevice, type InputStatus, patchRecording } from '../../state/recording.ts';

/** An input that is open. */
export interface OpenInput {
  readonly stream: MediaStream;
  readonly deviceId: string;
  readonly label: string;
  /** Seconds that the browser declares for the way in; 0 when it does not say. */
  readonly latencySec: number;
}

/** What people are told, by what went wrong. */
const INPUT_MESSAGES: Readonly<Record<Exclude<InputStatus, 'closed' | 'asking' | 'open'>, string>> =
  {
    refused:
      'The browser does not let this page use the microphone. Allow it in the site settings beside the address, then try again.',
    missing: 'No microphone or line input was found. Plug one in, then try again.',
    lost: 'The input was unplugged. What it had recorded is kept as a take.',
    unavailable:
      'This page cannot record: the browser offers a microphone only over HTTPS or on this machine itself. Record with another program and bring the file in under Files.',
    failed: 'The input could not be opened. Another program may be using it.',
  };

/** Nothing between the musician and the take. Source: SPEC section 4, Recording. */
function constraintsOf(deviceId: string): MediaStreamConstraints {
  return {
    audio: {
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
      channelCount: { ideal: 2 },
      ...(deviceId && { deviceId: { exact: deviceId } }),
    },
  };
}

function statusOf(cause: unknown): keyof typeof INPUT_MESSAGES {
  const name = cause instanceof DOMException ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return 'failed';
}

/** Says why there is no input; null takes the words back. */
export function sayInput(status: InputStatus): void {
  const isWell = status === 'closed' || status === 'asking' || status === 'open';
  patchRecording({ input: status, ...(isWell ? {} : { message: INPUT_MESSAGES[status] }) });
}

async function ask(deviceId: string): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraintsOf(deviceId));
  } catch (cause) {
    // A chosen input that is not plugged in today: the system's choice is better than none.
    const isGone = cause instanceof DOMException && cause.name === 'OverconstrainedError';
    if (!isGone || deviceId === '') throw cause;
    return navigator.mediaDevices.getUserMedia(constraintsOf(''));
  }
}

/**
 * Opens an input. A refusal is said in the state and logged, and answers null.
 * @param deviceId empty for the system's choice
 * @param onLost is called once when the input ends by itself
 */
export async function openInput(deviceId: string, onLost: () => void): Promise<OpenInput | null> {
  if (!navigator.mediaDevices?.getUserMedia) {
    console.error('Microphone capture is not available on this page');
    sayInput('unavailable');
    return null;
  }
  sayInput('asking');
  patchRecording({ hasAsked: true });
  try {
    const stream = await ask(deviceId);
    const [track] = stream.getAudioTracks();
    if (!track) throw new DOMException('The stream has no sound', 'NotFoundError');
    const settings = track.getSettings() as MediaTrackSettings & { latency?: number };
    track.addEventListener('ended', onLost, { once: true });
    track.addEventListener('mute', () => patchRecording({ isInputMuted: true }));
    track.addEventListener('unmute', () => patchRecording({ isInputMuted: false }));
    patchRecording({ isInputMuted: track.muted, deviceLabel: track.label, message: null });
    sayInput('open');
    void listInputs();
    return {
      stream,
      deviceId: settings.deviceId ?? deviceId,
      label: track.label,
      latencySec: settings.latency ?? 0,
    };
  } catch (cause) {
    console.error('Microphone capture failed', cause);
    sayInput(statusOf(cause));
    return null;
  }
}

/** Lets an input go without calling it lost. */
export function closeInput({ stream }: OpenInput): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Puts the inputs of this device into the state. Their names are only told once one was opened. */
export async function listInputs(): Promise<void> {
  try {
    const all = (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
    const inputs = all.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '');
    const devices: InputDevice[] = inputs
      // Chromium lists the system's choice a second time under this name.
      .filter(({ deviceId }) => deviceId !== 'default' && deviceId !== 'communications')
      .map(({ deviceId, label }, at) => ({ id: deviceId, label: label || `Input ${at + 1}` }));
    patchRecording({ devices });
  } catch (cause) {
    console.error('The inputs of this device cannot be listed', cause);
  }
}

/** Closes an input that is out of sight and unused, so that no person is recorded unaware. */

/** How long an input stays open with nothing recorded and its panel out of sight. */
export const UNUSED_MS = 10 * 60_000;

interface WatchedInput {
  isOpen(): boolean;
  /** Is it recorded or measured? */
  isUsed(): boolean;
  /** Is called when the time is over. */
  onUnused(): void;
}

/** Counts the panels that show the input, and the time since the last of them was seen or something was recorded. */
export class InputWatch {
  private panels = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly input: WatchedInput;

  constructor(input: WatchedInput) {
    this.input = input;
    document.addEventListener('visibilitychange', () => this.look());
  }

  /** A panel shows the input. @returns says that it is gone; call it once */
  show(): () => void {
    this.panels += 1;
    this.look();
    return () => {
      this.panels -= 1;
      this.look();
    };
  }

  /** Something about the input changed. A page that is hidden shows nothing. */
  look(): void {
    const isSeen = this.panels > 0 && document.visibilityState === 'visible';
    if (isSeen || !this.input.isOpen() || this.input.isUsed()) this.stop();
    else this.timer ??= setTimeout(() => this.end(), UNUSED_MS);
  }

  /** Something was kept of it: the time begins anew. */
  used(): void {
    this.stop();
    this.look();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private end(): void {
    this.timer = undefined;
    this.input.onUnused();
  }
}
