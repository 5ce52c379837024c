import { describe, expect, it } from 'vitest';
import { crashRepeatedly } from './testing/crash.ts';
import { crashDuringCommits } from './testing/crashCommits.ts';
import { crashDuringOrders } from './testing/crashOrders.ts';
import { crashDuringPictures } from './testing/crashPictures.ts';
import { crashDuringUploads, type UploadCrashPlace } from './testing/crashUploads.ts';
import { describeDatabaseUrls } from './testing/databases.ts';
import { startTestS3 } from './testing/s3.ts';

it('loses nothing that was acknowledged over thirty kills', { timeout: 180_000 }, async () => {
  const delaysMs = Array.from({ length: 30 }, (_, at) => (at * 137) % 900);
  const { acknowledged, lost } = await crashRepeatedly(delaysMs);
  console.info(`${acknowledged} acknowledged, ${lost.length} lost`);
  expect(acknowledged).toBeGreaterThan(500);
  expect(lost).toEqual([]);
});

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

/** Kills the server so many times, at all moments of an upload. */
async function killAgain(times: number, place: UploadCrashPlace): Promise<void> {
  const delaysMs = Array.from({ length: times }, (_, at) => (at * 137) % 900);
  const { acknowledged, lost, halfStored, orphans, sentAgain } = await crashDuringUploads(
    delaysMs,
    place,
  );
  console.info(`${acknowledged} loops acknowledged, ${sentAgain} sent again, ${lost.length} lost`);
  expect(acknowledged).toBeGreaterThan(3 * times);
  expect([lost, halfStored, orphans]).toEqual([[], [], 0]);
}

const timeout = 600_000;
describeDatabaseUrls('a server that is killed', (newUrl) => {
  it('loses no acknowledged loop over twenty kills', { timeout }, async () => {
    await killAgain(20, { databaseUrl: await newUrl() });
  });
});

describe('a server with its files in an S3 store that is killed', () => {
  // Each start looks for every file of the house in the store, which takes the test's store its time.
  it('loses no acknowledged loop over eight kills', { timeout }, async () => {
    const s3 = await startTestS3();
    await killAgain(8, { s3 }).finally(() => s3.close());
  });
});

describeDatabaseUrls('a server that is killed', (newUrl) => {
  it('loses no acknowledged picture over twenty kills', { timeout: 600_000 }, async () => {
    const delaysMs = Array.from({ length: 20 }, (_, at) => 200 + ((at * 137) % 700));
    const { acknowledged, lost } = await crashDuringPictures(delaysMs, await newUrl());
    console.info(`${acknowledged} pictures acknowledged, ${lost.length} lost`);
    expect(acknowledged).toBeGreaterThan(100);
    expect(lost).toEqual([]);
  });
});

describeDatabaseUrls('a server that is killed', (newUrl) => {
  it('leaves a playlist in the old order or the new one over ten kills', { timeout }, async () => {
    const delaysMs = Array.from({ length: 10 }, (_, at) => 20 + ((at * 137) % 300));
    const { acknowledged, broken } = await crashDuringOrders(delaysMs, await newUrl());
    console.info(`${acknowledged} orders acknowledged`);
    expect(acknowledged).toBeGreaterThan(50);
    expect(broken).toEqual([]);
  });
});
