import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { change, createHistory, redo, undo } from './history.ts';

describe('undo and redo', () => {
  it('give back every state in order, whatever was changed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { maxLength: 100 }), (values) => {
        const distinct = values.map((value, index) => ({ value, index }));
        const start = { value: 0, index: -1 };
        let history = createHistory(start);
        for (const value of distinct) history = change(history, value, null, 0);
        for (const value of [start, ...distinct.slice(0, -1)].reverse().slice(0, distinct.length)) {
          history = undo(history);
          expect(history.present).toBe(value);
        }
        for (const value of distinct) {
          history = redo(history);
          expect(history.present).toBe(value);
        }
        expect(redo(history)).toBe(history);
      }),
    );
  });

  it('join the moves of one drag into one step, but not two drags', () => {
    let history = createHistory('a');
    history = change(history, 'b', 'gain/0', 10);
    history = change(history, 'c', 'gain/0', 400);
    history = change(history, 'd', 'gain/1', 500);
    history = change(history, 'e', 'gain/1', 2000);
    expect(history.past).toEqual(['a', 'c', 'd']);
    expect(undo(undo(undo(history))).present).toBe('a');
  });

  it('drop a step that comes back to where it began', () => {
    const isSame = (a: { on: boolean }, b: { on: boolean }) => a.on === b.on;
    const start = { on: true };
    let history = createHistory(start);
    history = change(history, { on: false }, 'on:0', 10, isSame);
    history = change(history, { on: true }, 'on:0', 600, isSame);
    expect(history.present).toBe(start);
    expect(undo(history)).toBe(history);
    history = change(history, { on: false }, 'on:0', 700, isSame);
    expect(undo(history).present).toBe(start);
  });
});
