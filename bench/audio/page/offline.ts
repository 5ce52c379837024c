/** Measurements that render faster than real time, on the engine's own code. */
import { getContext, Limiter, Offline, Player, ToneAudioBuffer } from 'tone';
import { PatternMaker } from '../../../src/audio/loading/patternMaker.ts';
import { FADE_FRAMES } from '../../../src/audio/looper/curves.ts';
import { Looper } from '../../../src/audio/looper/looper.ts';
import { createMaster } from '../../../src/audio/master/master.ts';
import { gridOf } from '../../../src/audio/player/slotPlans.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { setTempo } from '../../../src/data/rules/draft/draft.ts';
import { barFrames } from '../../../src/data/rules/time/timing.ts';
import { truePeakDb } from '../../../src/dsp/truePeak.ts';
import { impulseRifff, renderGrid } from '../../../tests/audio/grid.ts';
import { makeLoop, makeRifff, noise, sine } from '../../../tests/audio/loops.ts';
import { RATE, rms, specsOf, toDb, worstBend } from '../../../tests/audio/offline.ts';

const START = 4800;

async function renderRifff(rifff: Rifff, seconds: number, channels = 1): Promise<AudioBuffer> {
  const maker = new PatternMaker();
  const context = new OfflineAudioContext(channels, seconds * RATE, RATE);
  const looper = new Looper(context, context.destination, 8);
  looper.start(await specsOf(rifff, maker), gridOf(rifff, START), START);
  const rendered = await context.startRendering();
  maker.dispose();
  return rendered;
}

/** A native source that loops its buffer with a given loop end in seconds. */
async function renderNative(wave: Float32Array, loopEnd: number, seconds: number) {
  const context = new OfflineAudioContext(1, seconds * RATE, RATE);
  const buffer = new AudioBuffer({ length: wave.length, sampleRate: RATE });
  buffer.copyToChannel(new Float32Array(wave), 0);
  const source = new AudioBufferSourceNode(context, { buffer, loop: true, loopEnd });
  source.connect(context.destination);
  source.start();
  return (await context.startRendering()).getChannelData(0);
}

/** Worst distance in frames between a pass of eight loops and the grid; and of a rounded loop end. */
export async function drift(minutes: number) {
  const { hits, expected } = await renderGrid(impulseRifff(), 0, minutes * 60);
  let worst = 0;
  hits.forEach((slot, i) => {
    if (slot.length !== expected[i]!.length) worst = Number.POSITIVE_INFINITY;
    for (const [n, at] of slot.entries()) worst = Math.max(worst, Math.abs(at - expected[i]![n]!));
  });
  const passSec = 64 / (4 * (126.25 / 60));
  const passes = Math.floor((minutes * 60) / passSec);
  const rounded = Math.abs(Math.round(passSec * RATE) - passSec * RATE) * passes;
  return { frames: worst, roundedLoopEndFrames: rounded };
}

/** Spread and loss of a tone at 10 kHz over the passes of a loop at 126.25 bpm, beside a fractional loop end. */
export async function treble() {
  const bps = 126.25 / 60;
  const perBar = barFrames(16, bps);
  const loop = makeLoop({ sound: sine(20_000, 0.5), length16ths: 16, bps: 2 });
  const ours = (await renderRifff(setTempo(makeRifff([loop]), bps), 25)).getChannelData(0);
  const level = (wave: Float32Array, from: number, frames: number) =>
    toDb(rms(wave, from, from + frames) / (0.5 / Math.SQRT2));
  const passes = (wave: Float32Array, start: number, frames: number) =>
    Array.from({ length: 12 }, (_, i) => level(wave, Math.round(start + i * frames), perBar));
  const exact = (16 * RATE) / (4 * bps);
  const tone = Float32Array.from(
    { length: Math.ceil(exact) + 1 },
    (_, n) => 0.5 * Math.sin((2 * Math.PI * 10_000 * n) / RATE),
  );
  const native = await renderNative(tone, exact / RATE, 25);
  return { ours: passes(ours, START, perBar), fractional: passes(native, 0, exact) };
}

/** Worst second difference over the whole rendering against its steady state, in dB. */
export async function seam() {
  const cases: [number, number, number][] = [
    [2, 126.25 / 60, 64],
    [93.7 / 60, 2, 16],
    [2.1, 2.1, 11],
  ];
  let worst = Number.NEGATIVE_INFINITY;
  for (const [loopBps, bps, length16ths] of cases) {
    const loop = makeLoop({ sound: sine(300, 0.5), length16ths, bps: loopBps });
    const wave = (await renderRifff(setTempo(makeRifff([loop]), bps), 30)).getChannelData(0);
    const steady = worstBend(wave, START + 10_000, START + 11_000);
    worst = Math.max(worst, toDb(worstBend(wave, START + 2000, wave.length) / steady));
  }
  return worst;
}

