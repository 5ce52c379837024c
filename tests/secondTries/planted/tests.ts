// Tests with planted faults, for `secondTries.test.ts`. What runs is noted in a file, which tells the second try from the first.
import { appendFileSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inRealTime } from '../../support/realTime.ts';

const log = process.env.PLANTED_LOG ?? '';
/** Notes that something ran. @returns how often it has */
const note = (what: string): number => {
  appendFileSync(log, `${what}\n`);
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line === what).length;
};

describe('planted', () => {
  it('passes', () => void note('passes'));
  it('fails once (a+b)', () => expect(note('once')).toBe(2));
  it('fails twice', () => expect(note('twice')).toBe(0));
  it('is not measured', (context) =>
    context.skip('not measured: the machine stood still for 300 ms'));

  it('has properties', () => {
    fc.assert(fc.property(fc.nat(), () => true));
    const isSecond = readFileSync(log, 'utf8').includes('property failed');
    const tried: number[] = [];
    fc.assert(
      fc.property(fc.nat(1000), (value) => {
        tried.push(value);
        if (tried.length === 1) note(`begins with ${value}`);
        if (isSecond || value < 900) return;
        note(`property failed at ${value}`);
        throw new Error('too large');
      }),
    );
    note(`tried ${tried.length}`);
  });
});

describe('in real time', () => {
  const fault = async () => {
    note('window');
    throw new Error('too late');
  };
  // A machine is never early, and never as late as that.
  inRealTime('has no fair window', fault, -1000);
  inRealTime('fails in a fair one', fault, 1e6);
});
