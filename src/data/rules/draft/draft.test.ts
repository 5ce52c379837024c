import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopOf } from '../../../../tests/support/loopOf.ts';
import { MAX_LOOPS_PER_RIFFF } from '../../contract/constants.ts';
import { type Rifff, RifffSchema } from '../../contract/rifff.ts';
import * as rules from './draft.ts';

const loop = loopOf;

const anyLoop = fc
  .record({
    id: fc.integer({ min: 0, max: 11 }),
    bps: fc.double({ min: 0.25, max: 10, noNaN: true }),
    length16ths: fc.integer({ min: 1, max: 4096 }),
    barLength: fc.integer({ min: 1, max: 64 }),
  })
  .map(({ id, ...rest }) => loop(`loop-${id}`, rest));

const slot = fc.integer({ min: -2, max: 10 });
/** A change of one slot by what is chosen for it. */
const onSlot = <A>(chosen: fc.Arbitrary<A>, act: (rifff: Rifff, slot: number, by: A) => Rifff) =>
  fc.tuple(slot, chosen).map(
    ([at, by]) =>
      (rifff: Rifff) =>
        act(rifff, at, by),
  );

const number = fc.oneof(fc.double({ min: -100, max: 100 }), fc.constantFrom(Number.NaN, Infinity));
const action: fc.Arbitrary<(rifff: Rifff) => Rifff> = fc.oneof(
  anyLoop.map((one) => (rifff: Rifff) => rules.addLoop(rifff, one)),
  onSlot(anyLoop, rules.swapLoop),
  slot.map((at) => (rifff: Rifff) => rules.deleteLoop(rifff, at)),
  slot.map((at) => (rifff: Rifff) => rules.toggleMute(rifff, at)),
  onSlot(slot, rules.moveSlot),
  onSlot(number, rules.setSlotGain),
  onSlot(number, rules.setSlotRate),
  onSlot(number, rules.setSlotSemitones),
  onSlot(number, rules.setSlotLoopBps),
  number.map((x) => (rifff: Rifff) => rules.setTempo(rifff, x)),
  fc.constant((rifff: Rifff) => rules.resetDraft(rifff, 'someone')),
  fc.constant((rifff: Rifff) => rules.remix(rifff, 'someone')),
);

function isSound(rifff: Rifff): void {
  RifffSchema.parse(rifff);
  const used = rifff.state.playback.map(({ slot: one }) => one.current !== null);
  expect(used).toHaveLength(MAX_LOOPS_PER_RIFFF);
  expect(used.indexOf(false) === -1 || !used.slice(used.indexOf(false)).includes(true)).toBe(true);
  const held = new Set(rifff.state.playback.map(({ slot: one }) => one.current?.currentLoop));
  expect(rifff.loops.length).toBeLessThanOrEqual(MAX_LOOPS_PER_RIFFF);
  for (const one of rifff.loops) expect(held.has(one._id)).toBe(true);
  held.delete(undefined);
  for (const id of held) expect(rifff.loops.some((one) => one._id === id)).toBe(true);
}

