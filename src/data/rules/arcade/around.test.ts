import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimUrl, codeOfScan, groupCode, isCode } from './claimCode.ts';
import { idleOf, isKiosk, WARNING_SEC } from './kiosk.ts';
import { clockText, pointsText, scoreRows, unlockTitles } from './scoreText.ts';

const ORIGIN = 'https://rondo.example';
const LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'];

describe('a code', () => {
  it('is read again however it was typed, shown or scanned', () => {
    const codes = fc.array(fc.constantFrom(...LETTERS), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(codes, (letters) => {
        const code = groupCode(letters.join(''));
        expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/);
        expect(groupCode(code.toLowerCase().replaceAll('-', ' '))).toBe(code);
        expect(isCode(` ${code} `)).toBe(true);
        expect(codeOfScan(claimUrl(ORIGIN, code), ORIGIN)).toBe(code);
        expect(codeOfScan(code, ORIGIN)).toBe(code);
      }),
    );
  });

  it('is in no foreign address, and in no other page', () => {
    const url = claimUrl(ORIGIN, 'ABCDEFGHJKLM');
    expect(codeOfScan(url, 'https://other.example')).toBeNull();
    expect(codeOfScan(url.replace('qr-code-scan', 'board'), ORIGIN)).toBeNull();
    for (const text of ['', 'hello', 'ABCD-EFGH', `${ORIGIN}/arcade/qr-code-scan?code=x`]) {
      expect(codeOfScan(text, ORIGIN)).toBeNull();
    }
    expect(isCode('ABCD-EFGH-JKL0')).toBe(false);
  });
});

describe('a kiosk', () => {
  it('asks before it goes back, and not while it waits for people', () => {
    expect(idleOf('attract', 1e9)).toEqual({ kind: 'busy' });
    expect(idleOf('play', 39_000)).toEqual({ kind: 'busy' });
    expect(idleOf('play', 40_000)).toEqual({ kind: 'warn', leftSec: WARNING_SEC });
    expect(idleOf('play', 49_500)).toEqual({ kind: 'warn', leftSec: 1 });
    expect(idleOf('play', 50_000)).toEqual({ kind: 'reset' });
    expect(idleOf('end', 60_000)).toEqual({ kind: 'busy' });
  });

  it('is one only where the address says so', () => {
    expect(isKiosk('?kiosk=1')).toBe(true);
    expect(isKiosk('?kiosk=0')).toBe(false);
    expect(isKiosk('')).toBe(false);
  });
});

describe('a score in words', () => {
  it('names what is not nothing and adds up', () => {
    const parts = {
      timing: 200,
      fit: 150,
      variety: 90,
      combo: 0,
      conditions: 150,
      brief: 0,
      penalty: -80,
    };
    const rows = scoreRows(parts);
    expect(rows.map(({ part }) => part)).toEqual([
      ...['timing', 'fit', 'variety', 'conditions', 'penalty'],
    ]);
    expect(rows.reduce((sum, { points }) => sum + points, 0)).toBe(510);
  });

  it('writes numbers, times and unlocks as people read them', () => {
    expect([0, 950, 2480, 1_234_567, -80].map(pointsText)).toEqual([
      ...['0', '950', '2\u2009480', '1\u2009234\u2009567', '\u221280'],
    ]);
    expect([105_000, 59_400, 0, -1].map(clockText)).toEqual(['1:45', '1:00', '0:00', '0:00']);
    expect(unlockTitles(['brief', 'rainbow', 'of tomorrow'])).toEqual([
      'Six colours',
      'The whole brief',
    ]);
  });
});
