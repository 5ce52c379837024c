import { expect, it } from 'vitest';
import { crashDuringPictures } from '../../testing/crashPictures.ts';
import { describeDatabaseUrls } from '../../testing/databases.ts';

describeDatabaseUrls('a server that is killed', (newUrl) => {
  it('loses no acknowledged picture over twenty kills', { timeout: 600_000 }, async () => {
    const delaysMs = Array.from({ length: 20 }, (_, at) => 200 + ((at * 137) % 700));
    const { acknowledged, lost } = await crashDuringPictures(delaysMs, await newUrl());
    console.info(`${acknowledged} pictures acknowledged, ${lost.length} lost`);
    expect(acknowledged).toBeGreaterThan(100);
    expect(lost).toEqual([]);
  });
});
