/**
 * What Tone could do in the place of ours: cuts and pan of eight slots, one reverb, one delay, a metronome, meters.
 * Each is rendered for thirty seconds out of the same eight noises; what the noises cost alone is taken off.
 */
import {
  Analyser,
  Filter,
  Freeverb,
  getContext,
  getTransport,
  JCReverb,
  Meter,
  Offline,
  Panner,
  PingPongDelay,
  Player,
  Reverb,
  Synth,
  ToneAudioBuffer,
  type ToneAudioNode,
} from 'tone';
import { EffectsBus } from '../../../src/audio/looper/effects/effectsBus.ts';
import { SlotChain } from '../../../src/audio/looper/effects/slotChain.ts';
import { addProcessors } from '../../../src/audio/master/processors.ts';
import { Metronome } from '../../../src/audio/studio/metronome.ts';
import type { SlotEffects } from '../../../src/data/contract/rifff.ts';
import { barFrames } from '../../../src/data/rules/timing.ts';
import { noise } from '../../../tests/audio/loops.ts';
import { RATE, rms, toDb } from '../../../tests/audio/offline.ts';

const SECONDS = 30;
const SLOTS = 8;
const CUTS: SlotEffects = { lowCutHz: 100, highCutHz: 8000, pan: 0.3 };

function noiseBuffer(seed: number): AudioBuffer {
  const length = 2 * RATE;
  const buffer = new AudioBuffer({ length, numberOfChannels: 2, sampleRate: RATE });
  for (const c of [0, 1]) {
    const sound = noise(2 * seed + c, 1, 0.1);
    buffer.copyToChannel(
      Float32Array.from({ length }, (_, n) => sound(n, length)),
      c,
    );
  }
  return buffer;
}
const BUFFERS = Array.from({ length: SLOTS }, (_, seed) => noiseBuffer(seed));

type Wave = Float32Array;

/** Milliseconds for thirty seconds, the fastest of seven, and what came out of the last. */
async function timed(render: () => Promise<Wave>): Promise<{ ms: number; wave: Wave }> {
  const spent: number[] = [];
  let wave: Wave = new Float32Array();
  for (let turn = 0; turn < 7; turn++) {
    const from = performance.now();
    wave = await render();
    spent.push(performance.now() - from);
  }
  return { ms: Math.min(...spent), wave };
}

/** Eight native sources through what `build` puts between them and the destination. */
function ours(
  build: (context: OfflineAudioContext, sources: AudioNode[]) => void,
  hasProcessors = true,
) {
  return timed(async () => {
    const context = new OfflineAudioContext(2, SECONDS * RATE, RATE);
    if (hasProcessors) await addProcessors(context);
    const sources = BUFFERS.map((buffer) => {
      const source = new AudioBufferSourceNode(context, { buffer, loop: true });
      source.start();
      return source;
    });
    build(context, sources);
    return (await context.startRendering()).getChannelData(0);
  });
}

/** Eight of Tone's players through what `build` puts between them and the destination. */
function tones(build: (players: Player[]) => Promise<void> | void) {
  return timed(async () => {
    const rendered = await Offline(
      async () => {
        const players = BUFFERS.map((buffer) => {
          const player = new Player({ url: new ToneAudioBuffer(buffer), loop: true });
          player.start(0);
          return player;
        });
        await build(players);
      },
      SECONDS,
      2,
      RATE,
    );
    return rendered.get()!.getChannelData(0);
  });
}

const sendAll = (players: Player[], effect: ToneAudioNode) => {
  effect.toDestination();
  for (const player of players) player.connect(effect);
};

const slots = (effects: SlotEffects) => (context: OfflineAudioContext, sources: AudioNode[]) => {
  const bus = new EffectsBus(context, context.destination);
  bus.setTempo(2, 0);
  for (const source of sources) new SlotChain(context, source, context.destination, bus, effects);
  bus.begin();
};

