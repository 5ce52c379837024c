/**
 * Meyda beside ours on the same loops: loudness, brightness and chroma as they are stored, and what a live feature
 * would cost in a frame.
 */
import Meyda, { type MeydaFeaturesObject } from 'meyda';
import type { Loop } from '../../../src/data/contract/loop.ts';
import { bandCentre } from '../../../src/data/contract/loopData.ts';
import { SCALES } from '../../../src/data/contract/scales.ts';
import { loopBands } from '../../../src/dsp/bands.ts';
import { chroma } from '../../../src/dsp/chroma.ts';
import { proposeKey } from '../../../src/dsp/key.ts';
import { loopLoudness } from '../../../src/dsp/loudness.ts';
import { type Material, tonalMaterial } from './importMaterial.ts';

const WINDOW = 4096;
const HOP = 2048;

type Features = Pick<MeydaFeaturesObject, 'chroma' | 'loudness' | 'spectralCentroid' | 'energy'>;

function monoOf(channels: readonly Float32Array[]): Float32Array {
  const [left, right] = channels as [Float32Array, Float32Array?];
  return right ? left.map((x, n) => (x + right[n]!) / 2) : left;
}

/** Means over all windows, weighted by energy: chroma as amplitudes, loudness in dB, centroid in Hz. */
function meydaOf({ channels, sampleRate }: Material) {
  // Its filter banks are made once, for the first rate that it sees.
  const banks = { chromaFilterBank: undefined, barkScale: undefined };
  Object.assign(Meyda, { bufferSize: WINDOW, sampleRate, windowingFunction: 'hanning', ...banks });
  const wave = monoOf(channels);
  const shares = new Float32Array(12);
  let loudness = 0;
  let centroid = 0;
  let weights = 0;
  let count = 0;
  for (let at = 0; at + WINDOW <= wave.length; at += HOP) {
    const features = Meyda.extract(
      ['chroma', 'loudness', 'spectralCentroid', 'energy'],
      wave.subarray(at, at + WINDOW),
    ) as Features | null;
    count += 1;
    if (!features || features.energy < 1e-6) continue;
    features.chroma.forEach((share, c) => {
      if (Number.isFinite(share)) shares[c]! += share * features.energy;
    });
    loudness += features.loudness.total;
    if (Number.isFinite(features.spectralCentroid)) {
      centroid += features.spectralCentroid * features.energy;
    }
    weights += features.energy;
  }
  const sum = shares.reduce((all, share) => all + share, 0) || 1;
  return {
    shares: shares.map((share) => share / sum),
    // Loudness is a sum of powers of 0.23 (Moore): ten times the power is 2.3 dB of it.
    loudnessDb: (10 * Math.log10(Math.max(1e-9, loudness / Math.max(1, count)))) / 0.23,
    centroidHz: ((centroid / (weights || 1)) * sampleRate) / WINDOW,
  };
}

const notesOf = (root: number, scale: number) =>
  new Set(SCALES[scale]!.steps.map((step) => (root + step) % 12));

/** Keys proposed from a chroma alone, without what else speaks for a root. */
class KeyScore {
  of = 0;
  near = 0;
  root = 0;
  ms = 0;

  add(shares: Float32Array, truth: { root: number; scale: number }): void {
    this.of += 1;
    const key = proposeKey(shares);
    if (!key) return;
    const written = notesOf(truth.root, truth.scale);
    const strange = [...notesOf(key.root, key.scale)].filter((note) => !written.has(note));
    this.near += Number(strange.length <= 1);
    this.root += Number(key.root === truth.root);
  }
}

