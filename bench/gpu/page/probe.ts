/** Counts what every animation frame costs: draw calls, script time of its callbacks, heap that it takes. */

import type { StageLook } from '../../../src/data/contract/stageLooks.ts';

export interface FrameCost {
  draws: number;
  scriptMs: number;
  heapBytes: number;
}

declare global {
  interface Window {
    bench?: {
      ready: boolean;
      measure(warmUp: number, frames: number): Promise<FrameCost[]>;
      /** Milliseconds that each of so many pictures takes, until its last pixel is there. */
      pictures(count: number): number[];
      changeLook(to: StageLook, isComing: boolean): void;
    };
    gc?: () => void;
  }
  interface Performance {
    memory?: { usedJSHeapSize: number };
  }
}

let draws = 0;
let scriptMs = 0;
let heapBytes = 0;
let costs: FrameCost[] | null = null;

/** Wraps draw calls and animation frames; call it before anything draws. */
export function installProbe(): void {
  for (const name of [
    'drawArrays',
    'drawElements',
    'drawArraysInstanced',
    'drawElementsInstanced',
    'blitFramebuffer',
  ] as const) {
    const original = WebGL2RenderingContext.prototype[name] as (...args: unknown[]) => void;
    Object.assign(WebGL2RenderingContext.prototype, {
      [name](this: WebGL2RenderingContext, ...args: unknown[]) {
        draws += 1;
        original.apply(this, args);
      },
    });
  }
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) =>
    request((time) => {
      const heap = performance.memory?.usedJSHeapSize ?? 0;
      const start = performance.now();
      callback(time);
      scriptMs += performance.now() - start;
      heapBytes += Math.max(0, (performance.memory?.usedJSHeapSize ?? 0) - heap);
    });
  const tick = (): void => {
    // A frame that drew nothing is a rest, not a cheap frame.
    if (draws > 0) costs?.push({ draws, scriptMs, heapBytes });
    draws = 0;
    scriptMs = 0;
    heapBytes = 0;
    request(tick);
  };
  request(tick);
}

/** Lets `warmUp` frames pass, then collects the cost of `frames` frames. */
export async function measure(warmUp: number, frames: number): Promise<FrameCost[]> {
  const wait = () => new Promise((done) => setTimeout(done, 16));
  const warm: FrameCost[] = [];
  costs = warm;
  while (warm.length < warmUp) await wait();
  window.gc?.();
  const kept: FrameCost[] = [];
  costs = kept;
  while (kept.length < frames) await wait();
  costs = null;
  return kept;
}
