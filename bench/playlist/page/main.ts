/** Measures lists in a page of their own: what lies between two entries, and what is held over two hundred. */
import { PatternMaker } from '../../../src/audio/loading/patternMaker.ts';
import { Playlist } from '../../../src/audio/playlist/playlist.ts';
import type { Track } from '../../../src/data/contract/uploads.ts';
import type { PlaylistEntry } from '../../../src/data/rules/playlist/entry.ts';
import { makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import {
  makeTrack,
  openLists,
  rifffEntry,
  secondOf,
  trackEntry,
} from '../../../tests/audio/offlineList.ts';

const RATE = 48_000;
/** A level without any wave: where it is missing, nothing sounds. */
const LEVEL = 0.25;
const level = () => LEVEL;

const RECORDER = `
registerProcessor('wave', class extends AudioWorkletProcessor {
  constructor(options) {
    super();
    this.wave = new Float32Array(options.processorOptions.frames);
    this.at = 0;
    this.port.onmessage = () => this.port.postMessage(this.wave.subarray(0, this.at));
  }
  process([input]) {
    const wave = input[0] ?? new Float32Array(128);
    this.wave.set(wave.subarray(0, Math.max(0, this.wave.length - this.at)), this.at);
    this.at = Math.min(this.wave.length, this.at + wave.length);
    return true;
  }
});`;

/** Records one channel of what connects to `input`, in the audio thread. */
async function openRecorder(context: AudioContext, seconds: number) {
  const url = URL.createObjectURL(new Blob([RECORDER], { type: 'text/javascript' }));
  await context.audioWorklet.addModule(url);
  const input = new AudioWorkletNode(context, 'wave', {
    channelCount: 1,
    channelCountMode: 'explicit',
    processorOptions: { frames: seconds * RATE },
  });
  input.connect(context.destination);
  const read = () =>
    new Promise<Float32Array>((resolve) => {
      input.port.onmessage = ({ data }) => resolve(data);
      input.port.postMessage('read');
    });
  return { input, read };
}

/** Frames of each stretch below half of the level, between the first and the last sound. */
function gapsOf(wave: Float32Array): number[] {
  const isLow = (x: number) => Math.abs(x) < LEVEL / 2;
  const first = wave.findIndex((x) => !isLow(x));
  const last = wave.findLastIndex((x) => !isLow(x));
  const gaps: number[] = [];
  for (let n = first, low = 0; n <= last; n++) {
    if (isLow(wave[n]!)) low += 1;
    else if (low > 0) {
      gaps.push(low);
      low = 0;
    }
  }
  return gaps;
}

interface Seams {
  readonly gaps: number[];
  readonly seams: number;
}

/** Plays five entries of a second each, live. */
async function ours(tracks: readonly Track[]): Promise<Seams> {
  const context = new AudioContext({ sampleRate: RATE });
  await context.resume();
  const { input, read } = await openRecorder(context, 10);
  const maker = new PatternMaker();
  const timers: ReturnType<typeof setInterval>[] = [];
  const list = new Playlist({
    open: async () => ({ context, output: input }),
    maker,
    hush: () => undefined,
    hold: () => () => undefined,
    onTick(listener) {
      timers.push(setInterval(listener, 50));
      return () => undefined;
    },
    listen: () => undefined,
  });
  const rifff = () =>
    rifffEntry(makeRifff([makeLoop({ sound: level, bps: 8, barLength: 4, length16ths: 32 })]));
  const track = (n: number) => trackEntry(tracks[n]!);
  const entries = [rifff(), track(0), track(1), rifff(), rifff(), track(0)];
  list.setEntries('bench', entries);
  await list.play(0);
  await new Promise((resolve) => setTimeout(resolve, 1000 * (entries.length + 0.6)));
  const gaps = gapsOf(await read());
  for (const timer of timers) clearInterval(timer);
  maker.dispose();
  await context.close();
  return { gaps, seams: entries.length - 1 };
}

/** The same tracks by audio elements in a row, each loaded before it is due and begun when the one before says it ended. */
async function elements(tracks: readonly Track[]): Promise<Seams> {
  const context = new AudioContext({ sampleRate: RATE });
  await context.resume();
  const { input, read } = await openRecorder(context, 12);
  const order = [0, 1, 0, 1, 0, 1];
  const players = order.map((n) => {
    const audio = new Audio(tracks[n]!.url);
    audio.preload = 'auto';
    context.createMediaElementSource(audio).connect(input);
    return audio;
  });
  await Promise.all(
    players.map(
      (audio) =>
        new Promise((resolve) => audio.addEventListener('canplaythrough', resolve, { once: true })),
    ),
  );
  for (const audio of players) {
    const ended = new Promise((resolve) => audio.addEventListener('ended', resolve));
    await audio.play();
    await ended;
  }
  const gaps = gapsOf(await read());
  await context.close();
  return { gaps, seams: order.length - 1 };
}

const bench = {
  /** What lies between entries: ours, and audio elements in a row. */
  async seams() {
    const tracks = await Promise.all([
      makeTrack('flac', 48_000, 48_000, level),
      makeTrack('flac', 44_100, 44_100, level),
    ]);
    return { ours: await ours(tracks), elements: await elements(tracks) };
  },

  /** Plays two hundred entries; bytes of decoded audio as each begins, the list's alone and with the cache. */
  async memory() {
    const lists = openLists();
    const rifffs = Array.from({ length: 10 }, (_, n) => secondOf(300 + 10 * n));
    const tracks = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        makeTrack(n % 2 ? 'flac' : 'ogg', n % 3 ? 44_100 : 48_000, 9 * 44_100, sine(900 + n)),
      ),
    );
    const entries: PlaylistEntry[] = Array.from({ length: 200 }, (_, n) =>
      n % 2 ? trackEntry(tracks[((n - 1) / 2) % 10]!) : rifffEntry(rifffs[(n / 2) % 10]!),
    );
    const seconds = entries.reduce((sum, { durationSeconds }) => sum + durationSeconds, 1);
    const own: number[] = [];
    const all: number[] = [];
    const { tookSec } = await lists.render(entries, Math.ceil(seconds), {
      move(sec, list) {
        // Which entry it is follows from the time: each pair lasts as long.
        const n = Math.min(199, Math.floor((sec * 200) / seconds));
        own[n] = Math.max(own[n] ?? 0, list.heldBytes);
        all[n] = Math.max(all[n] ?? 0, list.heldBytes + lists.maker.bytes);
      },
    });
    lists.close();
    const filled = (figures: number[]) => Array.from(figures, (bytes) => bytes ?? 0);
    return { own: filled(own), all: filled(all), speed: seconds / tookSec };
  },
};

declare global {
  interface Window {
    playlistBench?: typeof bench;
  }
}

window.playlistBench = bench;
