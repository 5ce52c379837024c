import { afterAll, describe, expect, it } from 'vitest';
import {
  amplitudeOf,
  FAR,
  hitsOf,
  MUSIC,
  nowhere,
  openFlights,
  settled,
  tone,
} from '../../../tests/audio/fieldFlights.ts';
import { impulse, makeLoop, makeRifff, sine } from '../../../tests/audio/loops.ts';
import { RATE, toDb, worstBend } from '../../../tests/audio/offline.ts';
import { DECODED_CACHE_BYTES } from '../../data/contract/constants.ts';
import { MOST_HEARD } from '../../data/rules/arcade/fieldMix.ts';
import { field as state } from '../state/field.ts';
import { Field } from './field.ts';

const flights = openFlights();
afterAll(() => flights.close());
const { maker, fly } = flights;

describe('a field that is heard', () => {
  it('has the one in the clearing loudest and in the middle, the others from where they stand', async () => {
    const { left, right } = await fly([tone(880), tone(1320), tone(1980)], 4, (near) => {
      near.distance.set([0, 1, 1.2]);
      near.pan.set([0, -0.8, 0.8]);
      near.focus = 0;
      near.open = 1;
    });
    const [focus, beside, other] = [880, 1320, 1980].map((periods) => ({
      left: amplitudeOf(left, periods, 1.5 * RATE),
      right: amplitudeOf(right, periods, 1.5 * RATE),
    }));
    expect(Math.abs(toDb(focus!.left / focus!.right))).toBeLessThan(0.1);
    for (const one of [beside!, other!]) {
      const both = Math.hypot(one.left, one.right);
      expect(toDb(Math.hypot(focus!.left, focus!.right) / both)).toBeGreaterThan(6);
      expect(both).toBeGreaterThan(0.005);
    }
    expect(toDb(beside!.left / beside!.right)).toBeGreaterThan(6);
    expect(toDb(other!.right / other!.left)).toBeGreaterThan(6);
  });

  it('has every hit on the grid, whoever comes when, and from whatever tempo', async () => {
    const hits = (bps: number, length16ths: number) =>
      makeRifff([makeLoop({ sound: impulse(0.5), bps, length16ths, category: 'drums' })]);
    const { left, originFrame } = await fly(
      [hits(2, 16), hits(2.4, 8), hits(1.05, 16)],
      7,
      (near, sec) => {
        near.distance.set([0.2, sec > 1.37 ? 0.5 : FAR, sec > 2.61 ? 0.7 : FAR]);
      },
    );
    const beat = RATE / 2;
    const beats = new Set<number>();
    for (const frame of hitsOf(left, 0.01)) {
      const at = (frame - originFrame) / beat;
      // A hit that was stretched rings for a few frames.
      expect(Math.abs(at - Math.round(at)) * beat).toBeLessThan(48);
      beats.add(Math.round(at));
    }
    // Every bar, and from the third on the halves of the second one.
    for (const at of [0, 4, 8, 12]) expect(beats).toContain(at);
    for (const at of [6, 10]) expect(beats).toContain(at);
  });

  it('does not click while one flies from one to the next', async () => {
    const { left } = await fly([tone(300, 0.2), tone(310, 0.2), tone(320, 0.2)], 7, (near, sec) => {
      const place = Math.max(0, sec - 2) * 1.5;
      near.distance.set([place, Math.abs(place - 3), Math.abs(place - 6)]);
      near.pan.set(
        [-place / 3, (3 - place) / 3, (6 - place) / 3].map((x) => Math.max(-1, Math.min(1, x))),
      );
    });
    const steady = worstBend(left, 1.2 * RATE, 1.9 * RATE);
    const bends: number[] = [];
    for (let at = 4800; at < 6.8 * RATE; at += 2400) bends.push(worstBend(left, at, at + 2400));
    const worst = toDb(Math.max(...bends) / steady);
    console.info(`worst bend over the steady first tone: ${worst.toFixed(1)} dB`);
    // Two tones side by side may be 3 dB above one, and the third bends 1.1 dB more; the bar for a click is 12 dB.
    expect(worst).toBeLessThan(6);
  });

  it('flies through a hundred within its memory, hears each of them, and never more than it may', async () => {
    const sounds = Array.from({ length: 8 }, (_, i) =>
      makeLoop({ sound: sine(100 + 10 * i), length16ths: 16, channels: 2 }),
    );
    const rifffs = Array.from({ length: 100 }, (_, at) =>
      makeRifff(sounds.map((loop) => ({ ...loop, _id: `${loop._id.slice(0, 20)}${at}` }))),
    );
    const field = new Field({
      open: async () => ({
        context: new OfflineAudioContext(2, RATE, RATE),
        output: null as never,
      }),
      maker,
      stop: () => {},
      hold: () => () => {},
      onTick: () => () => {},
      listen: () => {},
    });
    const near = nowhere();
    field.enter(rifffs, near, MUSIC);
    let [most, mostHeld] = [0, 0];
    for (let place = 0; place < 100; place += 1) {
      for (let at = 0; at < 100; at++) {
        near.distance[at] = Math.abs(at - place);
        near.soon[at] = Math.abs(at - place - 1);
      }
      field.tick();
      await settled(field);
      field.tick();
      most = Math.max(most, maker.bytes);
      mostHeld = Math.max(mostHeld, field.heldBytes);
      expect(field.isReady(place)).toBe(true);
    }
    console.info(
      `decoded at most ${(most / 2 ** 20).toFixed(0)} MB, held ${(mostHeld / 2 ** 20).toFixed(0)} MB`,
    );
    expect(most).toBeLessThanOrEqual(DECODED_CACHE_BYTES);
    expect(mostHeld).toBeLessThanOrEqual(DECODED_CACHE_BYTES * 0.7);
    expect(state.heard.length).toBeLessThanOrEqual(MOST_HEARD);
    field.leave();
    expect(field.heldBytes).toBe(0);
  });
});
