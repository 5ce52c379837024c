import { expect, it } from 'vitest';
import { missedBase } from './base.ts';

it.each([
  ['/', '/rondo/', '/rondo/'],
  ['/feed', '/rondo/', '/rondo/feed'],
  ['/rondos/x', '/rondo/', '/rondo/rondos/x'],
  // Never the name of another host.
  ['//evil.example', '/rondo/', '/rondo//evil.example'],
  ['/', '/music/rondo/', '/music/rondo/'],
  ['/rondo', '/rondo/', null],
  ['/rondo/', '/rondo/', null],
  ['/rondo/feed', '/rondo/', null],
  // The router reads it so.
  ['/Rondo/feed', '/rondo/', null],
  ['/', '/', null],
  ['//x', '/', null],
])('leads from %s of a server at %s to %s', (pathname, base, expected) => {
  expect(missedBase(pathname, base)).toBe(expected);
});
