import { expect, it } from 'vitest';
import { crashDuringTransactions } from '../../server/testing/crashChain.ts';
import { describeDatabaseUrls } from '../../server/testing/databases.ts';

describeDatabaseUrls('the play-money chain over twenty kills', (newUrl) => {
  it('has every transaction whole or not at all', { timeout: 300_000 }, async () => {
    const delaysMs = Array.from({ length: 20 }, (_, at) => (at * 37) % 400);
    const { acknowledged, ...rest } = await crashDuringTransactions(delaysMs, await newUrl());
    console.info(`${acknowledged} transactions acknowledged`);
    expect(acknowledged).toBeGreaterThan(20);
    expect(rest).toEqual({ lost: [], half: 0, missingBlocks: 0, missingCoins: 0n });
  });
});
