/** Measures what a page sends to the loudspeaker, without any help of the page. */
import type { Frame, Page } from '@playwright/test';

interface SoundTap {
  /** RMS of the newest window, linear; 0 before anything is connected. */
  rms(): number;
  /** Magnitudes in decibels, one per bin of 23.4 Hz. */
  spectrum(): number[];
  /** What leads to the loudspeaker last of all. */
  last(): AudioNode | undefined;
  /** Left samples since `recordSound`, in pieces as they came. */
  recorded?: Float32Array[];
}

declare global {
  interface Window {
    soundTap?: SoundTap;
  }
}

/** Taps every connection to a real-time destination with an analyser. Call it before the page loads. */
export async function tapSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const analysers: AnalyserNode[] = [];
    const sources: AudioNode[] = [];
    const tapped = new WeakSet<AudioNode>();
    const connect = AudioNode.prototype.connect as (...args: unknown[]) => unknown;
    AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
      const [target] = args;
      const isLoudspeaker =
        target instanceof AudioDestinationNode && target.context instanceof AudioContext;
      if (isLoudspeaker && !tapped.has(this)) {
        tapped.add(this);
        const analyser = new AnalyserNode(this.context, {
          fftSize: 2048,
          smoothingTimeConstant: 0,
        });
        connect.call(this, analyser);
        analysers.push(analyser);
        sources.push(this);
      }
      return connect.apply(this, args);
    } as typeof AudioNode.prototype.connect;
    window.soundTap = {
      rms() {
        let sum = 0;
        for (const analyser of analysers) {
          const wave = new Float32Array(analyser.fftSize);
          analyser.getFloatTimeDomainData(wave);
          for (const sample of wave) sum += (sample * sample) / wave.length;
        }
        return Math.sqrt(sum);
      },
      spectrum() {
        const last = analysers.at(-1);
        if (!last) return [];
        const bins = new Float32Array(last.frequencyBinCount);
        last.getFloatFrequencyData(bins);
        return Array.from(bins);
      },
      last: () => sources.at(-1),
    };
  });
}

/** Posts what comes in at its left, a quarter of a second at a time. */
const RECORDER = `registerProcessor('sound-recorder', class extends AudioWorkletProcessor {
  piece = new Float32Array(96 * 128);
  at = 0;
  process([[left]]) {
    if (left) this.piece.set(left, this.at);
    else this.piece.fill(0, this.at, this.at + 128);
    this.at += 128;
    if (this.at === this.piece.length) {
      this.port.postMessage(this.piece);
      this.at = 0;
    }
    return true;
  }
});`;

/**
 * Records every sample from now on, in the thread that makes them: a busy machine loses none. `tapSound` comes first,
 * and something must be connected already.
 * @returns what answers the left samples so far, at the rate of the context
 */
export async function recordSound(page: Page): Promise<() => Promise<Float32Array>> {
  await page.evaluate(async (script) => {
    const tap = window.soundTap!;
    const source = tap.last()!;
    const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    await source.context.audioWorklet.addModule(address);
    const recorder = new AudioWorkletNode(source.context, 'sound-recorder', { numberOfOutputs: 0 });
    tap.recorded = [];
    recorder.port.onmessage = ({ data }) => tap.recorded!.push(data);
    source.connect(recorder);
  }, RECORDER);
  return async () => {
    const text = await page.evaluate(async () => {
      const blob = new Blob(window.soundTap!.recorded as BlobPart[]);
      const address: string = await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(String(reader.result));
        reader.readAsDataURL(blob);
      });
      return address.slice(address.indexOf(',') + 1);
    });
    const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
    return new Float32Array(bytes.buffer);
  };
}

/** Loudest RMS within `ms` from now. */
export function loudest(page: Page | Frame, ms: number): Promise<number> {
  return page.evaluate(async (duration) => {
    const end = performance.now() + duration;
    let most = 0;
    while (performance.now() < end) {
      most = Math.max(most, window.soundTap?.rms() ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return most;
  }, ms);
}

/** Mean energy over `ms` of a band from `lowHz` to `highHz`, in decibels. */
export function bandDb(
  page: Page | Frame,
  lowHz: number,
  highHz: number,
  ms: number,
): Promise<number> {
  return page.evaluate(
    async ([low, high, duration]) => {
      const end = performance.now() + duration!;
      let sum = 0;
      let count = 0;
      while (performance.now() < end) {
        const bins = window.soundTap?.spectrum() ?? [];
        const binHz = 24_000 / Math.max(1, bins.length);
        bins.forEach((db, at) => {
          const hz = at * binHz;
          if (hz < low! || hz > high! || !Number.isFinite(db)) return;
          sum += 10 ** (db / 10);
        });
        count += 1;
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      return 10 * Math.log10(sum / Math.max(1, count) + 1e-12);
    },
    [lowHz, highHz, ms],
  );
}

/** Waits until something is heard. @returns milliseconds from now, in the page's time */
export function heard(page: Page | Frame, threshold = 0.002, timeoutMs = 20_000): Promise<number> {
  return page.evaluate(
    async ([least, timeout]) => {
      const began = performance.now();
      while ((window.soundTap?.rms() ?? 0) < least!) {
        if (performance.now() - began > timeout!) throw new Error('Nothing was heard');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return performance.now() - began;
    },
    [threshold, timeoutMs],
  );
}
