import { describe, expect, it } from 'vitest';
import { crashDuringUploads, type UploadCrashPlace } from '../../testing/crashUploads.ts';
import { describeDatabaseUrls } from '../../testing/databases.ts';
import { startTestS3 } from '../../testing/s3.ts';

/** Kills the server twenty times, at all moments of an upload. */
async function killTwentyTimes(place: UploadCrashPlace): Promise<void> {
  const delaysMs = Array.from({ length: 20 }, (_, at) => (at * 137) % 900);
  const { acknowledged, lost, halfStored, orphans, sentAgain } = await crashDuringUploads(
    delaysMs,
    place,
  );
  console.info(`${acknowledged} loops acknowledged, ${sentAgain} sent again, ${lost.length} lost`);
  expect(acknowledged).toBeGreaterThan(60);
  expect([lost, halfStored, orphans]).toEqual([[], [], 0]);
}

const timeout = 600_000;
describeDatabaseUrls('a server that is killed', (newUrl) => {
  it('loses no acknowledged loop over twenty kills', { timeout }, async () => {
    await killTwentyTimes({ databaseUrl: await newUrl() });
  });
});

describe('a server with its files in an S3 store that is killed', () => {
  it('loses no acknowledged loop over twenty kills', { timeout }, async () => {
    const s3 = await startTestS3();
    await killTwentyTimes({ s3 }).finally(() => s3.close());
  });
});
