import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skeletonsOf } from './confusables.ts';
import { isOfficialName, isReservedName } from './reservedNames.ts';

const isAlike = (a: string, b: string) =>
  skeletonsOf(a).some((skeleton) => skeletonsOf(b).includes(skeleton));

describe('names that look alike', () => {
  it.each([
    ['Ines', 'INES'],
    ['Ines', 'lnes'],
    ['paul', 'pauI'],
    ['paul', 'pau1'],
    ['Otto', '0tto'],
    ['moritz', 'rnoritz'],
    ['will', 'vvill'],
    ['ines_1', 'ines-1'],
    ['Ines Roth', 'Ines  Roth'],
    ['paypal', 'раураӏ'],
    ['Anna', 'Αnna'],
    ['Anna', 'Ａｎｎａ'],
    ['Anna', '𝐀nna'],
    ['Anna', 'An\u200bna'],
    ['Вера', 'Bepa'],
  ])('%s and %s', (a, b) => expect(isAlike(a, b)).toBe(true));

  it.each([
    ['Elia', 'Ella'],
    ['José', 'Jose'],
    ['ines', 'ines2'],
    ['Anna', 'Hannah'],
    ['李雷', '李蕾'],
    ['-', '_'],
  ])('but not %s and %s', (a, b) => expect(isAlike(a, b)).toBe(false));

  it('are alike to themselves in any case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{3,16}$/), (name) => {
        expect(isAlike(name, name.toUpperCase())).toBe(true);
        for (const skeleton of skeletonsOf(name)) expect(skeleton).not.toBe('');
      }),
    );
  });
});

describe('names that speak for the house', () => {
  it.each([
    ...[
      'administrator',
      'Admin',
      'ADM1N',
      'admin_2',
      '4dmin',
      'the-admin',
      'admins',
      'Administratör',
    ],
    ...['m0derator', 'Rondo Support', 'rondo-team', 'official_rondo', 'R0NDO', 'аdmin', 'staff'],
    ...['System', 'no-reply', 'root', 'rnoderator'],
  ])('%s', (name) => expect(isOfficialName(name)).toBe(true));

  it.each([
    ...['ines', 'adminton', 'badminton', 'modest', 'rondo-alla-turca', 'ownership', 'hostel'],
    ...['Mona', 'rooted', 'Ella', 'teammate', 'Amin', 'Modi'],
  ])('but not %s', (name) => {
    expect(isOfficialName(name)).toBe(false);
    expect(isReservedName(name)).toBe(false);
  });
});
