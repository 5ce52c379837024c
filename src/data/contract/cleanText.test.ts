import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanName, cleanText } from './cleanText.ts';
import { plainName, plainText } from './fields.ts';

const tower = (marks: number) => `e${'\u0301'.repeat(marks)}`;

describe('text of people', () => {
  it.each([
    ['a\u200bb', 'ab'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['\u202a1\u202b2\u202c3\u202d4', '1234'],
    ['a\u2066b\u2067c\u2068d\u2069', 'abcd'],
    ['a\u00adb\u200e\u200f\u061c', 'ab'],
    ['\u3164\u2800\uffa0', ''],
    ['a\u200db', 'ab'],
    ['a\ufeff', 'a'],
    ['\u{e0041}', ''],
    [`${tower(900)}x`, `${tower(4)}x`],
    [`${tower(3)}\u034f${tower(9).slice(1)}`, tower(4)],
    ['one\r\ntwo\u2028three', 'one\ntwo\nthree'],
  ])('%j becomes %j', (typed, clean) => expect(cleanText(typed)).toBe(clean));

  it.each([
    ...['Inés', 'e\u0301', 'Việt Nam', 'สวัสดี', '李雷', '葛\u{e0100}城', 'tab b'],
    ...['שָׁלוֹם', 'السَّلَامُ عَلَيْكُم', 'علی‌رضا', 'क्‍ष', 'ශ්‍රී ලංකා', 'בְּרֵאשִׁית'],
    ...[
      '👩🏽‍🎤',
      '❤️',
      '🏳️‍🌈',
      '🇬🇧',
      '1️⃣',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
    'two\nlines',
  ])('%s stays as it is', (typed) => expect(cleanText(typed)).toBe(typed));

  it('is the same when it is cleaned twice, and holds nothing that turns or covers the text around it', () => {
    const sign = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(...'\u202e\u2066\u200d\u200c\ufe0f\u0301\u0651\u094d❤ع1'),
      fc.constantFrom('👩', '🏽', '🏴', '\u{e0067}', '\u{e007f}', '\u0301\u0301\u0301'),
    );
    const typed = fc.array(sign, { maxLength: 16 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(typed, (text) => {
        const clean = cleanText(text);
        const isMoved = /[\u202a-\u202e\u2066-\u2069\u200b]|\p{M}{5}/u.test(clean);
        const isName = !/\n|^\s|\s$/.test(cleanName(text));
        return cleanText(clean) === clean && !isMoved && isName;
      }),
    );
  });

  it('is cleaned in every field, before it is measured', () => {
    expect(plainName(5).parse(' \u202eab\ncd\u200b ')).toBe('ab cd');
    expect(plainText(5).parse(tower(40))).toBe(tower(4));
    expect(plainName(9).min(1).safeParse('\u3164').success).toBe(false);
    expect(plainText(5).safeParse('\u200b'.repeat(51)).error?.issues).toMatchObject([
      { message: 'at most 5 characters' },
    ]);
  });
});
