import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { lookPath, typedLookKey } from './lookAddress.ts';

it.each([
  ['print', 'print'],
  ['  0af3_-Z ', '0af3_-Z'],
  ['/looks/abc', 'abc'],
  ['https://rondo.example/looks/abc', 'abc'],
  ['HTTPS://rondo.example:4000/looks/abc/edit?from=rose#top', 'abc'],
  ['rondo.example/looks/abc/', 'abc'],
])('%s names the look %s', (text, key) => expect(typedLookKey(text)).toBe(key));

it.each(['', '   ', '/looks', 'https://rondo.example/looks/new', 'two words', 'a'.repeat(65), 'ä'])(
  '%j names no look',
  (text) => expect(typedLookKey(text)).toBeNull(),
);

test('the address of any look leads back to its key', () => {
  const keys = fc
    .stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
    .filter((key) => !['looks', 'edit', 'new'].includes(key));
  fc.assert(
    fc.property(keys, (key) => {
      expect(typedLookKey(`https://rondo.example${lookPath(key)}`)).toBe(key);
    }),
  );
});
