import { expect, it } from 'vitest';
import { crashRepeatedly } from './testing/crash.ts';
import { crashDuringCommits } from './testing/crashCommits.ts';
import { crashDuringLeaving } from './testing/crashLeaving.ts';
import { crashDuringPictures } from './testing/crashPictures.ts';
import { crashDuringUploads } from './testing/crashUploads.ts';
import { describeDatabaseUrls } from './testing/databases.ts';

it('loses nothing that was acknowledged when the process is killed', async () => {
  const { acknowledged, lost } = await crashRepeatedly([30, 110, 190, 270]);
  expect(acknowledged).toBeGreaterThan(20);
  expect(lost).toEqual([]);
});

describeDatabaseUrls('a server that is killed', (newUrl) => {
  it('loses no acknowledged commit', async () => {
    const { acknowledged, lost, halfStored } = await crashDuringCommits(
      [200, 400],
      await newUrl(true),
    );
    expect(acknowledged).toBeGreaterThan(5);
    expect(lost).toEqual([]);
    expect(halfStored).toEqual([]);
  });
});

it('loses no acknowledged loop when the server is killed', async () => {
  const { acknowledged, lost, halfStored, orphans } = await crashDuringUploads([0, 400]);
  expect(acknowledged).toBeGreaterThan(1);
  expect([lost, halfStored, orphans]).toEqual([[], [], 0]);
});

describeDatabaseUrls('a server that is killed', (newUrl, { isThorough, itOnce }) => {
  // Its row comes as that of a commit does, after its file: on each database in the long run, over twenty kills.
  itOnce('loses no acknowledged picture', async () => {
    const { acknowledged, lost } = await crashDuringPictures([200, 500], await newUrl(true));
    expect(acknowledged).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  });

  it('goes on to remove what a deleted account owned', async () => {
    const { leftAtKill, builtOn, ...result } = await crashDuringLeaving(
      isThorough ? 2 : 1,
      await newUrl(true),
    );
    // Each time in the middle of it.
    expect(leftAtKill.every((left) => left > 0)).toBe(true);
    expect(result).toEqual({
      signIn: 401,
      left: { rifffs: [builtOn], shares: 0, loops: 0, files: 0 },
      counted: 1,
      hasContent: false,
    });
  });
});
