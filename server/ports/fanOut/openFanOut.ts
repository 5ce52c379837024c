import type { Settings } from '../../settings.ts';
import type { FanOut } from './fanOut.ts';

/** Opens Redis when `REDIS_URL` is set, else a fan-out for this process alone. */
export async function openFanOut(
  { redisUrl }: Pick<Settings, 'redisUrl'>,
  onError?: (error: unknown) => void,
): Promise<FanOut> {
  if (redisUrl) {
    const { openRedisFanOut } = await import('./redis.ts');
    return openRedisFanOut(redisUrl, onError);
  }
  const { createLocalHub } = await import('./local.ts');
  return createLocalHub().join();
}
