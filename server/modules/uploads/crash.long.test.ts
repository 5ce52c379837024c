import { describe, expect, it } from 'vitest';
import { crashDuringUploads, type UploadCrashPlace } from '../../testing/crashUploads.ts';
import { describeDatabaseUrls } from '../../testing/databases.ts';
import { startTestS3 } from '../../testing/s3.ts';

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
