import { expect, it } from 'vitest';
import { waitText } from './waitText.ts';

it('tells a length of time in two units at most', () => {
  const told = [400, 42_000, 200_000, 3_600_000, 18_600_000, 86_400_000, 187_200_000].map(waitText);
  expect(told).toEqual([
    ...['under 1 s', '42 s', '3 min 20 s', '1 h', '5 h 10 min'],
    ...['1 day', '2 days 4 h'],
  ]);
});