describe('draft rules', () => {
  it('keep every rifff whole, whatever is done to it', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        let rifff = rules.createDraft('someone');
        for (const step of actions) {
          const before = JSON.stringify(rifff);
          const next = step(rifff);
          expect(JSON.stringify(rifff)).toBe(before);
          isSound(next);
          rifff = next;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('take tempo, metre and key from the first loop only', () => {
    const first = loop('a', { bps: 1.5, barLength: 12, root: 3, scale: 1 });
    let rifff = rules.addLoop(rules.createDraft('someone'), first);
    expect(rifff.state).toMatchObject({ bps: 1.5, barLength: 12 });
    expect(rifff).toMatchObject({ root: 3, scale: 1 });
    rifff = rules.addLoop(rifff, loop('b', { bps: 2.5, root: 7 }));
    expect(rifff.state.bps).toBe(1.5);
    expect(rifff.root).toBe(3);
  });

  it('ask for stretching only across tempos', () => {
    let rifff = rules.addLoop(rules.createDraft('someone'), loop('a', { bps: 2 }));
    rifff = rules.addLoop(rifff, loop('b', { bps: 2 }));
    rifff = rules.addLoop(rifff, loop('c', { bps: 2.4 }));
    const stretch = [0, 1, 2].map(
      (at) => rules.playingSlot(rifff, at)?.pitchShiftSettings.timeStretch,
    );
    expect(stretch).toEqual([false, false, true]);
  });

  it('change nothing at the ninth loop', () => {
    let rifff = rules.createDraft('someone');
    for (let i = 0; i < 8; i++) rifff = rules.addLoop(rifff, loop(`l${i}`));
    expect(rules.addLoop(rifff, loop('ninth'))).toBe(rifff);
  });

  it('close the gap on deleting and let the loop go when no slot holds it', () => {
    let rifff = rules.createDraft('someone');
    for (const id of ['a', 'b', 'a', 'c']) rifff = rules.addLoop(rifff, loop(id));
    rifff = rules.deleteLoop(rifff, 0);
    expect([0, 1, 2, 3].map((at) => rules.playingSlot(rifff, at)?.currentLoop)).toEqual([
      'b',
      'a',
      'c',
      undefined,
    ]);
    expect(rifff.loops.map((one) => one._id).sort()).toEqual(['a', 'b', 'c']);
    rifff = rules.deleteLoop(rifff, 1);
    expect(rifff.loops.map((one) => one._id).sort()).toEqual(['b', 'c']);
  });

  it('keep gain and mute of a slot when its loop is swapped', () => {
    let rifff = rules.addLoop(rules.createDraft('someone'), loop('a'));
    rifff = rules.setSlotOn(rules.setSlotGain(rifff, 0, 0.5), 0, false);
    rifff = rules.swapLoop(rifff, 0, loop('b'));
    expect(rules.playingSlot(rifff, 0)).toMatchObject({ currentLoop: 'b', gain: 0.5, on: false });
  });

  it('hold rate to 0.5–2 in quarters and semitones to ±12', () => {
    let rifff = rules.addLoop(rules.createDraft('someone'), loop('a'));
    rifff = rules.setSlotRate(rifff, 0, 0.63);
    expect(rules.playingSlot(rifff, 0)?.playbackRate).toBe(0.75);
    rifff = rules.setSlotSemitones(rules.setSlotRate(rifff, 0, 9), 0, -40.4);
    expect(rules.playingSlot(rifff, 0)).toMatchObject({
      playbackRate: 2,
      pitchShiftSettings: { shiftSemitones: -12 },
    });
  });

  it('keep the tempo on reset', () => {
    const rifff = rules.setTempo(rules.createDraft('someone'), 1.7);
    const reset = rules.resetDraft(rifff, 'someone');
    expect(reset.state.bps).toBe(1.7);
    expect(reset._id).not.toBe(rifff._id);
    expect(rules.resetDraft(null, 'someone').state.bps).toBe(2);
  });

  it('record the original of another author, not of one’s own', () => {
    const source = {
      ...rules.addLoop(rules.createDraft('ada'), loop('a')),
      jamId: 'band0123456789',
    };
    const other = rules.remix(source, 'someone');
    expect(other).toMatchObject({ originalId: source._id, userName: 'someone', creators: ['ada'] });
    expect(other.parent).toEqual({ jamId: 'band0123456789', rifffId: source._id });
    expect(other._id).not.toBe(source._id);
    // What it begins with has rights of its own; those of the remix are said when it is made.
    const free = rules.remix({ ...source, license: 'cc0-1.0', access: 'download' }, 'someone');
    expect(Object.keys(free)).toEqual(Object.keys(other));
    const own = rules.remix({ ...source, originalId: 'older' }, 'ada');
    expect(own.originalId).toBeUndefined();
  });

  it('drop slots beyond the eighth and slots without their loop on remixing', () => {
    const source = rules.addLoop(rules.createDraft('ada'), loop('a'));
    const playing = source.state.playback[0]!;
    const ghost = { slot: { current: { ...playing.slot.current!, currentLoop: 'gone' } } };
    const odd: Rifff = {
      ...source,
      state: { ...source.state, playback: [ghost, ...source.state.playback, playing, playing] },
    };
    const copy = rules.remix(odd, 'someone');
    isSound(copy);
    expect(rules.usedSlots(copy)).toBe(1);
  });
});
