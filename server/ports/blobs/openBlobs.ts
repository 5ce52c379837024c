import type { Settings } from '../../settings.ts';
import type { BlobStore } from './blobStore.ts';

/** Opens the S3 bucket when `S3_BUCKET` is set, else the `blobs` folder of the data folder. */
export async function openBlobs(settings: Pick<Settings, 's3' | 'dataFolder'>): Promise<BlobStore> {
  if (settings.s3) {
    const { openS3Blobs } = await import('./s3.ts');
    return openS3Blobs(settings.s3, settings.dataFolder);
  }
  const { openDiskBlobs } = await import('./disk.ts');
  return openDiskBlobs(settings.dataFolder);
}
