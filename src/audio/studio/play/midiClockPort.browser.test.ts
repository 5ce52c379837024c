import { afterEach, describe, expect, it } from 'vitest';
import { gesture } from '../../../../tests/audio/gesture.ts';
import { inRealTime } from '../../../../tests/support/realTime.ts';
import { patchMidi, play } from '../../state/play.ts';
import type { StudioHost } from '../host.ts';
import { MidiClockPort } from './midiClockPort.ts';

const BEAT = { originFrame: 0, bps: 2, barLength: 16, bars: 8 };

let context: AudioContext | null = null;
afterEach(async () => {
  patchMidi({ clockOutput: '', clockSource: '' });
  patchMidi({ isClockSent: false, clockBps: null, isClockRunning: false });
  await context?.close();
  context = null;
});

/** A running context, with a rifff on its grid that a test can silence. */
async function setUp() {
  await gesture();
  const running = new AudioContext({ sampleRate: 48_000 });
  context = running;
  await running.resume();
  const ticks = new Set<() => void>();
  let grid: typeof BEAT | null = {
    ...BEAT,
    originFrame: Math.round(running.currentTime * 48_000) + 4800,
  };
  const host: Pick<StudioHost, 'open' | 'gridAt' | 'onTick'> = {
    open: async () => ({
      context: running,
      output: running.destination,
      instruments: new GainNode(running),
    }),
    gridAt: () => grid,
    onTick: (listener) => {
      ticks.add(listener);
      return () => ticks.delete(listener);
    },
  };
  const sent: { bytes: number[]; atMs: number; aheadMs: number }[] = [];
  const output = {
    send: (bytes: Iterable<number>, atMs = performance.now()) =>
      void sent.push({ bytes: [...bytes], atMs, aheadMs: atMs - performance.now() }),
  };
  const run = async (ms: number) => {
    const until = performance.now() + ms;
    while (performance.now() < until) {
      for (const tick of ticks) tick();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const silence = () => {
    grid = null;
  };
  return { port: new MidiClockPort(host), sent, output, run, silence, ticks };
}

describe('the MIDI clock that is sent', () => {
  inRealTime(
    'goes to the port that was chosen alone, and stops one that is chosen no more',
    async () => {
      const { port, run } = await setUp();
      const heard = { a: [] as number[], b: [] as number[] };
      const into = (id: 'a' | 'b') => ({
        id,
        send: (bytes: Iterable<number>) => void heard[id].push([...bytes][0]!),
      });
      port.setOutputs([into('a'), into('b')]);
      port.choose({ output: 'a' });
      await port.send(true);
      await run(500);
      expect(heard.a.length).toBeGreaterThan(5);
      expect(heard.b).toEqual([]);
      port.choose({ output: 'b' });
      expect(heard.a.at(-1)).toBe(0xfc);
      const { length } = heard.a;
      await run(500);
      expect(heard.a).toHaveLength(length);
      expect(heard.b).toContain(0xf8);
    },
  );

  inRealTime(
    'starts with the music, is stamped ahead and evenly, and stops with it',
    async () => {
      const { port, sent, output, run, silence } = await setUp();
      port.setOutputs([output]);
      await port.send(true);
      expect(play.midi.isClockSent).toBe(true);
      await run(1500);
      silence();
      await run(200);
      const kinds = sent.map(({ bytes }) => bytes[0]);
      expect(kinds[0]).toBe(0xfa);
      expect(kinds.at(-1)).toBe(0xfc);
      const ticks = sent.filter(({ bytes }) => bytes[0] === 0xf8);
      expect(ticks.length).toBeGreaterThan(40);
      const gaps = ticks.slice(1).map(({ atMs }, i) => atMs - ticks[i]!.atMs);
      const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
      expect(mean).toBeCloseTo(1000 / 48, 0);
      // The first may be late where the page was held up; the others are handed over before their time.
      const late = ticks.filter(({ aheadMs }) => aheadMs < 0).length;
      expect(late / ticks.length).toBeLessThan(0.2);
    },
    // Sound that stands still for 36 ms makes each of the 70 gaps half a millisecond longer.
    25,
  );

  it('stops the hardware when it is switched off, and lays nothing more', async () => {
    const { port, sent, output, run, ticks } = await setUp();
    port.setOutputs([output]);
    await port.send(true);
    await run(400);
    await port.send(false);
    expect(sent.at(-1)!.bytes).toEqual([0xfc]);
    expect(ticks.size).toBe(0);
    expect(play.midi.isClockSent).toBe(false);
  });
});

describe('the MIDI clock that comes in', () => {
  it('tells tempo and place of the hardware that ticked last', async () => {
    const { port } = await setUp();
    const fromMs = performance.now() - 1000;
    port.hear('1', [0xfa], fromMs);
    for (let i = 0; i < 49; i++) port.hear('1', [0xf8], fromMs + (i * 1000) / 48);
    expect(play.midi.clockBps).toBeCloseTo(2, 3);
    expect(play.midi.isClockRunning).toBe(true);
    const place = port.place()!;
    expect(place.bps).toBeCloseTo(2, 6);
    expect(place.originMs).toBeCloseTo(fromMs, 6);
    port.hear('1', [0xfc], fromMs + 1010);
    expect(play.midi.isClockRunning).toBe(false);
  });
});
