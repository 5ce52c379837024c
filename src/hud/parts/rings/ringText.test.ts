import { describe, expect, test } from 'vitest';
import { rifffOf } from '../../../../tests/support/rifffOf.ts';
import {
  setSlotCategory,
  setSlotGain,
  setSlotOn,
  setSlotSemitones,
} from '../../../data/rules/draft/draft.ts';
import { keyConflicts } from '../commands/registry.ts';
import { RING_KEYS } from './ringKeys.ts';
import { gainText, ringText, semitonesText } from './ringText.ts';

describe('what rings say', () => {
  test('gain with a sign, a true minus and one decimal; no sign on nothing', () => {
    expect([1, 0.871, 1.1482, 0, 2, 1.001].map(gainText)).toEqual([
      '0.0 dB',
      '−1.2 dB',
      '+1.2 dB',
      '−∞ dB',
      '+6.0 dB',
      '0.0 dB',
    ]);
    expect([0, 3, -5].map(semitonesText)).toEqual(['0 st', '+3 st', '−5 st']);
  });

  test('category, name, gain, pitch and state in one line', () => {
    const rifff = rifffOf(3);
    expect(ringText(setSlotGain(rifff, 1, 0.871), 1, -1)).toBe('Bass, Line 1, −1.2 dB, on');
    expect(ringText(setSlotSemitones(rifff, 1, -3), 1, 1)).toBe(
      'Bass, Line 1, 0.0 dB, −3 semitones, solo',
    );
    expect(ringText(rifff, 0, 1)).toBe('Drums, Line 0, 0.0 dB, on, behind the solo');
    expect(ringText(setSlotGain(setSlotOn(rifff, 0, false), 0, 0), 0, -1)).toBe(
      'Drums, Line 0, silent, muted',
    );
    expect(ringText(setSlotCategory(rifff, 0, 'fx'), 0, -1)).toMatch(/^FX, Line 0/);
    expect(ringText(rifff, 7, -1)).toBe('');
  });

  test('no key on a ring means two things', () => {
    const commands = RING_KEYS.map(({ action, keys, title }) => ({
      ...{ id: action, title, group: 'Ring', keys: [...keys] },
      run() {},
    }));
    expect(keyConflicts(commands)).toEqual([]);
  });
});
