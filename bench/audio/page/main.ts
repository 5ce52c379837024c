import * as live from './live.ts';
import * as offline from './offline.ts';

const bench = { ...offline, ...live };
export type Bench = typeof bench;

declare global {
  interface Window {
    soundBench?: Bench;
  }
}

window.soundBench = bench;
