/** What every frame of a flight costs: draw calls by WebGL, script time of its callbacks, heap that it takes. */

export interface FlightCost {
  /** Frames a second. */
  readonly frames: number;
  readonly draws: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly heapKb: number;
}

export interface FlightMemory {
  /** Most bytes decoded and rendered at once. */
  readonly mostBytes: number;
  /** Bytes of all rifffs, had everything been fetched. */
  readonly allBytes: number;
  /** Rifffs of which something was here when one came to them. */
  readonly ready: number;
}

declare global {
  interface Window {
    flight?: {
      measure(warmUpSec: number, seconds: number): Promise<FlightCost>;
      memory(): Promise<FlightMemory>;
    };
    gc?: () => void;
  }
}

const frame = { time: -1, draws: 0, scriptMs: 0, heapBytes: 0 };
let costs: Omit<typeof frame, 'time'>[] | null = null;

/** A frame has other callbacks than the one before it: that one is told, and counting begins anew. */
function begin(time: number): void {
  const { draws, scriptMs, heapBytes } = frame;
  if (frame.time >= 0) costs?.push({ draws, scriptMs, heapBytes });
  Object.assign(frame, { time, draws: 0, scriptMs: 0, heapBytes: 0 });
}

/**
 * Wraps draw calls and animation frames; call it before anything draws.
 *
 * @param isDrawn false: draws are counted and not made, so that frames follow each other where a processor is the chip
 */
export function installProbe(isDrawn: boolean): void {
  for (const name of [
    'drawArrays',
    'drawElements',
    'drawArraysInstanced',
    'drawElementsInstanced',
  ] as const) {
    const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void;
    Object.assign(WebGL2RenderingContext.prototype, {
      [name](this: WebGL2RenderingContext, ...args: unknown[]) {
        frame.draws += 1;
        if (isDrawn) original.apply(this, args);
      },
    });
  }
  const request = window.requestAnimationFrame.bind(window);
  const heapNow = () => performance.memory?.usedJSHeapSize ?? 0;
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      // All callbacks of a frame are given the same time.
      if (time !== frame.time) begin(time);
      const heap = heapNow();
      const start = performance.now();
      callback(time);
      frame.scriptMs += performance.now() - start;
      frame.heapBytes += Math.max(0, heapNow() - heap);
    });
}

/** Lets a flight warm up, then measures so many seconds of it. */
export async function measure(warmUpSec: number, seconds: number): Promise<FlightCost> {
  const wait = (sec: number) => new Promise((done) => setTimeout(done, sec * 1000));
  await wait(warmUpSec);
  window.gc?.();
  const kept: NonNullable<typeof costs> = [];
  costs = kept;
  const start = performance.now();
  await wait(seconds);
  const lasted = (performance.now() - start) / 1000;
  costs = null;
  const times = kept.map((cost) => cost.scriptMs).sort((a, b) => a - b);
  return {
    frames: kept.length / lasted,
    draws: kept.reduce((most, cost) => Math.max(most, cost.draws), 0),
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    p95Ms: times[Math.floor(times.length * 0.95)] ?? 0,
    heapKb: kept.reduce((sum, cost) => sum + cost.heapBytes, 0) / Math.max(1, kept.length) / 1024,
  };
}
