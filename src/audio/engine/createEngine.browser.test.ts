import { afterEach, describe, expect, it } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { deleteLoop, setSlotOn } from '../../data/rules/draft/draft.ts';
import { transport } from '../state/transport.ts';
import { createEngine } from './createEngine.ts';
import type { Engine } from './Engine.ts';

let engine: Engine | null = null;
afterEach(async () => {
  await engine?.dispose();
  engine = null;
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the engine', () => {
  it('plays a rifff of eight loops and says where it is', async () => {
    await gesture();
    engine = createEngine();
    const rifff = makeRifff(
      [16, 32, 24, 16, 64, 16, 12, 16].map((length16ths, i) =>
        makeLoop({ sound: sine(100 * (i + 1), 0.1), length16ths }),
      ),
    );
    await engine.setRifff(rifff);
    expect(transport.load).toBe('ready');
    await engine.play();
    await wait(700);
    engine.telemetry.sample();
    expect(engine.telemetry.isPlaying).toBe(true);
    expect(engine.telemetry.beat).toBe(1);
    for (let slot = 0; slot < 8; slot++)
      expect(engine.telemetry.levels[slot]).toBeGreaterThan(0.05);
    expect(engine.telemetry.levels[9]).toBeGreaterThan(0.05);
    await engine.setRifff(setSlotOn(deleteLoop(rifff, 7), 0, false));
    await wait(300);
    engine.telemetry.sample();
    expect(engine.telemetry.levels[0]).toBe(0);
    expect(engine.telemetry.levels[7]).toBe(0);
    expect(engine.telemetry.levels[3]).toBeGreaterThan(0.05);
    engine.stop();
    await wait(100);
    engine.telemetry.sample();
    expect(engine.telemetry.phase).toBe(0);
    expect(transport.status).toBe('stopped');
  });
});
