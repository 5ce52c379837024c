import { HostGasLimitExceededError } from 'near-api-js/rpc-errors';
import { expect, it } from 'vitest';
import { pager } from './pages.ts';

it('views that run out of gas are read in smaller pages, from where they are', async () => {
  const rows = Array.from({ length: 730 }, (_, index) => index);
  const sizes: number[] = [];
  const read = async (from: number, limit: number) => {
    sizes.push(limit);
    if (limit > 50) throw new HostGasLimitExceededError('', 1);
    return rows.slice(from, from + limit);
  };
  expect(await pager()(read, 10, 500)).toEqual(rows.slice(10, 510));
  expect(sizes.slice(0, 3)).toEqual([500, 100, 50]);
  expect(await pager()(read, 700, 500)).toEqual(rows.slice(700));
  const broken = async () => {
    throw new HostGasLimitExceededError('', 1);
  };
  await expect(pager()(broken, 0, 10)).rejects.toThrow(HostGasLimitExceededError);
});
