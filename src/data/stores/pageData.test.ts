import { expect, test } from 'vitest';
import { fetchPageData, pageData } from './pageData.ts';

test('a fetch is pending for at least 200 ms, then finished without an error', async () => {
  const began = performance.now();
  const beganAt = Date.now();
  const done = fetchPageData(async () => 'here');
  expect(pageData).toMatchObject({ pending: true, error: null });
  expect(await done).toBe('here');
  expect(performance.now() - began).toBeGreaterThanOrEqual(195);
  expect(pageData).toMatchObject({ pending: false, error: null });
  expect(pageData.timestamp).toBeGreaterThanOrEqual(beganAt);
});

test('a failed one keeps its sentence until the next begins, and is thrown on', async () => {
  await expect(fetchPageData(() => Promise.reject(new Error('Request error')), 1)).rejects.toThrow(
    'Request error',
  );
  expect(pageData).toMatchObject({ pending: false, error: 'Request error' });
  const next = fetchPageData(async () => 1, 1);
  expect(pageData.error).toBeNull();
  await next;
});

test('of two at once the page is pending until the later one is there', async () => {
  const quick = fetchPageData(async () => 1, 1);
  const slow = fetchPageData(() => new Promise((resolve) => setTimeout(resolve, 60)), 1);
  await quick;
  expect(pageData.pending).toBe(true);
  await slow;
  expect(pageData.pending).toBe(false);
});
