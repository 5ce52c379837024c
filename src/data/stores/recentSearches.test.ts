import { expect, it } from 'vitest';
import { readRecent, withRecent } from './recentSearches.ts';

it('keeps the latest eight, each once', () => {
  const many = Array.from({ length: 9 }, (_, at) => `text ${at}`).reduce(
    withRecent,
    [] as string[],
  );
  expect(many).toHaveLength(8);
  expect(many[0]).toBe('text 8');
  expect(withRecent(['Tide', 'low'], ' LOW ')).toEqual(['LOW', 'Tide']);
  expect(withRecent(['Tide'], '  ')).toEqual(['Tide']);
});

it('reads nothing out of what is no list of texts', () => {
  expect(readRecent('["a", "", 7, null, "b"]')).toEqual(['a', 'b']);
  for (const wrong of [null, '', '{}', '"a"', '[', 'null']) expect(readRecent(wrong)).toEqual([]);
});