/** Two renderings of the same: how far one is from the other, in dB under it. −300 stands for equal to the bit. */
async function repeated(render: () => Promise<{ wave: Wave }>): Promise<number> {
  const [a, b] = [(await render()).wave, (await render()).wave];
  const rest = a.map((sample, n) => sample - b[n]!);
  return Math.max(-300, toDb(rms(rest) / rms(a)));
}

/** What each way costs in milliseconds for thirty seconds, and how far two renderings of it are apart. */
export async function toneCosts(): Promise<{ name: string; ms: number; apartDb?: number }[]> {
  const dry = (await ours(slots({}))).ms;
  const dryTone = (await tones((players) => players.forEach((one) => void one.toDestination()))).ms;
  const list: { name: string; ms: number; apartDb?: number }[] = [
    { name: 'eight loops alone', ms: dry },
    { name: 'eight of Tone.Player alone', ms: dryTone },
  ];
  const add = async (
    name: string,
    base: number,
    render: () => Promise<{ ms: number; wave: Wave }>,
  ) => {
    const { ms } = await render();
    list.push({ name, ms: ms - base, apartDb: await repeated(render) });
  };
  await add('cuts and pan of eight slots: ours', dry, () => ours(slots(CUTS)));
  await add('cuts and pan of eight slots: the browser’s nodes', dry, () =>
    ours(slots(CUTS), false),
  );
  await add('cuts and pan of eight slots: Tone.Filter, Tone.Panner', dryTone, () =>
    tones((players) => {
      for (const player of players) {
        const low = new Filter({ type: 'highpass', frequency: 100, rolloff: -12 });
        const high = new Filter({ type: 'lowpass', frequency: 8000, rolloff: -12 });
        player.chain(low, high, new Panner({ pan: 0.3, channelCount: 2 }).toDestination());
      }
    }),
  );
  await add('one reverb of eight sends: ours', dry, () => ours(slots({ reverb: 0.3 })));
  await add('one reverb of eight sends: the browser’s nodes', dry, () =>
    ours(slots({ reverb: 0.3 }), false),
  );
  await add('one reverb of eight sends: Tone.Reverb', dryTone, () =>
    tones(async (players) => {
      const reverb = new Reverb({ decay: 1.7, wet: 0.3 });
      await reverb.ready;
      sendAll(players, reverb);
    }),
  );
  await add('one reverb of eight sends: Tone.Freeverb', dryTone, () =>
    tones((players) => sendAll(players, new Freeverb({ roomSize: 0.7, wet: 0.3 }))),
  );
  await add('one reverb of eight sends: Tone.JCReverb', dryTone, () =>
    tones((players) => sendAll(players, new JCReverb({ roomSize: 0.7, wet: 0.3 }))),
  );
  await add('one delay of eight sends: ours', dry, () => ours(slots({ delay: 0.3 })));
  await add('one delay of eight sends: the browser’s nodes', dry, () =>
    ours(slots({ delay: 0.3 }), false),
  );
  await add('one delay of eight sends: Tone.PingPongDelay', dryTone, () =>
    tones((players) =>
      sendAll(players, new PingPongDelay({ delayTime: 0.375, feedback: 0.42, wet: 0.3 })),
    ),
  );
  await add('every effect in every slot: ours', dry, () =>
    ours(slots({ ...CUTS, reverb: 0.3, delay: 0.3 })),
  );
  await add('every effect in every slot: the browser’s nodes', dry, () =>
    ours(slots({ ...CUTS, reverb: 0.3, delay: 0.3 }), false),
  );
  return list;
}

/** Frames on which something begins after at least a tenth of a second of silence. */
function onsetsOf(wave: Wave): number[] {
  const onsets: number[] = [];
  let quiet = RATE;
  for (let n = 0; n < wave.length; n++) {
    if (Math.abs(wave[n]!) > 1e-7) {
      if (quiet > RATE / 10) onsets.push(n);
      quiet = 0;
    } else quiet += 1;
  }
  return onsets;
}

