/** A loop at another speed with its own pitch by Signalsmith stretch, to exact frames and without a seam. */
import { SAMPLE_RATE_HZ } from '../../../data/contract/constants.ts';
import type { StretchCore } from './signalsmith.ts';

/** Output frames of a call. */
const BLOCK_FRAMES = 2048;
/** Output frames rendered before the part that is kept: the phases of the vocoder have settled by then. */
const LEAD_FRAMES = 24_000;
/** Cross-fade of the end of the kept part with what lies before it. */
const SEAM_FRAMES = 960;

/**
 * Cuts the frames before a loop off and fades the loop's end over into them, so that its last frame goes on into its
 * first. The power is held whatever the two have in common: with gains a and b and correlation r it is
 * a² + b² + 2rab.
 *
 * @param wave `seam` frames before the loop, then the loop
 * @returns the loop alone
 */
function crossfadeEnd(wave: Float32Array, seam: number): Float32Array<ArrayBuffer> {
  const loop = new Float32Array(wave.subarray(seam));
  const from = loop.length - seam;
  let both = 0;
  let before = 1e-20;
  let end = 1e-20;
  for (let i = 0; i < seam; i++) {
    both += wave[i]! * loop[from + i]!;
    before += wave[i]! ** 2;
    end += loop[from + i]! ** 2;
  }
  const likeness = Math.max(-0.5, Math.min(1, both / Math.sqrt(before * end)));
  for (let i = 0; i < seam; i++) {
    const into = 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / seam);
    const out = 1 - into;
    const level = Math.sqrt(into * into + out * out + 2 * likeness * into * out);
    loop[from + i] = (out * loop[from + i]! + into * wave[i]!) / level;
  }
  return loop;
}

/**
 * One pass of a loop in `outFrames` frames; the same length is the same sound. The source goes round and round, so
 * the vocoder never meets an end. Its own shift of pitch is not used: it leaves tones up to 25 cents out of tune.
 *
 * @param channels one or two channels of one pass at 48 kHz
 * @returns as many channels of `outFrames` frames
 */
export function stretchLoop(
  core: StretchCore,
  channels: readonly Float32Array[],
  outFrames: number,
): Float32Array<ArrayBuffer>[] {
  const inFrames = channels[0]?.length ?? 0;
  if (inFrames < 1 || outFrames < 1) throw new RangeError('A loop needs at least one frame');
  const speed = inFrames / outFrames;
  core._presetDefault(channels.length, SAMPLE_RATE_HZ);
  core._reset();
  core._setTransposeSemitones(0, 0);
  const lead = LEAD_FRAMES + core._outputLatency();
  const seam = Math.min(SEAM_FRAMES, outFrames >> 1);
  const total = lead + outFrames;
  // What is put in at output frame o is heard at o + the latencies: frame `lead` shall be the source's first.
  const first = -(lead - core._outputLatency()) * speed + core._inputLatency();
  const made = run(core, channels, { speed, first: Math.round(first), total });
  return made.map((wave) => crossfadeEnd(wave.subarray(lead - seam), seam));
}

/** Puts the wrapped source through the core from source frame `first` on until `total` frames have come out. */
function run(
  core: StretchCore,
  channels: readonly Float32Array[],
  { speed, first, total }: { speed: number; first: number; total: number },
): Float32Array[] {
  const size = Math.max(BLOCK_FRAMES, Math.ceil(BLOCK_FRAMES * speed) + 1);
  const address = core._setBuffers(channels.length, size);
  const memory = () => new Float32Array((core.HEAP8 ?? core.exports!.memory).buffer as ArrayBuffer);
  const at = (index: number) => address / 4 + index * size;
  const made = channels.map(() => new Float32Array(total));
  const inFrames = channels[0]!.length;
  let fed = 0;
  for (let out = 0; out < total; out += BLOCK_FRAMES) {
    const count = Math.min(BLOCK_FRAMES, total - out);
    const until = Math.round((out + count) * speed);
    const heap = memory();
    channels.forEach((channel, c) => {
      copyWrapped(channel, first + fed, heap.subarray(at(c), at(c) + until - fed), inFrames);
    });
    core._process(until - fed, count);
    const after = memory();
    made.forEach((wave, c) => {
      const from = at(channels.length + c);
      wave.set(after.subarray(from, from + count), out);
    });
    fed = until;
  }
  return made;
}

/** Fills `target` from a channel that goes round for ever, beginning at any frame. */
function copyWrapped(channel: Float32Array, start: number, target: Float32Array, period: number) {
  let from = ((start % period) + period) % period;
  for (let to = 0; to < target.length; ) {
    const count = Math.min(period - from, target.length - to);
    target.set(channel.subarray(from, from + count), to);
    to += count;
    from = 0;
  }
}
