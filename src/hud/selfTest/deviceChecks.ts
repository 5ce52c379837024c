/** Checks that make the browser ask its user: run by a tap alone. */
import type { Finding, SelfCheck } from '../../data/rules/site/selfTest.ts';

const refused: Finding = { verdict: 'fails', found: 'refused' };
const isRefusal = (error: unknown) =>
  error instanceof DOMException && /NotAllowed|Security/.test(error.name);

/** How long the microphone is listened to, in milliseconds. */
const LISTEN_MS = 3000;

/** Loudest sample of an analyser, in decibels of full scale. */
function levelDb(analyser: AnalyserNode, samples: Float32Array<ArrayBuffer>): number {
  analyser.getFloatTimeDomainData(samples);
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Math.max(-90, 20 * Math.log10(peak));
}

/** Listens for three seconds, then lets the microphone go. */
async function listen(stream: MediaStream, onLevel: (db: number) => void): Promise<Finding> {
  const context = new AudioContext();
  try {
    const analyser = new AnalyserNode(context, { fftSize: 2048 });
    context.createMediaStreamSource(stream).connect(analyser);
    await context.resume();
    const samples = new Float32Array(analyser.fftSize);
    const end = performance.now() + LISTEN_MS;
    let loudest = -90;
    while (performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const now = levelDb(analyser, samples);
      loudest = Math.max(loudest, now);
      onLevel(now);
    }
    const name = stream.getAudioTracks()[0]?.label || 'a microphone';
    const level = `${loudest.toFixed(0).replace('-', '−')} dB at most`;
    return loudest > -89
      ? { verdict: 'passes', found: `${name}, ${level}` }
      : { verdict: 'fails', found: `${name} is silent` };
  } finally {
    for (const track of stream.getTracks()) track.stop();
    await context.close();
  }
}

/**
 * Asks for the microphone, shows its level for three seconds and lets it go again. Nothing is kept or sent.
 *
 * @param onLevel decibels of full scale, twenty times a second
 */
export async function checkMicrophone(onLevel: (db: number) => void): Promise<Finding> {
  if (!navigator.mediaDevices?.getUserMedia) return { verdict: 'absent', found: 'needs HTTPS' };
  try {
    const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    const stream = await navigator.mediaDevices.getUserMedia({ audio: plain });
    return await listen(stream, onLevel);
  } catch (error) {
    if (isRefusal(error)) return refused;
    if (error instanceof DOMException && error.name === 'NotFoundError') {
      return { verdict: 'absent', found: 'no microphone on this device' };
    }
    throw error;
  }
}

/** Asks for MIDI and counts what is connected. */
export async function checkMidi(): Promise<Finding> {
  if (!navigator.requestMIDIAccess) return { verdict: 'absent', found: 'not in this browser' };
  try {
    const { inputs } = await navigator.requestMIDIAccess();
    const names = [...inputs.values()].map(({ name }) => name).join(', ');
    return { verdict: 'passes', found: names || 'nothing is connected' };
  } catch (error) {
    if (isRefusal(error)) return refused;
    // Web MIDI 8.1: the system under the browser has none.
    if (error instanceof DOMException && /InvalidState|NotSupported/.test(error.name)) {
      return { verdict: 'absent', found: 'this device has no MIDI' };
    }
    throw error;
  }
}

export interface DeviceCheck extends Omit<SelfCheck, 'run'> {
  /** On the button that asks. */
  readonly ask: string;
  run(onLevel: (db: number) => void): Promise<Finding>;
}

export const DEVICE_CHECKS: readonly DeviceCheck[] = [
  {
    id: 'microphone',
    title: 'Microphone',
    meaning: 'For recording loops. Listened to for three seconds; nothing is kept or sent.',
    ask: 'Listen',
    run: checkMicrophone,
  },
  {
    id: 'midi',
    title: 'MIDI',
    meaning: 'Lets pads and knobs play. Nothing needs it.',
    ask: 'Ask',
    run: checkMidi,
  },
];
