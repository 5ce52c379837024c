import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { slowest } from './loadFigures.ts';

it('tells the slowest calls first, with the bounds within which half and 99 % of each were answered', async () => {
  const seconds = new Histogram({
    name: 'seconds',
    help: 'x',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.1, 1],
    registers: [new Registry()],
  });
  const answer = (route: string, status: number, sec: number, times: number) => {
    for (let at = 0; at < times; at++) seconds.observe({ method: 'GET', route, status }, sec);
  };
  answer('/fast', 200, 0.005, 200);
  answer('/mixed', 200, 0.005, 60);
  answer('/mixed', 500, 0.05, 40);
  answer('/slow', 200, 30, 1);
  const { values } = await seconds.get();
  expect(slowest(values)).toEqual([
    // Longer than any bucket: the last one is said.
    { method: 'GET', route: '/slow', count: 1, failed: 0, p50Ms: 1000, p99Ms: 1000 },
    { method: 'GET', route: '/mixed', count: 100, failed: 40, p50Ms: 10, p99Ms: 100 },
    { method: 'GET', route: '/fast', count: 200, failed: 0, p50Ms: 10, p99Ms: 10 },
  ]);
  expect(slowest(values, 1)).toHaveLength(1);
});
