import { alignment } from '../page/takes.ts';

const bench = { alignment };

declare global {
  interface Window {
    takesBench?: typeof bench;
  }
}

window.takesBench = bench;
