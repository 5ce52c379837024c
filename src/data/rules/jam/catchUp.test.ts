import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JamEvent } from '../../contract/live.ts';
import {
  type CatchUp,
  type CaughtUp,
  onAnnounced,
  onEntered,
  onFailed,
  onPage,
  onRetry,
  startCatchUp,
} from './catchUp.ts';

const event = (number: number): JamEvent => ({
  number,
  kind: 'rifff',
  ref: `r${number}`,
  user: 'mia',
  created: number,
  parentId: null,
});
const events = (...numbers: number[]) => numbers.map(event);
const numbersOf = ({ deliver }: CaughtUp) => deliver.map(({ number }) => number);

describe('catching up', () => {
  it('passes on what follows, and asks for what is missing before the rest', () => {
    const first = onAnnounced(startCatchUp(3), events(4));
    expect([numbersOf(first), first.ask]).toEqual([[4], null]);
    const gap = onAnnounced(first.state, events(7));
    expect([numbersOf(gap), gap.ask]).toEqual([[], 4]);
    const page = onPage(gap.state, 4, { events: events(5, 6, 7, 8), last: 8 });
    expect([numbersOf(page), page.ask]).toEqual([[5, 6, 7, 8], null]);
  });

  it('asks on entering for what happened while away, page by page', () => {
    const entered = onEntered(startCatchUp(0), 0, 5);
    expect(entered.ask).toBe(0);
    const page = onPage(entered.state, 0, { events: events(1, 2, 3), last: 5 });
    expect([numbersOf(page), page.ask]).toEqual([[1, 2, 3], 3]);
  });

  it('passes on nothing twice', () => {
    const { state } = onAnnounced(startCatchUp(0), events(1, 2));
    expect(numbersOf(onAnnounced(state, events(2, 1)))).toEqual([]);
    expect(numbersOf(onPage(state, 0, { events: events(1, 2), last: 2 }))).toEqual([]);
  });

  it('does not take an announcement that overtook the answer to entering for a restored server', () => {
    const { state } = onAnnounced(startCatchUp(3), events(4));
    expect(onEntered(state, 3, 3).isReset).toBe(false);
    expect(onEntered(state, 4, 2)).toMatchObject({ isReset: true, state: { last: 2, held: [] } });
  });

  it('asks again after a failure, and not for ever for what is not there', () => {
    const gap = onAnnounced(startCatchUp(0), events(2));
    const again = onRetry(onFailed(gap.state));
    expect(again.ask).toBe(0);
    const nothing = onPage(again.state, 0, { events: [], last: 0 });
    expect([nothing.ask, nothing.state.held]).toEqual([null, []]);
  });

  /**
   * A jam to which events are added, with a client whose announcements are lost, doubled and shuffled, whose pages fail
   * and whose connection is cut at any time: in the end it has passed on every event once, in order.
   */
  it('loses and doubles nothing, whatever comes when', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('happen' as const), isHeard: fc.boolean() }),
      fc.record({ kind: fc.constant('hear' as const), pick: fc.nat() }),
      fc.record({
        kind: fc.constant('page' as const),
        isFailed: fc.boolean(),
        size: fc.integer({ min: 1, max: 4 }),
      }),
      fc.record({ kind: fc.constant('enter' as const), isLate: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.nat(5), fc.array(step, { maxLength: 80 }), (before, steps) => {
        let newest = before;
        let state: CatchUp = startCatchUp(before);
        const passed: number[] = [];
        const onWay: number[] = [];
        let asked: number | null = null;
        let entering: { since: number; newest: number } | null = null;
        const take = (result: CaughtUp) => {
          expect(result.isReset).toBe(false);
          passed.push(...numbersOf(result));
          // At most one page is under way.
          if (result.ask !== null) {
            expect(asked).toBeNull();
            asked = result.ask;
          }
          state = result.state;
        };
        const answerPage = (size: number) => {
          const from: number = asked!;
          asked = null;
          const count = Math.min(size, newest - from);
          const page = Array.from({ length: count }, (_, at) => event(from + 1 + at));
          take(onPage(state, from, { events: page, last: newest }));
        };
        for (const one of steps) {
          if (one.kind === 'happen') {
            newest += 1;
            if (one.isHeard) onWay.push(newest);
          } else if (one.kind === 'hear' && onWay.length > 0) {
            const at = one.pick % onWay.length;
            // Some stay on their way and come twice.
            const number = one.pick % 3 === 0 ? onWay[at]! : onWay.splice(at, 1)[0]!;
            take(onAnnounced(state, [event(number)]));
          } else if (one.kind === 'page' && asked !== null) {
            if (one.isFailed) {
              asked = null;
              state = onFailed(state);
            } else answerPage(one.size);
          } else if (one.kind === 'enter') {
            entering ??= { since: state.last, newest };
            if (one.isLate) continue;
            take(onEntered(state, entering.since, entering.newest));
            entering = null;
          }
        }
        take(onEntered(state, state.last, newest));
        if (asked === null) take(onRetry(state));
        for (let rounds = 0; asked !== null; rounds++) {
          expect(rounds).toBeLessThan(500);
          answerPage(3);
        }
        expect(passed).toEqual(Array.from({ length: newest - before }, (_, at) => before + 1 + at));
      }),
      { numRuns: 500 },
    );
  });
});
