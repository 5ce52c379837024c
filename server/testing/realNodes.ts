import { temporaryFolder } from './folders.ts';
import { hasPostgres, startPostgres } from './postgres.ts';
import { hasRedis, startRedis } from './redis.ts';
import { startTestS3 } from './s3.ts';
import { type ServerProcess, startServerProcess } from './serverProcess.ts';

/** What several nodes stand on: one PostgreSQL, one Redis and one S3-compatible store, all real. */
export interface RealStores {
  readonly databaseUrl: string;
  /** Settings of a node on them. */
  readonly environment: Record<string, string>;
  /** Makes a folder that is gone after `close`. */
  makeFolder(): Promise<string>;
  /** Objects in the store of files, counted from outside. */
  countFiles(): Promise<number>;
  /** Ends what was begun, before the stores. */
  onClose(end: () => Promise<unknown>): void;
  close(): Promise<void>;
}

/** Real server processes on one PostgreSQL, one Redis and one S3-compatible store. */
export interface RealNodes extends Pick<RealStores, 'countFiles' | 'close'> {
  /** What `openDatabase` opens beside the nodes. */
  readonly place: { readonly databaseUrl: string; readonly dataFolder: string };
  /** The nodes that were started, in order. A test that kills a node removes it from this list. */
  readonly nodes: ServerProcess[];
  /** Starts one more. */
  add(): Promise<ServerProcess>;
}

/** Whether this machine can have them; prints a sentence for each that it lacks. */
export function canHaveRealNodes(): boolean {
  return [hasPostgres(), hasRedis()].every(Boolean);
}

/**
 * Starts the stores. With their settings one address may call and connect as often as it likes, and forwarded addresses are
 * believed, so that one machine can be many.
 */
export async function startRealStores(): Promise<RealStores> {
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
    const databaseUrl = await postgres.createDatabase();
    return {
      databaseUrl,
      environment: {
        DATABASE_URL: databaseUrl,
        REDIS_URL: redis.url,
        ...s3.environment,
        RATE_LIMIT: '1000000',
        TRUST_PROXY: '1',
      },
      async makeFolder() {
        const folder = await temporaryFolder();
        closing.push(() => folder.remove());
        return folder.path;
      },
      countFiles: s3.count,
      onClose: (end) => closing.push(end),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts so many nodes at the same time, on stores of their own. */
export async function startRealNodes(
  count: number,
  environment: Record<string, string> = {},
): Promise<RealNodes> {
  const stores = await startRealStores();
  const { databaseUrl, countFiles, close } = stores;
  try {
    const dataFolder = await stores.makeFolder();
    const nodes: ServerProcess[] = [];
    stores.onClose(() => Promise.all(nodes.map((node) => node.kill())));
    const add = async () => {
      const node = await startServerProcess(dataFolder, { ...stores.environment, ...environment });
      nodes.push(node);
      return node;
    };
    await Promise.all(Array.from({ length: count }, add));
    return { place: { databaseUrl, dataFolder }, nodes, countFiles, add, close };
  } catch (error) {
    await close();
    throw error;
  }
}
