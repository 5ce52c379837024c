import { describe, expect, test } from 'vitest';
import { recordWords } from './RecordButton.tsx';

const OFF = {
  phase: 'off',
  input: 'closed',
  source: 'input',
  passBar: 0,
  passes: 0,
  takeLengthInBars: 4,
} as const;

describe('what the Record button says', () => {
  test('from the first press to the second take', () => {
    const says = (change: object) => {
      const { title, more } = recordWords({ ...OFF, ...change });
      return [title, more].filter(Boolean).join(', ');
    };
    expect(says({})).toBe('Record');
    expect(says({ phase: 'starting', input: 'asking' })).toBe('Asking');
    expect(says({ phase: 'starting', input: 'open' })).toBe('Starting');
    expect(says({ phase: 'waiting', input: 'open', passBar: -1 })).toBe('Counting in');
    expect(says({ phase: 'recording', input: 'open' })).toBe('Take 1, bar 1 of 4');
    expect(says({ phase: 'recording', input: 'open', passes: 1, passBar: 3 })).toBe(
      'Take 2, bar 4 of 4',
    );
    expect(says({ phase: 'finishing', input: 'open' })).toBe('Finishing');
  });

  test('a refused microphone is said until it is let, and never of the instruments', () => {
    expect(recordWords({ ...OFF, input: 'refused' }).refusal).toContain('not allowed');
    expect(recordWords({ ...OFF, input: 'open' }).refusal).toBe('');
    expect(recordWords({ ...OFF, input: 'refused', source: 'instruments' }).refusal).toBe('');
  });
});
