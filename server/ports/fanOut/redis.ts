import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import { reasonOf, StartError } from '../../startError.ts';
import type { FanOut, Register } from './fanOut.ts';

type Listener = (message: unknown) => void;

/** Between tries to reach Redis again. */
const MOST_WAIT_MS = 2000;
/** The clock of Redis is asked for so often, and so many times in a row: the fastest answer is the closest. */
const CLOCK = { everyMs: 30_000, probes: 5 };
/** Fields pass by themselves; a key whose fields are not written any more goes after this. */
const KEY_MS = 600_000;

const REPLACE = `if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

function makeClient(url: string) {
  return createClient({
    url,
    // What cannot be told now is found by the numbers of events later; nothing piles up meanwhile.
    disableOfflineQueue: true,
    pingInterval: 5000,
    socket: {
      connectTimeout: 5000,
      reconnectStrategy: (tries) => Math.min(MOST_WAIT_MS, 50 * 2 ** tries),
    },
  });
}
type Client = ReturnType<typeof makeClient>;

function createRegister(client: Client, prefix: string, nowMs: () => number): Register {
  const nameOf = (kind: string, key: string) => `${prefix}${kind}:${key}`;
  return {
    async put(key, field, text, ttlMs) {
      const name = nameOf('fields', key);
      // Each field begins with its end: not every Redis lets fields of one key pass one by one.
      const value = `${Math.ceil(nowMs() + ttlMs)} ${text}`;
      const keyMs = Math.max(KEY_MS, Math.ceil(ttlMs));
      await client.multi().hSet(name, field, value).pExpire(name, keyMs).exec();
    },
    async drop(key, field) {
      await client.hDel(nameOf('fields', key), field);
    },
    async all(key) {
      const found = new Map<string, string>();
      const entries = Object.entries(await client.hGetAll(nameOf('fields', key)));
      for (const [field, value] of entries) {
        const end = value.indexOf(' ');
        if (Number(value.slice(0, end)) > nowMs()) found.set(field, value.slice(end + 1));
      }
      return found;
    },
    async read(key) {
      return client.get(nameOf('single', key));
    },
    async replace(key, previous, next, ttlMs) {
      const answer = await client.eval(REPLACE, {
        keys: [nameOf('single', key)],
        arguments: [previous ?? '', next, String(Math.ceil(ttlMs))],
      });
      return Number(answer) === 1;
    },
  };
}

/** The clock of Redis, as the fastest of a few answers tells it (Cristian's algorithm, 1989). */
function createClock(client: Client) {
  const localMs = () => performance.timeOrigin + performance.now();
  let offsetMs = 0;
  const look = async () => {
    let bestMs = Number.POSITIVE_INFINITY;
    for (let probe = 0; probe < CLOCK.probes; probe++) {
      const sentMs = localMs();
      const [sec, micros] = (await client.sendCommand(['TIME'])) as unknown as [string, string];
      const tripMs = localMs() - sentMs;
      if (tripMs >= bestMs) continue;
      bestMs = tripMs;
      offsetMs = Number(sec) * 1000 + Number(micros) / 1000 - (sentMs + tripMs / 2);
    }
  };
  const timer = setInterval(() => look().catch(() => {}), CLOCK.everyMs).unref();
  return { look, nowMs: () => localMs() + offsetMs, stop: () => clearInterval(timer) };
}

/**
 * Fan-out between nodes by Redis, or anything that speaks as it does. Throws a `StartError` where it cannot be reached
 * at the start; later it connects again by itself and says that there was a gap.
 *
 * @param prefix of every key and channel
 */
export async function openRedisFanOut(
  url: string,
  onError: (error: unknown) => void = () => {},
  prefix = 'rondo:',
): Promise<FanOut> {
  const speaker = makeClient(url);
  const hearer = speaker.duplicate();
  let isStarting = true;
  let refuse: (error: unknown) => void = () => {};
  const refused = new Promise<never>((_, reject) => {
    refuse = reject;
  });
  for (const client of [speaker, hearer]) {
    client.on('error', (error: unknown) => (isStarting ? refuse(error) : onError(error)));
  }
  const clock = createClock(speaker);
  try {
    await Promise.race([Promise.all([speaker.connect(), hearer.connect()]), refused]);
    await clock.look();
  } catch (error) {
    clock.stop();
    speaker.destroy();
    hearer.destroy();
    throw new StartError(`The Redis of REDIS_URL cannot be reached (${reasonOf(error)}).`, {
      cause: error,
    });
  }
  isStarting = false;
  const gaps: (() => void)[] = [];
  hearer.on('ready', () => {
    for (const listener of gaps) listener();
  });
  speaker.on('ready', () => clock.look().catch(() => {}));
  return {
    node: randomUUID(),
    register: createRegister(speaker, prefix, clock.nowMs),
    nowMs: clock.nowMs,
    onGap(listener) {
      gaps.push(listener);
    },
    publish(topic, message) {
      speaker.publish(prefix + topic, JSON.stringify(message)).catch(onError);
    },
    async subscribe(topic, listener: Listener) {
      const hear = (text: string) => listener(JSON.parse(text));
      await hearer.subscribe(prefix + topic, hear);
      return () => {
        hearer.unsubscribe(prefix + topic, hear).catch(onError);
      };
    },
    async close() {
      clock.stop();
      hearer.destroy();
      await speaker.close().catch(() => speaker.destroy());
    },
  };
}
