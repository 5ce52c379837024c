import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { stageKnobs } from '../../../data/stores/stageKnobs.ts';
import { takeMidi } from './midiKnobs.ts';

const KNOBS = [16, 17, 18, 19, 80, 81, 82, 83];
beforeEach(() => stageKnobs.fill(0));

test('a controller on any channel turns its knob', () => {
  takeMidi([0xb0, 16, 127], KNOBS);
  takeMidi([0xbf, 18, 0], KNOBS);
  takeMidi([0xb3, 19, 64], KNOBS);
  expect([...stageKnobs]).toEqual([1, 0, 0, 64 / 127, 0, 0, 0, 0]);
});

test('notes, other controllers and broken messages turn nothing', () => {
  takeMidi([0x90, 16, 127], KNOBS);
  takeMidi([0xb0, 7, 127], KNOBS);
  takeMidi([0xb0, 16], KNOBS);
  expect([...stageKnobs]).toEqual(new Array(8).fill(0));
});

test('no message takes a knob out of 0 to 1', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4 }), (data) => {
      takeMidi(data, KNOBS);
      for (const knob of stageKnobs) {
        expect(knob).toBeGreaterThanOrEqual(0);
        expect(knob).toBeLessThanOrEqual(1);
      }
    }),
  );
});
