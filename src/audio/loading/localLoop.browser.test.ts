import { afterEach, describe, expect, it } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { makeRifff, sine } from '../../../tests/audio/loops.ts';
import { farthest, SHAPE, SHAPED_16THS, shapedSound } from '../../../tests/support/shapedSound.ts';
import { LOOP_PEAK_BINS } from '../../data/contract/constants.ts';
import { LoopSchema } from '../../data/contract/loop.ts';
import { decodeBytes } from '../../data/contract/loopData.ts';
import { loopFrames } from '../../data/rules/time/timing.ts';
import { createEngine } from '../engine/createEngine.ts';
import type { Engine } from '../engine/Engine.ts';
import { transport } from '../state/transport.ts';
import type { NewLoop, SoundSamples } from '../studio/Studio.ts';
import { createLocalLoop, localSound } from './localLoop.ts';
import { deletePcm, getPcm, listPcm } from './pcmStore.ts';

const about: NewLoop = {
  name: 'Kitchen table',
  category: 'drums',
  bps: 2.1,
  barLength: 16,
  length16ths: 16,
  userName: 'test',
  root: 3,
  scale: 5,
};
const FRAMES = loopFrames(about.length16ths, about.bps, 48_000);

function samplesOf(frames: number, channels = 2): SoundSamples {
  const sound = sine(220, 0.4);
  return {
    channels: Array.from({ length: channels }, (_, c) =>
      Float32Array.from({ length: frames }, (_, n) => sound(n, frames) / (c + 1)),
    ),
    sampleRate: 48_000,
  };
}

let engine: Engine | null = null;
const made: string[] = [];
afterEach(async () => {
  await engine?.dispose();
  engine = null;
  await Promise.all(made.splice(0).map(deletePcm));
});

const keep = async (samples: SoundSamples, change: Partial<NewLoop> = {}) => {
  const loop = await createLocalLoop(samples, { ...about, ...change });
  made.push(loop._id);
  return loop;
};

/** What another page finds in the database: nothing of this module's memory takes part. */
function readElsewhere(loopId: string): Promise<SoundSamples | undefined> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('rondo-sounds');
    asked.onerror = () => reject(asked.error);
    asked.onsuccess = () => {
      const read = asked.result.transaction('sounds').objectStore('sounds').get(loopId);
      read.onerror = () => reject(read.error);
      read.onsuccess = () => {
        asked.result.close();
        resolve(read.result as SoundSamples | undefined);
      };
    };
  });
}

/**
 * Closes this module's connection, as a reload does: a newer version asks for the database, every other connection
 * gives way, and the newer version is taken back.
 */
function closeConnections(): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open('rondo-sounds', 2);
    asked.onupgradeneeded = () => asked.transaction!.abort();
    asked.onblocked = () => reject(new Error('a connection did not give way'));
    asked.onsuccess = () => reject(new Error('the newer version was not taken back'));
    asked.onerror = () => resolve();
  });
}

describe('a loop that was made on this device', () => {
  it('is a document without a file, measured, whose samples are kept to the bit', async () => {
    const samples = samplesOf(FRAMES);
    const loop = await keep(samples);
    expect(LoopSchema.parse(loop)).toEqual(loop);
    expect(loop).toMatchObject({ frames: FRAMES, sampleRate: 48_000, startOffsetSamples: 0 });
    expect(loop).toMatchObject({ name: 'Kitchen table', root: 3, scale: 5, category: 'drums' });
    expect(loop.cdn_attachments).toBeUndefined();
    expect(loop.url).toBeUndefined();
    expect(decodeBytes(loop.peaks)).toHaveLength(LOOP_PEAK_BINS);
    expect(loop.loudnessLufs).toBeGreaterThan(-20);
    expect(loop.loudnessLufs).toBeLessThan(-6);
    expect((await readElsewhere(loop._id))?.channels).toEqual(samples.channels);
    expect(await listPcm()).toContain(loop._id);
    await deletePcm(loop._id);
    expect(await readElsewhere(loop._id)).toBeUndefined();
    expect(await localSound(loop._id)).toBeNull();
  });

  it('refuses samples that are not one pass of the declared length', async () => {
    const before = await listPcm();
    for (const samples of [
      samplesOf(FRAMES - 1),
      samplesOf(FRAMES + 1),
      { ...samplesOf(FRAMES), sampleRate: 44_100 },
      { channels: [], sampleRate: 48_000 },
    ]) {
      await expect(createLocalLoop(samples, about)).rejects.toThrow(RangeError);
    }
    expect(await listPcm()).toEqual(before);
  });

  it('has the spectral shape that the server finds in the same sound', async () => {
    const channels = shapedSound();
    const length16ths = SHAPED_16THS;
    const loop = await keep({ channels, sampleRate: 48_000 }, { bps: 2, length16ths });
    for (const name of ['flatness', 'crest', 'timbre'] as const) {
      expect(farthest(decodeBytes(loop[name]), SHAPE[name]), name).toBeLessThanOrEqual(1);
    }
  });

  it('says nothing of the loudness of silence', async () => {
    const loop = await keep({ channels: [new Float32Array(FRAMES)], sampleRate: 48_000 });
    expect(loop.loudnessLufs).toBeUndefined();
  });

  it('plays in the engine from this device', async () => {
    await gesture();
    engine = createEngine();
    const loop = await keep(samplesOf(FRAMES, 1));
    await engine.setRifff(makeRifff([loop]));
    expect(transport).toMatchObject({ load: 'ready', failedSlots: [] });
    await engine.play();
    const { telemetry } = engine;
    const level = () => {
      telemetry.sample();
      return telemetry.levels[0];
    };
    await expect.poll(level).toBeGreaterThan(0.05);
  });

  it('is there again after the database was closed and opened anew', async () => {
    const samples = samplesOf(FRAMES);
    const loop = await keep(samples);
    await closeConnections();
    expect((await getPcm(loop._id))?.channels).toEqual(samples.channels);
    const buffer = await localSound(loop._id);
    expect(buffer?.length).toBe(FRAMES);
    expect(buffer?.getChannelData(1)).toEqual(samples.channels[1]);
    const next = await keep(samplesOf(FRAMES));
    expect(await listPcm()).toEqual(expect.arrayContaining([loop._id, next._id]));
  });
});