/** Worst click of a change of rifff over 24 phases of pure tones, in dB; and of a hard cut. */
export async function switchClick() {
  const maker = new PatternMaker();
  const change = START + 96_000;
  const clicks: number[] = [];
  const cuts: number[] = [];
  for (let phase = 0; phase < 24; phase++) {
    const shifted = (n: number, frames: number) =>
      0.4 * Math.sin((2 * Math.PI * 329 * n) / frames + (phase * Math.PI) / 12);
    const [a, b] = [sine(220, 0.4), shifted].map((sound) => makeRifff([makeLoop({ sound })]));
    const context = new OfflineAudioContext(1, 4 * RATE, RATE);
    const looper = new Looper(context, context.destination, 8);
    looper.start(await specsOf(a!, maker), gridOf(a!, START), START);
    looper.schedule(await specsOf(b!, maker), gridOf(b!, change), change);
    const wave = (await context.startRendering()).getChannelData(0);
    const steady = worstBend(wave, change + 24_000, change + 36_000);
    clicks.push(toDb(worstBend(wave, change - 2 * FADE_FRAMES, change + FADE_FRAMES) / steady));
    const cut = Float32Array.from({ length: 96 }, (_, n) =>
      n < 48 ? 0.4 * Math.sin((2 * Math.PI * 220 * n) / 96_000 + phase) : shifted(n, 96_000),
    );
    cuts.push(toDb(worstBend(cut, 1, 95) / steady));
  }
  maker.dispose();
  return { worst: Math.max(...clicks), hardCut: Math.max(...cuts) };
}

async function medianOf(times: number, work: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let i = 0; i < times; i++) figures.push(await work());
  return figures.sort((a, b) => a - b)[Math.floor(times / 2)]!;
}

/** Per cent of one core for eight stereo loops: the looper, Tone.Player and plain sources. */
export async function cpu() {
  const seconds = 30;
  const share = (ms: number) => ms / (seconds * 10);
  const loops = Array.from({ length: 8 }, (_, i) =>
    makeLoop({ sound: noise(i), length16ths: 64, channels: 2 }),
  );
  const rifff = makeRifff(loops);
  const maker = new PatternMaker();
  const specs = await specsOf(rifff, maker);
  const buffers = specs.map(
    (spec) => (spec!.pattern.kind === 'loop' ? spec!.pattern.buffer : null)!,
  );
  const timed = async (context: OfflineAudioContext) => {
    const from = performance.now();
    await context.startRendering();
    return share(performance.now() - from);
  };
  const ours = (isFull: boolean) =>
    medianOf(3, async () => {
      const context = new OfflineAudioContext(2, seconds * RATE, RATE);
      const end = isFull ? (await createMaster(context, -6)).input : context.destination;
      new Looper(context, end, 8).start(specs, gridOf(rifff, START), START);
      return timed(context);
    });
  const plain = () =>
    medianOf(3, async () => {
      const context = new OfflineAudioContext(2, seconds * RATE, RATE);
      for (const buffer of buffers) {
        const source = new AudioBufferSourceNode(context, { buffer, loop: true });
        source.connect(context.destination);
        source.start();
      }
      return timed(context);
    });
  const tone = () =>
    medianOf(3, async () => {
      const from = performance.now();
      await Offline(
        () => {
          for (const buffer of buffers) {
            new Player({ url: new ToneAudioBuffer(buffer), loop: true }).toDestination().start(0);
          }
        },
        seconds,
        2,
        RATE,
      );
      return share(performance.now() - from);
    });
  const result = {
    plain: await plain(),
    looper: await ours(false),
    full: await ours(true),
    tonePlayer: await tone(),
  };
  maker.dispose();
  getContext().dispose();
  return result;
}

/** Largest true peak (dBTP) of a steady sine 12 dB over full scale behind each limiter. */
export async function limiter() {
  const frames = 2 * RATE;
  const loud = Float32Array.from(
    { length: frames },
    (_, n) => 4 * Math.sin((2 * Math.PI * 997 * n) / RATE),
  );
  const source = (context: BaseAudioContext, end: AudioNode) => {
    const buffer = new AudioBuffer({ length: frames, sampleRate: RATE });
    buffer.copyToChannel(loud, 0);
    const node = new AudioBufferSourceNode(context, { buffer });
    node.connect(end);
    node.start();
  };
  // One second from the middle: whole periods, so that its ends meet.
  const peak = (buffer: AudioBuffer) =>
    truePeakDb([buffer.getChannelData(0).slice(RATE / 2, (3 * RATE) / 2)]);
  const context = new OfflineAudioContext(2, frames, RATE);
  source(context, (await createMaster(context, 0)).input);
  const ours = peak(await context.startRendering());
  const tone = await Offline(
    () => {
      const buffer = new AudioBuffer({ length: frames, sampleRate: RATE });
      buffer.copyToChannel(loud, 0);
      new Player(new ToneAudioBuffer(buffer)).chain(new Limiter(-1).toDestination()).start(0);
    },
    2,
    1,
    RATE,
  );
  return { ours, tone: peak(tone.get()!) };
}
