import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gesture } from '../../../tests/audio/gesture.ts';
import { impulse, makeLoop, makeRifff } from '../../../tests/audio/loops.ts';
import { tapLoudspeaker } from '../../../tests/audio/recorder.ts';
import { inRealTime } from '../../../tests/support/realTime.ts';
import type { RoomTransport } from '../../data/contract/live.ts';
import type { Rifff } from '../../data/contract/rifff.ts';
import { DRIFT_FRAMES } from '../../data/rules/time/follow.ts';
import { transport as playing } from '../state/transport.ts';
import { createEngine } from './createEngine.ts';
import type { Engine } from './Engine.ts';
import type { RoomFollowing } from './InStep.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** The room's clock is this far ahead of the page's. */
const AHEAD_MS = 7_654_321;
const roomNow = () => performance.now() + AHEAD_MS;

let engine: Engine;
let tap: ReturnType<typeof tapLoudspeaker>;
let follower: RoomFollowing | null = null;
beforeEach(async () => {
  await gesture();
  tap = tapLoudspeaker();
  engine = createEngine();
  await engine.unlock();
});
afterEach(async () => {
  follower?.dispose();
  tap.release();
  await engine.dispose();
});

/** Impulses on every beat of 120 bpm. */
const beats = () => makeRifff([makeLoop({ sound: impulse(0.9), length16ths: 4 })]);

/** A room of these rifffs behind a line of 100 ms there and back and 20 ms jitter. */
function roomOf(...rifffs: Rifff[]) {
  const way = () => 50 + 20 * Math.random();
  return {
    async probe() {
      await wait(way());
      const atMs = roomNow();
      await wait(way());
      return { atMs };
    },
    async rifff(id: string) {
      const found = rifffs.find(({ _id }) => _id === id);
      if (!found) throw new Error('No such rifff');
      return found;
    },
  };
}

const transportOf = (rifff: Rifff, change: Partial<RoomTransport> = {}): RoomTransport => ({
  mode: 'together',
  host: null,
  rifffId: rifff._id,
  isPlaying: true,
  atMs: roomNow() - 61_234.5,
  phaseSec: 2,
  version: 1,
  ...change,
});

/** Ms by which what is heard is ahead of the room. */
function aheadMs(room: RoomTransport): number {
  const place = engine.inStep.place();
  if (!place?.playing) return Number.NaN;
  const { heard } = place;
  const roomSec = room.phaseSec + (heard.performanceMs + AHEAD_MS - room.atMs) / 1000;
  return ((heard.frame - place.playing.originFrame) / 48_000 - roomSec) * 1000;
}
const within = async (room: RoomTransport, ms: number, timeout: number) =>
  expect.poll(() => Math.abs(aheadMs(room)), { timeout, interval: 50 }).toBeLessThan(ms);

describe('listening together', () => {
  inRealTime('enters in the phase of the room, and what it plays is what it says', async () => {
    const rifff = beats();
    const room = transportOf(rifff);
    follower = await engine.followRoom(roomOf(rifff));
    await tap.start(60);
    follower.setTransport(room);
    await within(room, 15, 10_000);
    await wait(1500);
    console.info(`entered ${aheadMs(room).toFixed(1)} ms ahead of the room`);
    // A busy machine drops frames, and is spliced back.
    await within(room, 15, 10_000);
    const { wave } = await tap.stop();
    const hits = [...wave.keys()].filter((n) => wave[n]! > 0.3 && wave[n]! >= wave[n - 1]!);
    expect(hits.length).toBeGreaterThan(2);
    // Every beat once: the line's jitter moved nothing after it had entered.
    for (const [i, hit] of hits.slice(1).entries()) {
      expect(Math.abs(hit - hits[i]! - 24_000)).toBeLessThan(1300);
    }
    expect(playing.currentRifffId).toBe(rifff._id);
  });

  inRealTime('is spliced back when it has drifted', async () => {
    const rifff = beats();
    const room = transportOf(rifff);
    follower = await engine.followRoom(roomOf(rifff));
    follower.setTransport(room);
    await within(room, 15, 10_000);
    await wait(1500);
    const origin = () => engine.inStep.place()!.playing!.originFrame;
    const off = origin() + 1100;
    expect(engine.inStep.moveTo(off, 'now')).not.toBeNull();
    await expect.poll(origin).toBe(off);
    // Where it was before is no measure: a busy machine drops frames, and the room goes on without them.
    await expect.poll(() => Math.abs(origin() - off)).toBeGreaterThan(DRIFT_FRAMES);
    await within(room, 15, 20_000);
  });

  inRealTime('goes where the room goes: another place, another rifff, silence', async () => {
    const [first, second] = [beats(), beats()];
    follower = await engine.followRoom(roomOf(first, second));
    const room = transportOf(first);
    follower.setTransport(room);
    await within(room, 15, 10_000);
    const moved = { ...room, phaseSec: 2.7, version: 2 };
    follower.setTransport(moved);
    await within(moved, 15, 10_000);
    const other = transportOf(second, { phaseSec: 0.123, version: 3 });
    follower.setTransport(other);
    await expect.poll(() => playing.currentRifffId).toBe(second._id);
    await within(other, 15, 10_000);
    // An older one is never taken.
    follower.setTransport(room);
    await wait(600);
    expect(playing.currentRifffId).toBe(second._id);
    follower.setTransport({ ...other, isPlaying: false, version: 4 });
    await expect.poll(() => playing.status).toBe('stopped');
  });

  it('leaves the music alone while everyone plays by themselves', async () => {
    const rifff = beats();
    follower = await engine.followRoom(roomOf(rifff));
    follower.setTransport(transportOf(rifff, { mode: 'free' }));
    await wait(1000);
    expect(engine.inStep.place()?.playing).toBeNull();
    await engine.setRifff(rifff);
    await engine.play();
    const { originFrame } = engine.inStep.place()!.playing!;
    await wait(1500);
    expect(engine.inStep.place()!.playing!.originFrame).toBe(originFrame);
  });
});
