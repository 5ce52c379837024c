/** The metronome of the instruments: a short tick on every beat, higher on the one. Never on a recording's bus. */
import type { Scheduled } from './runner.ts';

const ONE_HZ = 1760;
const BEAT_HZ = 1320;
const TICK_SEC = 0.04;
const LEVEL = 0.22;

/** Ticks at a context frame. */
export function scheduleClick(
  context: AudioContext,
  output: AudioNode,
  frame: number,
  isOne: boolean,
): Scheduled {
  const at = frame / context.sampleRate;
  const gain = new GainNode(context, { gain: 0 });
  const tone = new OscillatorNode(context, {
    type: 'triangle',
    frequency: isOne ? ONE_HZ : BEAT_HZ,
  });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LEVEL, at + 0.001);
  gain.gain.setTargetAtTime(0, at + 0.001, TICK_SEC / 5);
  tone.connect(gain).connect(output);
  tone.start(at);
  tone.stop(at + TICK_SEC);
  tone.onended = () => gain.disconnect();
  return { frame, cancel: () => tone.stop() };
}
