import { describe, expect, it } from 'vitest';
import { judgeAnswers, likingOf, type PersonsRifff, undoneInARow } from './memory.ts';
import type { BandMove } from './moves.ts';

const ring = { category: 'bass', gain: 1, source: { loopId: 'x' } } as const;
const fit = { semitones: 0, playbackRate: 1, timeStretch: false };
const ADD: BandMove = { kind: 'add', ring: { ...ring, fit } };

/** An answer to a rifff, which came at a time and brought a loop named after it. */
const answer = (rifffId: string, parentId: string, created: number, isRemoved = false) => ({
  rifffId,
  parentId,
  created,
  isRemoved,
  move: ADD,
  loopId: `loop ${rifffId}`,
});
const rifff = (parentId: string | null, created: number, ...loopIds: string[]): PersonsRifff => ({
  parentId,
  created,
  loopIds,
});

describe('what became of answers', () => {
  const [one, two, three] = [answer('A', 'P', 1), answer('B', 'A', 2), answer('C', 'B', 3)];
  const judged = (rifffs: PersonsRifff[], answers = [one, two, three]) =>
    Object.fromEntries(judgeAnswers(answers, rifffs));

  it('is open while nobody went on', () => {
    expect(judged([rifff(null, 9), rifff('elsewhere', 9)])).toEqual({
      A: 'open',
      B: 'open',
      C: 'open',
    });
  });
  it('is kept by going on from it or from what it led to', () => {
    expect(judged([rifff('B', 9, 'loop A', 'loop B')])).toEqual({
      A: 'kept',
      B: 'kept',
      C: 'undone',
    });
  });
  it('is undone by going on from before it, unless somebody keeps it as well', () => {
    expect(judged([rifff('P', 9)])).toEqual({ A: 'undone', B: 'undone', C: 'undone' });
    const both = [rifff('P', 8), rifff('C', 9, 'loop C')];
    expect(judged(both)).toEqual({ A: 'kept', B: 'kept', C: 'kept' });
    // What was committed before it says nothing of it.
    expect(judged([rifff('P', 0)])).toEqual({ A: 'open', B: 'open', C: 'open' });
  });
  it('is undone where its ring was taken out, or it was removed', () => {
    expect(judged([rifff('C', 9, 'loop A')])).toMatchObject({ B: 'kept', C: 'undone' });
    const removed = [one, two, answer('C', 'B', 3, true)];
    expect(judged([rifff('C', 9, 'loop C')], removed)).toMatchObject({ C: 'undone' });
  });
});

it('likes what was kept, dislikes what was undone, the last most', () => {
  const past = (became: 'kept' | 'undone' | 'open', move = ADD) => ({
    ...answer('A', 'P', 1),
    became,
    move,
  });
  const { kind } = ADD;
  expect(likingOf({ answers: [] }, { kind })).toBe(0);
  expect(likingOf({ answers: [past('kept')] }, { kind, category: 'bass' })).toBeGreaterThan(0);
  expect(likingOf({ answers: [past('kept')] }, { kind, category: 'drums' })).toBe(0);
  expect(likingOf({ answers: [past('undone'), past('kept')] }, { kind })).toBeLessThan(0);
  expect(likingOf({ answers: [past('open')] }, { kind })).toBe(0);
  expect(
    undoneInARow({ answers: [past('open'), past('undone'), past('undone'), past('kept')] }),
  ).toBe(2);
  expect(undoneInARow({ answers: [past('kept'), past('undone')] })).toBe(0);
});
