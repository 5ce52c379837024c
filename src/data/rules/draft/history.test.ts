import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { change, createHistory, redo, slotStep, undo } from './history.ts';

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
    history = change(history, 'b', slotStep(0, 'gain'), 10);
    history = change(history, 'c', slotStep(0, 'gain'), 400);
    history = change(history, 'd', slotStep(1, 'gain'), 500);
    history = change(history, 'e', slotStep(1, 'gain'), 1500);
    expect(history.past).toEqual(['a', 'c', 'd']);
    expect(undo(undo(undo(history))).present).toBe('a');
  });

  it('do not join two changes of one slot, nor what has no key', () => {
    let history = createHistory('a');
    history = change(history, 'b', slotStep(0, 'gain'), 10);
    history = change(history, 'c', slotStep(0, 'pitch'), 20);
    history = change(history, 'd', { change: 'tempo' }, 30);
    history = change(history, 'e', { change: 'key' }, 40);
    history = change(history, 'f', null, 50);
    history = change(history, 'g', null, 60);
    expect(history.past).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('drop a step that comes back to where it began', () => {
    const isSame = (a: { on: boolean }, b: { on: boolean }) => a.on === b.on;
    const start = { on: true };
    let history = createHistory(start);
    history = change(history, { on: false }, slotStep(0, 'on'), 10, isSame);
    history = change(history, { on: true }, slotStep(0, 'on'), 600, isSame);
    expect(history.present).toBe(start);
    expect(undo(history)).toBe(history);
    history = change(history, { on: false }, slotStep(0, 'on'), 700, isSame);
    expect(undo(history).present).toBe(start);
  });
});
