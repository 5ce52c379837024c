import { expect, it } from 'vitest';
import { mediaUrl, subPathOf, withoutSubPath } from './subPath.ts';

it.each([
  [undefined, ''],
  ['https://rondo.example', ''],
  ['http://localhost:4000', ''],
  ['https://example.org/rondo', '/rondo'],
  ['HTTPS://example.org:8443/music/rondo', '/music/rondo'],
])('finds the path of %s', (publicUrl, subPath) => {
  expect(subPathOf(publicUrl)).toBe(subPath);
  expect(mediaUrl('k1', publicUrl)).toBe(`${subPath}/media/k1`);
});

it.each([
  ['/rondo', '/'],
  ['/rondo/', '/'],
  ['/rondo?a=1', '/?a=1'],
  ['/rondo/jam/x?back=/rondo/y', '/jam/x?back=/rondo/y'],
  ['http://example.org/rondo/api/site', 'http://example.org/api/site'],
  // What a proxy took the path away from, and what only begins alike.
  ['/api/site', '/api/site'],
  ['/healthz', '/healthz'],
  ['/rondos/x', '/rondos/x'],
  ['/rondo-2', '/rondo-2'],
  ['/x/rondo/y', '/x/rondo/y'],
  ['*', '*'],
])('takes the path away from %s', (url, rest) => {
  expect(withoutSubPath(url, '/rondo')).toBe(rest);
  expect(withoutSubPath(url, '')).toBe(url);
});
