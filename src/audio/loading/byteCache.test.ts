import { expect, it } from 'vitest';
import { ByteCache } from './byteCache.ts';

it('keeps what was used last, and less of it while others hold a part of the budget', () => {
  const cache = new ByteCache<string>(100);
  for (const key of ['a', 'b', 'c']) cache.set(key, key, 30);
  cache.get('a');
  const held = () => ['a', 'b', 'c', 'd'].filter((key) => cache.get(key));
  cache.reserve(20);
  expect(cache.bytes).toBe(60);
  cache.set('d', 'd', 30);
  expect([cache.bytes, held()]).toEqual([60, ['a', 'd']]);
  cache.reserve(500);
  expect(cache.bytes).toBe(0);
  cache.reserve(0);
  cache.set('a', 'a', 100);
  expect(held()).toEqual(['a']);
});
