/** Measures what a page sends to the loudspeaker, without any help of the page. */
import type { Frame, Page } from '@playwright/test';

interface SoundTap {
  /** RMS of the newest window, linear; 0 before anything is connected. */
  rms(): number;
  /** Magnitudes in decibels, one per bin of 23.4 Hz. */
  spectrum(): number[];
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
    };
  });
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