/** Pearson’s correlation of two lists. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = mean(a.map((x, n) => (x - meanA) * (b[n]! - meanB)));
  const spread = (list: readonly number[], m: number) =>
    Math.sqrt(mean(list.map((x) => (x - m) ** 2)));
  return product / (spread(a, meanA) * spread(b, meanB));
}

const timed = <T>(score: { ms: number }, work: () => T): T => {
  const from = performance.now();
  const result = work();
  score.ms += performance.now() - from;
  return result;
};

async function materialOf(loop: Loop): Promise<Material> {
  const context = new OfflineAudioContext(1, 1, 48_000);
  const answer = await fetch(loop.url!);
  const buffer = await context.decodeAudioData(await answer.arrayBuffer());
  const channels = Array.from({ length: buffer.numberOfChannels }, (_, c) =>
    buffer.getChannelData(c),
  );
  return { channels, sampleRate: buffer.sampleRate };
}

/** Both on the library and on the progressions. */
export async function meydaBesideOurs(loops: readonly Loop[]) {
  const scores = {
    library: { ours: new KeyScore(), meyda: new KeyScore() },
    progressions: { ours: new KeyScore(), meyda: new KeyScore() },
  };
  const judge = (
    { ours, meyda }: (typeof scores)['library'],
    sound: Material,
    truth: { root: number; scale: number },
  ) => {
    ours.add(
      timed(ours, () => chroma([...sound.channels], sound.sampleRate)),
      truth,
    );
    meyda.add(timed(meyda, () => meydaOf(sound)).shares, truth);
  };
  const lufs: number[] = [];
  const theirs: number[] = [];
  const bands: number[] = [];
  const centroids: number[] = [];
  for (const loop of loops) {
    const sound = await materialOf(loop);
    const measured = loopLoudness([...sound.channels], sound.sampleRate);
    const { loudnessDb, centroidHz } = meydaOf(sound);
    lufs.push(measured);
    theirs.push(loudnessDb);
    const centre = bandCentre(loopBands([...sound.channels], sound.sampleRate));
    if (centre !== null) {
      bands.push(centre);
      centroids.push(Math.log2(Math.max(20, centroidHz)));
    }
    const { root, scale, category } = loop;
    const isTonal = ['bass', 'leads', 'pads', 'chords'].includes(category);
    if (isTonal && root !== undefined && scale !== undefined) {
      judge(scores.library, sound, { root, scale });
    }
  }
  for (const { root, scale, ...sound } of tonalMaterial()) {
    judge(scores.progressions, sound, { root, scale });
  }
  const offset = lufs.reduce((sum, x, n) => sum + x - theirs[n]!, 0) / lufs.length;
  const off = lufs.map((x, n) => Math.abs(x - theirs[n]! - offset)).sort((a, b) => a - b);
  return {
    scores,
    loops: loops.length,
    loudness: {
      worstDb: off.at(-1)!,
      medianDb: off[off.length >> 1]!,
      correlation: correlation(lufs, theirs),
    },
    brightness: { correlation: correlation(bands, centroids) },
  };
}

/** Milliseconds and bytes that a frame would cost: ten rows of 512 samples by Meyda, and a centroid of our spectrum. */
export function liveFeatures() {
  Object.assign(Meyda, { bufferSize: 512, sampleRate: 48_000, windowingFunction: 'hanning' });
  const rows = Array.from({ length: 10 }, (_, row) =>
    Float32Array.from({ length: 512 }, (_, n) => Math.sin(0.01 * (row + 1) * n)),
  );
  const spectrum = Uint8Array.from({ length: 10 * 256 }, (_, n) => (n * 7) % 256);
  const memory = () =>
    (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;
  const measure = (read: () => void) => {
    for (let turn = 0; turn < 200; turn++) read();
    const turns = 500;
    let bytes = 0;
    let ms = 0;
    for (let turn = 0; turn < turns; turn++) {
      const before = memory();
      const from = performance.now();
      read();
      ms += performance.now() - from;
      // A collection in between would count below nothing.
      bytes += Math.max(0, memory() - before);
    }
    return { ms: ms / turns, bytes: bytes / turns };
  };
  const centres = new Float32Array(10);
  const all = (features: Parameters<typeof Meyda.extract>[0]) =>
    measure(() => {
      for (const row of rows) Meyda.extract(features, row);
    });
  return {
    'Meyda, centroid and loudness of ten rows': all(['spectralCentroid', 'loudness']),
    'Meyda, centroid of ten rows': all(['spectralCentroid']),
    'Meyda, centroid of the master': measure(() => Meyda.extract('spectralCentroid', rows[0]!)),
    'ours, centroid of ten rows': measure(() => {
      for (let row = 0; row < 10; row++) {
        let sum = 0;
        let weighted = 0;
        for (let bin = 0; bin < 256; bin++) {
          const size = spectrum[row * 256 + bin]!;
          sum += size;
          weighted += size * bin;
        }
        centres[row] = sum > 0 ? weighted / sum : 0;
      }
    }),
  };
}
