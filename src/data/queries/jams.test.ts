import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { forgetJam, refreshJams } from './jams.ts';

it('asks again when something arrives while the first answer is on its way', async () => {
  const queries = new QueryClient();
  const answers: ((rifffs: string[]) => void)[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['jams', 'room', 'rifffs'],
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  expect(answers).toHaveLength(1);
  const refreshed = refreshJams(queries);
  // What was answered before the news comes after them.
  answers[0]!([]);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]!(['Nº 1']);
  await refreshed;
  expect(observer.getCurrentResult().data).toEqual(['Nº 1']);
  stop();
  queries.clear();
});

it('forgets all of one jam, and nothing of others', () => {
  const queries = new QueryClient();
  const keys = [
    ['jams', 'room'],
    ['jams', 'long', 'rifffs'],
    ['chat', 'room'],
    ['tracks', 'room'],
    ['rifff', 'several', ['room/r1', 'room/r2']],
    ['jams', 'mine'],
    ['jams', 'roomy'],
    ['chat', 'other'],
    ['rifff', 'several', ['other/r1']],
  ];
  for (const key of keys) queries.setQueryData(key, 'known');
  forgetJam(queries, ['room', 'long']);
  const left = queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);
  expect(left).toEqual(keys.slice(5));
});
