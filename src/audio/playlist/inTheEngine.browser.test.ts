import { afterEach, expect, it } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { sine } from '../../../tests/audio/loops.ts';
import { makeTrack, rifffEntry, secondOf, trackEntry } from '../../../tests/audio/offlineList.ts';
import { createEngine } from '../engine/createEngine.ts';
import type { Engine } from '../engine/Engine.ts';
import { MASTER_ROW } from '../engine/telemetry.ts';
import { playlist } from '../state/playlist.ts';
import { transport } from '../state/transport.ts';

let engine: Engine | null = null;
afterEach(async () => {
  await engine?.dispose();
  engine = null;
});

it('is heard alone: the list pauses the player and the player the list, which pages do not stop', async () => {
  await gesture();
  engine = createEngine();
  const { telemetry } = engine;
  const sample = () => {
    telemetry.sample();
    return telemetry;
  };
  const [other, rifff] = [300, 340].map((hz) => secondOf(hz));
  const track = await makeTrack('flac', 48_000, 48_000, sine(500));
  await engine.setRifff(other!);
  await engine.play();
  const list = await engine.playlist();
  list.setEntries('list', [
    rifffEntry(rifff!, { loopCount: 64 }),
    trackEntry(track, { loopCount: 9 }),
  ]);
  await list.play(0);
  expect([transport.status, playlist.status, playlist.hasTelemetry]).toEqual([
    'paused',
    'playing',
    true,
  ]);
  await expect.poll(() => sample().levels[0]).toBeGreaterThan(0.05);
  expect([telemetry.isPlaying, telemetry.isList, telemetry.bars]).toEqual([true, true, 8]);
  await expect.poll(() => sample().phase, { interval: 20 }).toBeGreaterThan(0.3);

  engine.pause();
  engine.stop();
  await engine.setRifff(null);
  expect(playlist.status).toBe('playing');
  await engine.setRifff(other!);
  await engine.play();
  const pausedSec = list.positionSec();
  expect([transport.status, playlist.status, playlist.hasTelemetry]).toEqual([
    'playing',
    'paused',
    false,
  ]);
  await expect.poll(() => sample().isPlaying).toBe(true);
  expect(telemetry.isList).toBe(false);

  await list.resume();
  expect([transport.status, playlist.status]).toEqual(['paused', 'playing']);
  expect(list.positionSec()).toBeGreaterThanOrEqual(pausedSec);
  expect(list.positionSec()).toBeLessThan(pausedSec + 1);
  list.pause();
  sample();
  // Rings stand where it was paused.
  expect([telemetry.isPlaying, telemetry.isList]).toEqual([false, true]);
  expect(telemetry.phase).toBeCloseTo(list.positionSec() % 1, 3);

  await list.resume();
  await list.skip(1);
  // A track has no rings to turn; the meters of the master show it.
  await expect.poll(() => sample().isPlaying).toBe(false);
  await expect.poll(() => sample().levels[MASTER_ROW]).toBeGreaterThan(0.05);
  expect([telemetry.isPlaying, telemetry.levels[0], playlist.index]).toEqual([false, 0, 1]);
  const field = await engine.field();
  await field.start();
  expect(playlist.status).toBe('paused');
  await list.resume();
  expect(playlist.status).toBe('playing');
  list.stop();
  expect([playlist.status, playlist.activeId, playlist.hasTelemetry]).toEqual([
    'stopped',
    null,
    false,
  ]);
  field.leave();
});
