/** Stretch, pitch and resampling: what they do to sound and what they cost, beside Tone's ways. */
import { GrainPlayer, getContext, Offline, PitchShift, Player, ToneAudioBuffer } from 'tone';
import { PatternMaker, renderBeside } from '../../../src/audio/loading/patternMaker.ts';
import { Looper } from '../../../src/audio/looper/looper.ts';
import { addProcessors } from '../../../src/audio/master/processors.ts';
import { gridOf } from '../../../src/audio/player/slotPlans.ts';
import type { ShiftMethod } from '../../../src/audio/workers/renderPass.ts';
import type { Rifff } from '../../../src/data/contract/rifff.ts';
import { setSlotSemitones, setTempo } from '../../../src/data/rules/draft/draft.ts';
import { setSlotEffect, setSlotStretch } from '../../../src/data/rules/draft/slotSound.ts';
import { resampleLoop } from '../../../src/dsp/resample.ts';
import { makeLoop, makeRifff, noise } from '../../../tests/audio/loops.ts';
import { RATE, rms, specsOf, toDb, worstBend } from '../../../tests/audio/offline.ts';

const START = 4800;
const FRAMES = 96_000;
const SPEEDS = [0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2];
const HITS = 8;
const HIT_FROM = 500;

/** Eight clicks, 500 frames after each eighth of the loop. */
function clicks(): Float32Array<ArrayBuffer> {
  const wave = new Float32Array(FRAMES);
  for (let hit = 0; hit < HITS; hit++) {
    const at = (hit * FRAMES) / HITS + HIT_FROM;
    for (let n = 0; n < 40; n++) wave[at + n] = Math.exp(-n / 8) * (n % 2 ? -1 : 1);
  }
  return wave;
}

const tone = (hz: number, frames = FRAMES) =>
  Float32Array.from({ length: frames }, (_, n) => 0.4 * Math.sin((2 * Math.PI * hz * n) / RATE));

/** Largest distance in frames between the clicks of a rendering and where they belong. */
function worstOnset(wave: Float32Array, speed: number): number {
  let worst = 0;
  for (let hit = 0; hit < HITS; hit++) {
    const wanted = Math.round(((hit * FRAMES) / HITS + HIT_FROM) / speed);
    let at = wanted;
    for (let n = wanted - 2000; n < wanted + 2000; n++) {
      if (Math.abs(wave[n] ?? 0) > Math.abs(wave[at]!)) at = n;
    }
    worst = Math.max(worst, Math.abs(at - wanted));
  }
  return worst;
}

async function shifted(
  channels: Float32Array<ArrayBuffer>[],
  frames: number,
  semitones: number,
  method: ShiftMethod,
): Promise<Float32Array> {
  const shift = { method, keepsPitch: true, semitones, ownFrames: channels[0]!.length };
  return (await renderBeside({ channels, lengths: [frames], shift })).passes[0]![0]!;
}

/** A sine taken out of a signal; what is left, against it, in dB. */
function restOf(wave: Float32Array, hz: number, from: number, frames: number): number {
  let [real, imaginary] = [0, 0];
  for (let n = 0; n < frames; n++) {
    const angle = (2 * Math.PI * hz * n) / RATE;
    real += (2 / frames) * wave[from + n]! * Math.cos(angle);
    imaginary += (2 / frames) * wave[from + n]! * Math.sin(angle);
  }
  const rest = Float32Array.from({ length: frames }, (_, n) => {
    const angle = (2 * Math.PI * hz * n) / RATE;
    return wave[from + n]! - real * Math.cos(angle) - imaginary * Math.sin(angle);
  });
  return toDb(Math.hypot(real, imaginary) / Math.SQRT2 / rms(rest));
}

/** Onsets in milliseconds at speeds of 0.5 to 2, and in native playback of Tone's grains. */
export async function onsets() {
  const worst = { tones: 0, slices: 0, grains: 0 };
  for (const speed of SPEEDS) {
    const frames = Math.round(FRAMES / speed);
    for (const method of ['tones', 'slices'] as const) {
      const wave = await shifted([clicks()], frames, 0, method);
      worst[method] = Math.max(worst[method], worstOnset(wave, speed));
    }
    worst.grains = Math.max(worst.grains, worstOnset(await grains(speed, frames), speed));
  }
  const ms = (at: number) => (at * 1000) / RATE;
  return { tonesMs: ms(worst.tones), slicesMs: ms(worst.slices), grainsMs: ms(worst.grains) };
}

function bufferOf(wave: Float32Array<ArrayBuffer>): AudioBuffer {
  const buffer = new AudioBuffer({ length: wave.length, sampleRate: RATE });
  buffer.copyToChannel(wave, 0);
  return buffer;
}

async function grains(speed: number, frames: number): Promise<Float32Array> {
  const rendered = await Offline(
    () => {
      const url = new ToneAudioBuffer(bufferOf(clicks()));
      new GrainPlayer({ url, playbackRate: speed, loop: true }).toDestination().start(0);
    },
    frames / RATE,
    1,
    RATE,
  );
  return rendered.get()!.getChannelData(0);
}

