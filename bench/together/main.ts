/**
 * `npm run bench:together`: how far apart two listeners of one room are, behind lines of 100 ms there and back with 20 ms
 * of jitter, with clocks that are 100 ppm wrong either way. First many pairs of simulated devices, whose sounds have
 * crystals of their own as well; then two real pages in contexts of their own. `--seconds N` lets the pages play longer
 * than a minute.
 */
import { availableParallelism } from 'node:os';
import { type Line, percentile } from '../../tests/together/line.ts';
import { listenTogether } from '../../tests/together/listener.ts';
import type { BarId } from '../bars.ts';
import { figure, line } from '../figure.ts';
import { measurePages, type PagesFigures } from './pages.ts';

const PAIRS = 24;
const SECONDS = 240;
const PPM = 1e-6;

const ms = (value: number) => `${value.toFixed(2)} ms`;
const met: boolean[] = [];

function print(
  name: string,
  [apart, entry]: readonly [BarId, BarId],
  { apartMs, entryMs, splices, minutes }: PagesFigures,
): void {
  line(`${name}: apart, p50`, ms(percentile(apartMs, 0.5)));
  met.push(figure(apart, percentile(apartMs, 0.95)));
  line(`  worst of ${apartMs.length}`, ms(Math.max(...apartMs)));
  met.push(figure(entry, Math.max(...entryMs)));
  line('  splices a minute', (splices / minutes).toFixed(1));
}

/** Pairs of devices at every corner of what their clocks may do, and each line another. */
function simulate(): PagesFigures {
  const apartMs: number[] = [];
  const entryMs: number[] = [];
  let splices = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    const sign = (bit: number) => (pair & bit ? 100 * PPM : -100 * PPM);
    const each = [
      { skew: sign(1), soundSkew: sign(2), seed: 2 * pair + 1 },
      { skew: sign(4), soundSkew: sign(8), seed: 2 * pair + 2 },
    ].map(({ skew, soundSkew, seed }) => {
      const lineOf: Line = { oneWayMs: 40, jitterMs: 20, skew, burstShare: 0.1, offsetMs: 5e5 };
      return listenTogether(lineOf, { seed, soundSkew, seconds: SECONDS });
    });
    const [one, other] = each as [(typeof each)[0], (typeof each)[0]];
    for (const [at, phase] of one.phases.entries()) {
      const off = Math.abs(phase - other.phases[at]!) * 1000;
      if (Number.isFinite(off)) apartMs.push(off);
    }
    for (const { enteredMs, splices: count } of each) {
      entryMs.push(enteredMs);
      splices += count;
    }
  }
  return { apartMs, entryMs, splices, minutes: (2 * PAIRS * SECONDS) / 60 };
}

const at = process.argv.indexOf('--seconds');
const seconds = Number(at < 0 ? 60 : process.argv[at + 1]) || 60;
console.log(`${availableParallelism()} cores, shared by everything below`);
print(`${PAIRS} simulated pairs`, ['apartSimulated', 'entrySimulated'], simulate());
print('two pages', ['apartPages', 'entryPages'], await measurePages(seconds));
process.exitCode = met.every(Boolean) ? 0 : 1;
