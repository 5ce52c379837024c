import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gesture } from '../../../../tests/audio/gesture.ts';
import { openRecordingPage } from '../../../../tests/audio/recordingPage.ts';
import { inRealTime } from '../../../../tests/support/realTime.ts';
import { createEngine } from '../../engine/createEngine.ts';
import type { Engine } from '../../engine/Engine.ts';
import { getPcm } from '../../loading/pcmStore.ts';
import {
  patchRecording,
  recording,
  showTakes,
  unfinishedRecordings,
} from '../../state/recording.ts';
import { dropJournal, getPieces, listJournals } from './journalStore.ts';
import type { Recorder } from './Recorder.ts';

let engine: Engine;
let recorder: Recorder;
const pages: { close(): void }[] = [];

/** The recorder of the next visit. */
async function visit(): Promise<void> {
  showTakes([]);
  patchRecording({ selectedTake: -1, message: null, recovered: 0 });
  engine = createEngine();
  recorder = (await engine.studio()).recorder;
  await recorder.restore();
}

/** A page that records the clicks of its own metronome at four beats a second, in bars of two beats. */
async function startElsewhere(barsOfPass = 4) {
  const page = await openRecordingPage();
  pages.push(page);
  await gesture(page.scope);
  page.recorder.setTakeLength(barsOfPass);
  page.recorder.setCountIn(false);
  page.recorder.setMetronome(true);
  page.recorder.setPlace({ rifffName: 'Draft', bps: 4, barLength: 8 });
  await page.recorder.toggle();
  return page;
}

beforeEach(() => localStorage.clear());
afterEach(async ({ task }) => {
  for (const page of pages.splice(0)) page.close();
  recorder.clear();
  await engine.dispose();
  vi.restoreAllMocks();
  const left = await listJournals();
  // What one test leaves is no other's.
  for (const { id } of left) await dropJournal(id);
  // One that broke off, as on a machine that stood still, leaves what it was about.
  if (task.result?.state !== 'fail') expect(left).toEqual([]);
});

describe('a recording whose page goes away', () => {
  inRealTime(
    'is a take at the next visit, as far as it had come in, on its beat and heard',
    async () => {
      const page = await startElsewhere(8);
      await expect.poll(() => page.recording.passBar, { interval: 20 }).toBeGreaterThanOrEqual(4);
      await new Promise((resolve) => setTimeout(resolve, 400));
      expect(unfinishedRecordings()).toHaveLength(1);
      page.close();
      await visit();
      expect(recording).toMatchObject({ numTakes: 1, recovered: 1 });
      const [take] = recording.takes;
      expect(take).toMatchObject({
        isRecovered: true,
        name: 'Take 1 on Draft',
        bps: 4,
        startBar: 0,
        isKept: true,
      });
      // Bars of half a second: no more than the last piece, of a second, is lost, and a bar under way is there as far
      // as it goes.
      expect(take!.keptBars).toBeGreaterThanOrEqual(2);
      expect(take!.bars).toBeGreaterThanOrEqual(take!.keptBars);
      expect(take!.peakDb).toBeGreaterThan(-40);
      const loop = await recorder.makeLoop(take!.id, 'test');
      const [wave] = (await getPcm(loop._id))!.channels as [Float32Array];
      // The metronome clicks on every beat: within each, the loudest is at its start, late by what was guessed.
      const beat = 12_000;
      for (let n = 1; n < take!.keptBars * 2; n++) {
        const around = wave.slice(n * beat - beat / 2, n * beat + beat / 2).map(Math.abs);
        const loudest = around.indexOf(Math.max(...around));
        expect(Math.abs(loudest - beat / 2)).toBeLessThan(0.1 * 48_000);
      }
      expect(await listJournals()).toEqual([]);
      expect(unfinishedRecordings()).toEqual([]);
    },
  );

  inRealTime('loses none of its earlier passes, and makes no take twice', async () => {
    const page = await startElsewhere(6);
    await expect.poll(() => page.recording.numTakes).toBeGreaterThanOrEqual(1);
    await expect.poll(() => page.recording.passBar, { interval: 20 }).toBeGreaterThanOrEqual(3);
    page.close();
    const [journal] = await listJournals();
    // It is written that a pass is a take once it is one: a page that closes in between leaves the pass to be found.
    // On a busy machine the page may have come further than its first pass.
    const { keptLaps, bars, grid, id } = journal!;
    expect(bars).toBe(6);
    // Pieces of the passes that are takes are gone, but for the moment before the next.
    const pieces = await getPieces(id);
    const firstFrames = pieces.map(({ firstFrame }) => firstFrame);
    const keptFrames = keptLaps * bars * 24_000;
    expect(Math.min(...firstFrames)).toBeGreaterThan(grid.originFrame + keptFrames - 96_000);
    await visit();
    const { takes } = recording;
    expect(takes.length).toBeGreaterThanOrEqual(2);
    expect(takes.map(({ number, startBar }) => [number, startBar])).toEqual(
      takes.map((_, at) => [at + 1, 6 * at]),
    );
    expect(takes.map(({ isRecovered }) => isRecovered === true)).toEqual(
      takes.map((_, at) => at >= keptLaps),
    );
    const numTakes = takes.length;
    await engine.dispose();
    await visit();
    expect(recording).toMatchObject({ numTakes, recovered: 0 });
  });

  it('is left alone while its page still records, and gone when that page has stopped', async () => {
    const page = await startElsewhere(8);
    await expect.poll(() => page.recording.passBar, { interval: 20 }).toBeGreaterThanOrEqual(1);
    await visit();
    expect(recording).toMatchObject({ numTakes: 0, recovered: 0 });
    expect(await listJournals()).toHaveLength(1);
    await page.recorder.stop();
    await expect.poll(listJournals).toEqual([]);
    await expect.poll(unfinishedRecordings).toEqual([]);
    await engine.dispose();
    await visit();
    expect(recording).toMatchObject({ numTakes: 1, recovered: 0 });
  });

  it('goes on in memory, and says so, when the device has no room for it', async () => {
    const page = await startElsewhere();
    await expect.poll(() => page.recording.passBar, { interval: 20 }).toBe(0);
    vi.spyOn(page.scope.console, 'error').mockImplementation(() => undefined);
    const full = () => {
      throw new page.scope.DOMException('The device is full', 'QuotaExceededError');
    };
    vi.spyOn(page.scope.IDBObjectStore.prototype, 'put').mockImplementation(full);
    await expect.poll(() => page.recording.message).toContain('in memory');
    expect(page.recording.recordingEnabled).toBe(true);
    await expect.poll(listJournals).toEqual([]);
    await expect.poll(() => page.recording.numTakes).toBe(1);
    expect(page.recording.takes[0]).toMatchObject({ bars: 4, isKept: false, isCut: false });
    const loop = await page.recorder.makeLoop(page.recording.takes[0]!.id, 'test');
    expect(loop.frames).toBe(96_000);
    page.close();
    await visit();
    expect(recording.numTakes).toBe(0);
  });
});
