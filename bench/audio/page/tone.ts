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
import { barFrames } from '../../../src/data/rules/time/timing.ts';
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

/** Eight native sources through what `build` puts between them and the destination. */
function ours(
  build: (context: OfflineAudioContext, sources: AudioNode[]) => void,
  hasProcessors = true,
) {
  return async () => {
    const context = new OfflineAudioContext(2, SECONDS * RATE, RATE);
    if (hasProcessors) await addProcessors(context);
    const sources = BUFFERS.map((buffer) => {
      const source = new AudioBufferSourceNode(context, { buffer, loop: true });
      source.start();
      return source;
    });
    build(context, sources);
    return (await context.startRendering()).getChannelData(0);
  };
}

/** Eight of Tone's players through what `build` puts between them and the destination. */
function tones(build: (players: Player[]) => Promise<void> | void) {
  return async () => {
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
  };
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

const WET: SlotEffects = { ...CUTS, reverb: 0.3, delay: 0.3 };

/** Thirty seconds of each way. */
const CASES: Readonly<Record<string, () => Promise<Wave>>> = {
  'eight loops alone': ours(slots({})),
  'eight of Tone.Player alone': tones((players) => {
    for (const player of players) player.toDestination();
  }),
  'cuts and pan of eight slots: ours': ours(slots(CUTS)),
  'cuts and pan of eight slots: browser': ours(slots(CUTS), false),
  'cuts and pan of eight slots: Tone.Filter, Tone.Panner': tones((players) => {
    for (const player of players) {
      const low = new Filter({ type: 'highpass', frequency: 100, rolloff: -12 });
      const high = new Filter({ type: 'lowpass', frequency: 8000, rolloff: -12 });
      player.chain(low, high, new Panner({ pan: 0.3, channelCount: 2 }).toDestination());
    }
  }),
  'one reverb of eight sends: ours': ours(slots({ reverb: 0.3 })),
  'one reverb of eight sends: browser': ours(slots({ reverb: 0.3 }), false),
  'one reverb of eight sends: Tone.Reverb': tones(async (players) => {
    const reverb = new Reverb({ decay: 1.7, wet: 0.3 });
    await reverb.ready;
    sendAll(players, reverb);
  }),
  'one reverb of eight sends: Tone.Freeverb': tones((players) =>
    sendAll(players, new Freeverb({ roomSize: 0.7, wet: 0.3 })),
  ),
  'one reverb of eight sends: Tone.JCReverb': tones((players) =>
    sendAll(players, new JCReverb({ roomSize: 0.7, wet: 0.3 })),
  ),
  'one delay of eight sends: ours': ours(slots({ delay: 0.3 })),
  'one delay of eight sends: browser': ours(slots({ delay: 0.3 }), false),
  'one delay of eight sends: Tone.PingPongDelay': tones((players) =>
    sendAll(players, new PingPongDelay({ delayTime: 0.375, feedback: 0.42, wet: 0.3 })),
  ),
  'every effect in every slot: ours': ours(slots(WET)),
  'every effect in every slot: browser': ours(slots(WET), false),
  'metronome: ours': clicksOfOurs,
  'metronome: Tone.Transport, Tone.Synth': clicksOfTone(() => {
    const voice = new Synth({
      envelope: { attack: 0.001, decay: 0.03, sustain: 0, release: 0.01 },
    });
    voice.toDestination();
    return (time) => voice.triggerAttackRelease(1174.7, 0.04, time);
  }),
  'metronome: Tone.Transport, Tone.Player': clicksOfTone(() => {
    const wave = Float32Array.from({ length: 1920 }, (_, n) => Math.sin(0.15 * (n + 1)) * 0.4);
    const player = new Player({ url: ToneAudioBuffer.fromArray(wave) }).toDestination();
    return (time) => player.start(time);
  }),
};

/** What there is to compare. */
export const toneCases = (): string[] => Object.keys(CASES);

let last: { readonly name: string; readonly wave: Wave } | null = null;

/**
 * Renders a way once.
 * @returns how far it is from the rendering before it, in dB (−300 stands for equal to the bit), and for a metronome
 *   how many frames a click is off its beat at most
 */
export async function toneCase(name: string) {
  const wave = await CASES[name]!();
  const before = last?.name === name ? last.wave : wave;
  last = { name, wave };
  const rest = wave.map((sample, n) => sample - before[n]!);
  const apartDb = Math.max(-300, toDb(rms(rest) / rms(wave)));
  return { apartDb, framesOff: name.startsWith('metronome') ? framesOff(wave) : 0 };
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

const BPS = 126.25 / 60;
const BAR = barFrames(16, BPS);

/** Worst distance of a click from its beat in frames, over all beats that there are. */
function framesOff(wave: Wave): number {
  const onsets = onsetsOf(wave);
  const beats = 4 * Math.floor((SECONDS * RATE) / BAR);
  let worst = 0;
  for (let beat = 0; beat < beats; beat++) {
    const at = (onsets[beat] ?? 0) - onsets[0]!;
    worst = Math.max(worst, Math.abs(at - Math.round((beat * BAR) / 4)));
  }
  return worst;
}

async function clicksOfOurs(): Promise<Wave> {
  const context = new OfflineAudioContext(1, SECONDS * RATE, RATE);
  const metronome = new Metronome(context.destination);
  metronome.run({ originFrame: 0, bps: BPS, barLength: 16 }, 0, SECONDS * RATE);
  for (let sec = 1; sec < SECONDS; sec++) {
    void context.suspend(sec).then(() => {
      metronome.tick();
      return context.resume();
    });
  }
  return (await context.startRendering()).getChannelData(0);
}

function clicksOfTone(makeClick: () => (time: number) => void): () => Promise<Wave> {
  return async () => {
    const rendered = await Offline(
      () => {
        const click = makeClick();
        const clock = getTransport();
        // The tempo at which a bar is a whole number of frames, as the grid has it.
        clock.bpm.value = (240 * RATE) / BAR;
        clock.scheduleRepeat(click, '4n');
        clock.start(0);
      },
      SECONDS,
      1,
      RATE,
    );
    return rendered.get()!.getChannelData(0);
  };
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