/** Worst distance of a click from its beat in frames, and milliseconds, over thirty seconds at 126.25 bpm. */
export async function metronomes() {
  const bps = 126.25 / 60;
  const perBar = barFrames(16, bps);
  const beats = Array.from({ length: 4 * Math.floor((SECONDS * RATE) / perBar) }, (_, beat) =>
    Math.round((beat * perBar) / 4),
  );
  const judge = ({ ms, wave }: { ms: number; wave: Wave }) => {
    const onsets = onsetsOf(wave);
    const first = onsets[0] ?? 0;
    const off = beats.map((beat, index) => Math.abs((onsets[index] ?? 0) - first - beat));
    return { ms, count: onsets.length, off: Math.max(...off) };
  };
  const mine = await timed(async () => {
    const context = new OfflineAudioContext(1, SECONDS * RATE, RATE);
    const metronome = new Metronome(context.destination);
    metronome.run({ originFrame: 0, bps, barLength: 16 }, 0, SECONDS * RATE);
    for (let sec = 1; sec < SECONDS; sec++) {
      void context.suspend(sec).then(() => {
        metronome.tick();
        return context.resume();
      });
    }
    return (await context.startRendering()).getChannelData(0);
  });
  const transport = (makeClick: () => (time: number) => void) =>
    timed(async () => {
      const rendered = await Offline(
        () => {
          const click = makeClick();
          const clock = getTransport();
          // The tempo at which a bar is a whole number of frames, as the grid has it.
          clock.bpm.value = (240 * RATE) / perBar;
          clock.scheduleRepeat(click, '4n');
          clock.start(0);
        },
        SECONDS,
        1,
        RATE,
      );
      return rendered.get()!.getChannelData(0);
    });
  const synth = await transport(() => {
    const voice = new Synth({
      envelope: { attack: 0.001, decay: 0.03, sustain: 0, release: 0.01 },
    });
    voice.toDestination();
    return (time) => voice.triggerAttackRelease(1174.7, 0.04, time);
  });
  const sample = await transport(() => {
    const wave = Float32Array.from({ length: 1920 }, (_, n) => Math.sin(0.15 * (n + 1)) * 0.4);
    const player = new Player({ url: ToneAudioBuffer.fromArray(wave) }).toDestination();
    return (time) => player.start(time);
  });
  return { ours: judge(mine), synth: judge(synth), player: judge(sample) };
}

/** Milliseconds of the page's time to read ten rows once, and bytes that stay behind for the collector. */
export async function meterCosts() {
  const context = new AudioContext({ sampleRate: RATE });
  const rows = 10;
  const memory = () =>
    (performance as unknown as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0;
  const measure = (read: () => void) => {
    const turns = 2000;
    for (let turn = 0; turn < 200; turn++) read();
    const bytes = memory();
    const from = performance.now();
    for (let turn = 0; turn < turns; turn++) read();
    return { ms: (performance.now() - from) / turns, bytes: (memory() - bytes) / turns };
  };
  const native = Array.from({ length: rows }, () => new AnalyserNode(context, { fftSize: 512 }));
  const wave = new Float32Array(512);
  const bytes = new Uint8Array(256);
  const own = measure(() => {
    for (const node of native) {
      node.getByteFrequencyData(bytes);
      node.getFloatTimeDomainData(wave);
    }
  });
  const analysers = Array.from(
    { length: 2 * rows },
    (_, at) => new Analyser(at % 2 ? 'fft' : 'waveform', at % 2 ? 256 : 512),
  );
  const analyser = measure(() => {
    for (const node of analysers) node.getValue();
  });
  const meters = Array.from({ length: rows }, () => new Meter());
  const meter = measure(() => {
    for (const node of meters) node.getValue();
  });
  await context.close();
  getContext().dispose();
  return { own, analyser, meter };
}