/** Seam of rendered shifts of a tone over their steady state, in dB: the worst of several. */
export async function shiftSeam(): Promise<number> {
  let worst = Number.NEGATIVE_INFINITY;
  for (const [speed, semitones] of [
    [1, 3],
    [0.75, 0],
    [1.5, -5],
    [2, 12],
  ] as const) {
    const wave = await shifted([tone(440)], Math.round(FRAMES / speed), semitones, 'tones');
    const twice = new Float32Array([...wave, ...wave]);
    const steady = worstBend(wave, 4000, wave.length - 4000);
    const seam = worstBend(twice, wave.length - 1200, wave.length + 1200);
    worst = Math.max(worst, toDb(seam / steady));
  }
  return worst;
}

/** Signal against noise of a 10 kHz tone resampled by 1.07: ours and a native source at another rate. */
export async function resampling() {
  const speed = 1.07;
  const frames = Math.round(FRAMES / speed);
  const [ours] = resampleLoop([tone(10_000)], frames);
  const context = new OfflineAudioContext(1, frames, RATE);
  const source = new AudioBufferSourceNode(context, {
    buffer: bufferOf(tone(10_000)),
    playbackRate: FRAMES / frames,
  });
  source.connect(context.destination);
  source.start();
  const native = (await context.startRendering()).getChannelData(0);
  const hz = (10_000 * FRAMES) / frames;
  return {
    oursDb: restOf(ours!, hz, 4800, 48_000),
    nativeDb: restOf(native, hz, 4800, 48_000),
  };
}

/** Eight stereo loops of eight seconds, stretched and moved by three semitones. */
function eight(): Rifff {
  const loops = Array.from({ length: 8 }, (_, i) =>
    makeLoop({
      sound: noise(i),
      length16ths: 64,
      channels: 2,
      category: i < 2 ? 'drums' : 'leads',
    }),
  );
  let rifff = setTempo(makeRifff(loops), 2.2);
  for (let slot = 0; slot < 8; slot++) {
    rifff = setSlotStretch(setSlotSemitones(rifff, slot, 3), slot, true);
  }
  return rifff;
}

/** Milliseconds until eight stretched loops of eight seconds are ready, after a change of pitch and of tempo. */
export async function renderEight() {
  const rifff = eight();
  const maker = new PatternMaker();
  await maker.preload(setTempo(rifff, 2.3));
  const timed = async (one: Rifff) => {
    const from = performance.now();
    await maker.preload(one);
    return performance.now() - from;
  };
  const tempoMs = await timed(setTempo(rifff, 2.1));
  const pitched = [...Array(8).keys()].reduce(
    (before, slot) => setSlotSemitones(before, slot, -4),
    setTempo(rifff, 2.1),
  );
  const pitchMs = await timed(pitched);
  maker.dispose();
  return { tempoMs, pitchMs };
}

const SECONDS = 30;

async function share(render: () => Promise<unknown>): Promise<number> {
  const figures: number[] = [];
  for (let i = 0; i < 3; i++) {
    const from = performance.now();
    await render();
    figures.push((performance.now() - from) / (SECONDS * 10));
  }
  return figures.sort((a, b) => a - b)[1]!;
}

/** Per cent of a core while eight loops play, all stretched: ours, ours with every effect, and Tone's ways. */
export async function shiftCpu() {
  const rifff = eight();
  const maker = new PatternMaker();
  let wet = rifff;
  for (let slot = 0; slot < 8; slot++) {
    for (const [effect, value] of [
      ['pan', 0.3],
      ['lowCutHz', 100],
      ['highCutHz', 8000],
      ['reverb', 0.3],
      ['delay', 0.3],
    ] as const) {
      wet = setSlotEffect(wet, slot, effect, value);
    }
  }
  const ours = (one: Rifff) =>
    share(async () => {
      const context = new OfflineAudioContext(2, SECONDS * RATE, RATE);
      await addProcessors(context);
      const wishes = await wishesOf(one, maker);
      new Looper(context, context.destination, 8).start(wishes, gridOf(one, START), START);
      await context.startRendering();
    });
  const plain = await specsOf(makeRifff(rifff.loops), maker);
  const buffers = plain.map((spec) =>
    spec?.pattern.kind === 'loop' ? new ToneAudioBuffer(spec.pattern.buffer) : null,
  );
  const tone = (start: (buffer: ToneAudioBuffer) => void) =>
    share(() =>
      Offline(
        () => {
          for (const buffer of buffers) if (buffer) start(buffer);
        },
        SECONDS,
        2,
        RATE,
      ),
    );
  const result = {
    ours: await ours(rifff),
    withEffects: await ours(wet),
    player: await tone((url) => void new Player({ url, loop: true }).toDestination().start(0)),
    pitchShift: await tone((url) => {
      const shift = new PitchShift({ pitch: 3 }).toDestination();
      new Player({ url, loop: true }).connect(shift).start(0);
    }),
    grainPlayer: await tone((url) => {
      new GrainPlayer({ url, loop: true, playbackRate: 1.1, detune: 300 }).toDestination().start(0);
    }),
  };
  maker.dispose();
  getContext().dispose();
  return result;
}

async function wishesOf(rifff: Rifff, maker: PatternMaker) {
  const specs = await specsOf(rifff, maker);
  return specs.map((spec, slot) => {
    const effects = rifff.state.playback[slot]?.slot.current?.effects;
    return spec && { ...spec, effects };
  });
}
