import { expect, it } from 'vitest';
import { crashDuringPictures } from '../../testing/crashPictures.ts';
import { describeDatabaseUrls } from '../../testing/databases.ts';

describeDatabaseUrls('a server that is killed', (newUrl) => {
  it('loses no acknowledged picture', { timeout: 120_000 }, async () => {
    const { acknowledged, lost } = await crashDuringPictures([500, 900], await newUrl());
    expect(acknowledged).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  });
});
