import { readdir } from 'node:fs/promises';
import S3rver from 's3rver';
import { temporaryFolder } from './folders.ts';

/** An S3 store of its own in a folder: another program's server that speaks the protocol, on a free port. */
export interface TestS3 {
  /** Settings of a server that keeps its blobs there. */
  readonly environment: Record<string, string>;
  /** How many objects it holds, counted from outside. */
  count(): Promise<number>;
  close(): Promise<void>;
}

const KEY = 'S3RVER';

/** Starts one with an empty bucket. */
export async function startTestS3(): Promise<TestS3> {
  const folder = await temporaryFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder.path,
    vhostBuckets: false,
    configureBuckets: [{ name: 'rondo', configs: [] }],
  });
  const { port } = await server.run();
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'rondo',
      S3_ACCESS_KEY_ID: KEY,
      S3_SECRET_ACCESS_KEY: KEY,
      S3_FORCE_PATH_STYLE: 'on',
    },
    async count() {
      const entries = await readdir(folder.path, { recursive: true });
      return entries.filter((name) => name.endsWith('_object')).length;
    },
    async close() {
      await server.close();
      await folder.remove();
    },
  };
}
