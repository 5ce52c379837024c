import { expect, it } from 'vitest';
import { crashDuringCommits } from '../../testing/crashCommits.ts';
import { describeDatabaseUrls } from '../../testing/databases.ts';

describeDatabaseUrls('a server that is killed', (newUrl) => {
  it('loses no acknowledged commit', { timeout: 120_000 }, async () => {
    const { acknowledged, lost, halfStored } = await crashDuringCommits([400, 700], await newUrl());
    expect(acknowledged).toBeGreaterThan(5);
    expect(lost).toEqual([]);
    expect(halfStored).toEqual([]);
  });
});
