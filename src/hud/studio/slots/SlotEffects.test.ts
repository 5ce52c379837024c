import { expect, it } from 'vitest';
import { EFFECT_OFF } from '../../../data/rules/draft/slotSound.ts';
import { EFFECT_ROWS } from './SlotEffects.tsx';

it('every slider stands still on its own values, and at its reset does nothing', () => {
  for (const { effect, range, fromSlider, toSlider } of EFFECT_ROWS) {
    expect(fromSlider(range.reset), effect).toBe(EFFECT_OFF[effect]);
    expect(toSlider(EFFECT_OFF[effect]), effect).toBe(range.reset);
    for (let at = range.min; at <= range.max + 1e-9; at += range.grid) {
      const value = Number(at.toFixed(6));
      expect(toSlider(fromSlider(value)), `${effect} ${value}`).toBeCloseTo(value, 6);
    }
  }
});

it('values read as a person says them', () => {
  const text = Object.fromEntries(EFFECT_ROWS.map((row) => [row.effect, row.text]));
  expect(text.pan!(0)).toBe('middle');
  expect(text.pan!(-0.3)).toBe('30 % L');
  expect(EFFECT_ROWS[0]!.spoken!(-0.3)).toBe('30 % left');
  expect(text.lowCutHz!(20)).toBe('off');
  expect(text.lowCutHz!(126)).toBe('126 Hz');
  expect(text.highCutHz!(3170)).toBe('3.17 kHz');
  expect(text.reverb!(0.25)).toBe('25 %');
});
