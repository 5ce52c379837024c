/** Renders rifffs as an export does, and says how far two mixes are from each other. */
import { type Mix, renderSlots } from '../../../src/audio/export/mixdown.ts';
import { PatternMaker } from '../../../src/audio/loading/patternMaker.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';

/** What is decoded for one server's rifffs is not there for another's. */
const makers = new Map<string, PatternMaker>();
const mixes = new Map<string, Mix>();

const decibels = (amplitude: number) => 20 * Math.log10(amplitude);

/** The largest magnitude of any sample; 1 is full scale, which a mix before the master may pass. */
function largest(channels: readonly Float32Array[]): number {
  return channels.reduce(
    (most, one) => one.reduce((max, x) => Math.max(max, Math.abs(x)), most),
    0,
  );
}

/**
 * Renders a turn of a rifff as it came from a server; slots whose loop was removed are silent.
 * @returns its frames, and its peak in dB of full scale
 */
async function render(server: string, rifff: Rifff): Promise<{ frames: number; peakDb: number }> {
  const maker = makers.get(server) ?? new PatternMaker();
  makers.set(server, maker);
  const silent = new Set(rifff.loops.filter((one) => one.isRemoved).map(({ _id }) => _id));
  const slots = rifff.state.playback.flatMap(({ slot: { current } }, at) =>
    current && !silent.has(current.currentLoop) ? [at] : [],
  );
  const mix = await renderSlots(maker, rifff, { slots });
  mixes.set(`${server} ${rifff._id}`, mix);
  return { frames: mix.frames, peakDb: decibels(largest(mix.channels)) };
}

/** The largest difference between samples of two mixes: 0 where every sample is the same, none for other lengths. */
function difference(one: string, other: string): number | null {
  const [a, b] = [mixes.get(one)!, mixes.get(other)!];
  if (a.frames !== b.frames) return null;
  return largest(a.channels.map((wave, c) => wave.map((x, n) => x - b.channels[c]![n]!)));
}

const mixPage = { render, difference };

declare global {
  interface Window {
    mixPage?: typeof mixPage;
  }
}

window.mixPage = mixPage;
