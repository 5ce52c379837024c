/** Renders the engine's own looper on an OfflineAudioContext. */

import type { PatternMaker } from '../../src/audio/loading/patternMaker.ts';
import type { VoiceSpec } from '../../src/audio/looper/voice.ts';
import { planSlots, trimOf } from '../../src/audio/player/slotPlans.ts';
import type { Rifff } from '../../src/data/contract/rifff.ts';

export const RATE = 48_000;

/** What the looper needs for each slot of a rifff: everything loaded, levels as the document says. */
export async function specsOf(rifff: Rifff, maker: PatternMaker): Promise<(VoiceSpec | null)[]> {
  const { plans } = planSlots(rifff);
  return Promise.all(
    plans.slice(0, 8).map(async (plan) => {
      if (!plan) return null;
      const pattern = await maker.make(plan.pattern);
      const level = plan.isOn ? plan.gain : 0;
      return { key: plan.pattern.key, pattern, trim: trimOf(plan, pattern), level };
    }),
  );
}

const PROBE = `
registerProcessor('probe', class extends AudioWorkletProcessor {
  constructor(options) {
    super();
    this.threshold = options.processorOptions.threshold;
    this.hits = [];
    this.last = [];
    this.port.onmessage = () => this.port.postMessage(this.hits);
  }
  process(inputs) {
    inputs.forEach((input, index) => {
      const wave = input[0];
      if (!wave) return;
      const state = (this.last[index] ??= [0, 0]);
      const hits = (this.hits[index] ??= []);
      for (let n = 0; n < wave.length; n++) {
        const [before, middle] = state;
        if (middle > this.threshold && middle > before && middle >= wave[n]) hits.push(currentFrame + n - 1);
        state[0] = middle;
        state[1] = wave[n];
      }
    });
    return true;
  }
});`;

/** Listens to several nodes while a context renders and notes the frames of their peaks. */
export async function addProbe(
  context: BaseAudioContext,
  nodes: readonly AudioNode[],
  threshold: number,
): Promise<() => Promise<number[][]>> {
  const url = URL.createObjectURL(new Blob([PROBE], { type: 'text/javascript' }));
  await context.audioWorklet.addModule(url);
  const probe = new AudioWorkletNode(context, 'probe', {
    numberOfInputs: nodes.length,
    numberOfOutputs: 1,
    processorOptions: { threshold },
  });
  nodes.forEach((node, index) => {
    node.connect(probe, 0, index);
  });
  probe.connect(context.destination);
  return () =>
    new Promise((resolve) => {
      probe.port.onmessage = ({ data }) => resolve(data);
      probe.port.postMessage('read');
    });
}

/** Largest second difference of a signal between two frames. */
export function worstBend(wave: Float32Array, from: number, to: number): number {
  let worst = 0;
  for (let n = Math.max(1, from); n < Math.min(to, wave.length - 1); n++) {
    worst = Math.max(worst, Math.abs(wave[n - 1]! - 2 * wave[n]! + wave[n + 1]!));
  }
  return worst;
}

export const toDb = (ratio: number): number => 20 * Math.log10(ratio);

/** RMS of a signal between two frames. */
export function rms(wave: Float32Array, from = 0, to = wave.length): number {
  let sum = 0;
  for (let n = from; n < to; n++) sum += wave[n]! ** 2;
  return Math.sqrt(sum / (to - from));
}
