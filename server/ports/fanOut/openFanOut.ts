import type { Settings } from '../../settings.ts';
import type { Database } from '../database/database.ts';
import { installationId } from '../database/installation.ts';
import type { FanOut } from './fanOut.ts';

/**
 * Opens Redis when `REDIS_URL` is set, else a fan-out for this process alone. Servers that share one Redis, by mistake
 * or by thrift, do not hear each other: publishing knows no numbers of databases, so names begin with the installation.
 *
 * @param database migrated
 */
export async function openFanOut(
  { redisUrl }: Pick<Settings, 'redisUrl'>,
  database: Database,
  onError?: (error: unknown) => void,
): Promise<FanOut> {
  if (redisUrl) {
    const { openRedisFanOut } = await import('./redis.ts');
    return openRedisFanOut(redisUrl, onError, `rondo:${await installationId(database)}:`);
  }
  const { createLocalHub } = await import('./local.ts');
  return createLocalHub().join();
}
