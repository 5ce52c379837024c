import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOK_MS = 10_000;
/** What has to have come since the last time to be worth it, in bytes. */
const WORTH_BYTES = 64 * 1024 * 1024;
/** Share of its time that the event loop works at most when nothing is going on. */
const CALM = 0.3;

/** How much the heap grows before it is collected again; V8 itself lets it grow up to four times. */
const GROWING_PERCENT = 50;

/** Decides when the heap is collected whole. */
export class HeapWatch {
  /** What the heap occupied after it was collected last, in bytes. */
  #leastBytes: number;

  constructor(heapBytes: number) {
    this.#leastBytes = heapBytes;
  }

  /** @param utilization share of its time that the event loop worked since the last look */
  isWorth(heapBytes: number, utilization: number): boolean {
    this.#leastBytes = Math.min(this.#leastBytes, heapBytes);
    return utilization <= CALM && heapBytes - this.#leastBytes >= WORTH_BYTES;
  }

  collected(heapBytes: number): void {
    this.#leastBytes = heapBytes;
  }
}

/** V8 frees and gives back all that it can; an ordinary full collection keeps its pages. */
function openCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/**
 * Keeps the heap small, and gives memory back to the system after the start and after a crowd: V8 keeps what its heap
 * once needed. It takes about a tenth of a second, so it waits until little is going on, and does it once for what a
 * crowd left. It is about the whole process; call it before the work of the start.
 */
export function keepHeapSmall(): { started(): void; stop(): void } {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  const collect = openCollector();
  const heapBytes = () => process.memoryUsage().heapTotal;
  const watch = new HeapWatch(heapBytes());
  const collectNow = () => {
    collect();
    watch.collected(heapBytes());
  };
  let before = performance.eventLoopUtilization();
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (watch.isWorth(heapBytes(), utilization)) collectNow();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    /** Collects what the start left; call it before anybody is answered. */
    started: collectNow,
    stop: () => clearInterval(timer),
  };
}
