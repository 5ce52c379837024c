import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { S3Settings } from '../../settings.ts';
import { reasonOf, StartError } from '../../startError.ts';
import { assertHash, BlobMissingError, type BlobStore, unlessMissing } from './blobStore.ts';
import { openSpool, probeSpool, spool } from './spool.ts';

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}

function objectKey(hash: string): string {
  assertHash(hash);
  return `blobs/${hash.slice(0, 2)}/${hash}`;
}

class S3Blobs implements BlobStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #spool: string;

  constructor(client: S3Client, bucket: string, spoolFolder: string) {
    this.#client = client;
    this.#bucket = bucket;
    this.#spool = spoolFolder;
  }

  /** The hash must be known before the object has a name, so the source goes through a local file. */
  async put(...[source, options]: Parameters<BlobStore['put']>) {
    const { path, hash, size } = await spool(this.#spool, source, options);
    try {
      const known = await this.stat(hash);
      if (known?.size !== size) {
        const params = { ...this.#object(hash), Body: createReadStream(path) };
        await new Upload({ client: this.#client, params }).done();
      }
    } finally {
      await rm(path, { force: true });
    }
    return { hash, size };
  }

  async get(hash: string): Promise<Readable> {
    return this.#read(hash, undefined);
  }

  async getRange(hash: string, start: number, end: number): Promise<Readable> {
    return this.#read(hash, `bytes=${start}-${end}`);
  }

  async stat(hash: string) {
    const head = new HeadObjectCommand(this.#object(hash));
    const found = await unlessMissing(this.#client.send(head), isMissing);
    return found && { hash, size: found.ContentLength ?? 0 };
  }

  async has(hash: string): Promise<boolean> {
    return (await this.stat(hash)) !== undefined;
  }

  async delete(hash: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(hash)));
  }

  async hasAny(): Promise<boolean> {
    const prefix = { Bucket: this.#bucket, Prefix: 'blobs/', MaxKeys: 1 };
    const { Contents = [] } = await this.#client.send(new ListObjectsV2Command(prefix));
    return Contents.length > 0;
  }

  /** Throws when the bucket does not answer. */
  async reach(): Promise<void> {
    await this.#client.send(new HeadBucketCommand({ Bucket: this.#bucket }));
  }

  async check(): Promise<void> {
    await this.reach();
    await probeSpool(this.#spool);
  }

  async tryWrite(): Promise<void> {
    await this.check();
    const probe = { Bucket: this.#bucket, Key: `probes/${randomBytes(8).toString('hex')}` };
    await this.#client.send(new PutObjectCommand({ ...probe, Body: 'probe' }));
    await this.#client.send(new DeleteObjectCommand(probe));
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  async #read(hash: string, range: string | undefined): Promise<Readable> {
    const command = new GetObjectCommand({ ...this.#object(hash), Range: range });
    const found = await unlessMissing(this.#client.send(command), isMissing);
    if (!found) throw new BlobMissingError(hash);
    return found.Body as Readable;
  }

  #object(hash: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: objectKey(hash) };
  }
}

/**
 * Blobs in an S3-compatible bucket that exists, on their way there in `incoming` of `dataFolder`. Throws a
 * `StartError` when the bucket cannot be reached or the folder cannot be written.
 */
export async function openS3Blobs(settings: S3Settings, dataFolder: string): Promise<BlobStore> {
  const { accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region: settings.region,
    endpoint: settings.endpoint,
    forcePathStyle: settings.forcePathStyle,
    // A store that says nothing must not hold a caller for ever.
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    // The SDK's newer default frames streams in aws-chunked, which some compatible stores keep as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const spoolFolder = join(dataFolder, 'incoming');
  await openSpool(spoolFolder).catch((cause) => {
    throw new StartError(`The folder ${spoolFolder} cannot be written (${reasonOf(cause)}).`, {
      cause,
    });
  });
  const blobs = new S3Blobs(client, settings.bucket, spoolFolder);
  try {
    await blobs.reach();
  } catch (error) {
    await blobs.close();
    throw new StartError(
      `The bucket ${settings.bucket} of S3_BUCKET cannot be used (${reasonOf(error)}).`,
      { cause: error },
    );
  }
  return blobs;
}
