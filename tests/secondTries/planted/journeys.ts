// Journeys with planted faults, for `secondTries.test.ts`.
import { appendFileSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const log = process.env.PLANTED_LOG ?? '';
const note = (what: string): number => {
  appendFileSync(log, `${what}\n`);
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line === what).length;
};

test('passes', () => void note('passes'));
// From one line, as journeys over a table of screens are.
for (const times of [2, 0])
  test(`has to be the try ${times}`, () => expect(note(`try ${times}`)).toBe(times));
test('is not measured', () => test.skip(true, 'not measured: the machine stood still for 300 ms'));

test.describe('behind a hook', () => {
  test.beforeAll(() => expect(note('hook')).toBe(2));
  test('waits for it', () => void note('waits'));
  test('waits as well', () => void note('waits too'));
});
