import { expect, it } from 'vitest';
import { codeDigits, noPasskeysText } from './factors.ts';
import { noPasskeys } from './passkeysHere.ts';

it.each([
  ['music.example', 'music.example', true, null],
  ['music.example', 'music.example', false, 'browser'],
  ['music.example', 'www.music.example', true, 'elsewhere'],
  // A server without a domain, and one of before.
  [null, 'localhost', true, 'none'],
  [undefined, 'localhost', true, 'none'],
] as const)('a server of %s, a page of %s, a browser with passkeys: %s', (host, page, has, why) => {
  expect(noPasskeys(host, page, has)).toBe(why);
});

it('says where passkeys work', () => {
  expect(noPasskeysText('elsewhere', 'music.example')).toContain('at music.example alone');
});

it.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['', null],
])('reads the code “%s”', (text, digits) => {
  expect(codeDigits(text)).toBe(digits);
});
