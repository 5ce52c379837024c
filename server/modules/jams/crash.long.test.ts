import { expect, it } from 'vitest';
import { crashDuringCommits } from '../../testing/crashCommits.ts';
import { describeDatabaseUrls } from '../../testing/databases.ts';

describeDatabaseUrls('a server that is killed', (newUrl) => {
  it('loses no acknowledged commit over twenty kills', { timeout: 600_000 }, async () => {
    const delaysMs = Array.from({ length: 20 }, (_, at) => 150 + ((at * 137) % 900));
    const { acknowledged, lost, halfStored } = await crashDuringCommits(delaysMs, await newUrl());
    console.info(`${acknowledged} commits acknowledged, ${lost.length} lost`);
    expect(acknowledged).toBeGreaterThan(200);
    expect(lost).toEqual([]);
    expect(halfStored).toEqual([]);
  });
});
