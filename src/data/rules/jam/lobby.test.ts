import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLive, LIVE_MS, needsText, presentText, readCode } from './lobby.ts';

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 12, maxLength: 12 })
  .map((letters) => letters.join(''));

describe('codes as people type them', () => {
  test('a code is found with any case, dashes, spaces, and in a link', () => {
    fc.assert(
      fc.property(CODE, (plain) => {
        const code = `${plain.slice(0, 4)}-${plain.slice(4, 8)}-${plain.slice(8)}`;
        expect(readCode(plain.toLowerCase())).toBe(code);
        expect(readCode(`  ${code} `)).toBe(code);
        expect(readCode(code.replaceAll('-', ' '))).toBe(code);
        expect(readCode(`https://rondo.example/jam/${code.toLowerCase()}`)).toBe(code);
        expect(readCode(`https://rondo.example/jam/${plain}/join?x=1`)).toBe(code);
      }),
    );
  });

  test.each([
    '',
    'ABCD',
    'ABCD-EFGH-JKL',
    'ABCD-EFGH-JKL0',
    'https://rondo.example/jam',
    'ABCD-EFGH-JKLMN',
  ])('%j is none', (typed) => expect(readCode(typed)).toBeNull());
});

test('a room is live for ten minutes after its newest rifff', () => {
  expect(isLive({ latest: null }, 0)).toBe(false);
  expect(isLive({ latest: 1000 }, 1000 + LIVE_MS - 1)).toBe(true);
  expect(isLive({ latest: 1000 }, 1000 + LIVE_MS)).toBe(false);
});

test('a room says what it lacks, and only where there is something to answer', () => {
  const newest = {} as never;
  expect(needsText({ lacks: ['bass'], newest })).toBe('needs bass');
  expect(needsText({ lacks: ['bass', 'pads', 'fx'], newest })).toBe('needs bass or pads');
  expect(needsText({ lacks: [], newest })).toBe('');
  expect(needsText({ lacks: ['bass'], newest: null })).toBe('');
});

test('who is there: nobody is counted twice or lost', () => {
  expect(presentText([], 0)).toBe('');
  expect(presentText([], 3)).toBe('3 people');
  expect(presentText(['ada'], 1)).toBe('ada');
  expect(presentText(['ada', 'mia'], 2)).toBe('ada and mia');
  expect(presentText(['ada', 'mia', 'bo'], 3)).toBe('ada, mia and bo');
  expect(presentText(['ada', 'mia', 'bo', 'cy'], 9)).toBe('ada, mia and 7 more');
});
