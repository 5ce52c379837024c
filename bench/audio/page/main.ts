import * as codecs from './codecs.ts';
import * as exporting from './export.ts';
import * as instruments from './instruments.ts';
import * as live from './live.ts';
import * as offline from './offline.ts';
import * as steady from './steady.ts';
import * as stretch from './stretch.ts';
import * as tone from './tone.ts';
import * as video from './video.ts';

const bench = {
  ...codecs,
  ...offline,
  ...live,
  ...steady,
  ...stretch,
  ...instruments,
  ...exporting,
  ...tone,
  ...video,
};
export type Bench = typeof bench;

declare global {
  interface Window {
    soundBench?: Bench;
  }
}

window.soundBench = bench;
