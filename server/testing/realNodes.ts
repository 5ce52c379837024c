import { temporaryFolder } from './folders.ts';
import { hasPostgres, startPostgres } from './postgres.ts';
import { hasRedis, startRedis } from './redis.ts';
import { startTestS3 } from './s3.ts';
import { type ServerProcess, startServerProcess } from './serverProcess.ts';

/** Real server processes on one PostgreSQL, one Redis and one S3-compatible store. */
export interface RealNodes {
  /** What `openDatabase` opens beside the nodes. */
  readonly place: { readonly databaseUrl: string; readonly dataFolder: string };
  /** The nodes that were started, in order. A test that kills a node removes it from this list. */
  readonly nodes: ServerProcess[];
  /** Objects in the store of files, counted from outside. */
  countFiles(): Promise<number>;
  /** Starts one more. */
  add(): Promise<ServerProcess>;
  close(): Promise<void>;
}

/** Whether this machine can have them; prints a sentence for each that it lacks. */
export function canHaveRealNodes(): boolean {
  return [hasPostgres(), hasRedis()].every(Boolean);
}

/**
 * Starts so many nodes at the same time. One address may call and connect as often as it likes, and forwarded addresses
 * are believed, so that one machine can be many.
 */
export async function startRealNodes(
  count: number,
  environment: Record<string, string> = {},
): Promise<RealNodes> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.reverse()) await end();
  };
  try {
    const postgres = await startPostgres();
    closing.push(() => postgres.stop());
    const redis = await startRedis();
    closing.push(() => redis.stop());
    const s3 = await startTestS3();
    closing.push(() => s3.close());
    const folder = await temporaryFolder();
    closing.push(() => folder.remove());
    const databaseUrl = await postgres.createDatabase();
    const nodes: ServerProcess[] = [];
    closing.push(() => Promise.all(nodes.map((node) => node.kill())));
    const add = async () => {
      const node = await startServerProcess(folder.path, {
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis.url,
        ...s3.environment,
        RATE_LIMIT: '1000000',
        TRUST_PROXY: '1',
        ...environment,
      });
      nodes.push(node);
      return node;
    };
    await Promise.all(Array.from({ length: count }, add));
    const place = { databaseUrl, dataFolder: folder.path };
    return { place, nodes, countFiles: s3.count, add, close };
  } catch (error) {
    await close();
    throw error;
  }
}
