import { describe, expect, it } from 'vitest';
import { RATE, rms, toDb } from '../../../tests/audio/offline.ts';
import { truePeakDb } from '../../dsp/truePeak.ts';
import { CEILING_DBTP, createMaster } from './master.ts';

const FRAMES = 2 * RATE;

/** Two seconds of a 997 Hz sine through the master at 0 dB. */
async function through(amplitude: number, hasWorklet: boolean): Promise<Float32Array> {
  const context = new OfflineAudioContext(2, FRAMES, RATE);
  // What a page without HTTPS finds.
  if (!hasWorklet) Object.defineProperty(context, 'audioWorklet', { value: undefined });
  const master = await createMaster(context, 0);
  expect(master.limiter).toBe(hasWorklet ? 'worklet' : 'native');
  const buffer = new AudioBuffer({ length: FRAMES, sampleRate: RATE });
  const wave = Float32Array.from(
    { length: FRAMES },
    (_, n) => amplitude * Math.sin((2 * Math.PI * 997 * n) / RATE),
  );
  buffer.copyToChannel(wave, 0);
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(master.input);
  source.start();
  return (await context.startRendering()).getChannelData(0);
}

describe.each([
  ['our limiter', true, 0],
  // Without a detector of true peaks the tips between samples may stand this much over the ceiling.
  ['without AudioWorklet', false, 0.1],
])('%s', (name, hasWorklet, overDb) => {
  it('holds a sine of +12 dBFS at the ceiling, from its first sample', async () => {
    const wave = await through(4, hasWorklet);
    const peakDb = truePeakDb([wave.slice(RATE / 2, (3 * RATE) / 2)]);
    console.info(`${name}: true peak of +12 dBFS ${peakDb.toFixed(2)} dBTP`);
    expect(peakDb).toBeLessThanOrEqual(CEILING_DBTP + overDb);
    expect(toDb(wave.reduce((most, x) => Math.max(most, Math.abs(x)), 0))).toBeLessThanOrEqual(
      CEILING_DBTP + 0.01,
    );
    expect(peakDb).toBeGreaterThan(CEILING_DBTP - 1);
  });

  it('lets −12 dBFS through as it is', async () => {
    const wave = await through(0.25, hasWorklet);
    const gainDb = toDb(rms(wave, RATE, 2 * RATE) / (0.25 / Math.SQRT2));
    expect(Math.abs(gainDb)).toBeLessThan(0.05);
  });
});
