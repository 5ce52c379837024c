import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createClient } from '@redis/client';

const START_TIMEOUT_MS = 10_000;

/** A Redis that a test may use as it likes. */
export interface TestRedis {
  readonly url: string;
  /** Breaks every connection, as a restart would; clients connect again by themselves. */
  cut(): Promise<void>;
  stop(): Promise<void>;
}

function findBinary(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return ['redis-server', 'valkey-server']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find(existsSync);
}

/** Whether tests can have a Redis here; prints a sentence when they cannot. */
export function hasRedis(): boolean {
  if (process.env.TEST_REDIS_URL || findBinary()) return true;
  console.warn('Redis is not installed here: its half of these tests is skipped.');
  return false;
}

async function cutAt(url: string): Promise<void> {
  const client = createClient({ url });
  await client.connect();
  for (const type of ['normal', 'pubsub']) {
    await client.sendCommand(['CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes']);
  }
  await client.close();
}

async function isUp(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.close();
    return true;
  } catch {
    return false;
  }
}

/** The Redis of `TEST_REDIS_URL`, else one of the machine's own binary that keeps nothing on the disk. */
export async function startRedis(): Promise<TestRedis> {
  const given = process.env.TEST_REDIS_URL;
  if (given) return { url: given, cut: () => cutAt(given), stop: async () => {} };
  const binary = findBinary();
  if (!binary) throw new Error('Redis is not installed here');
  const folder = join(tmpdir(), `rondo-redis-${randomBytes(6).toString('hex')}`);
  mkdirSync(folder, { mode: 0o700 });
  // Ports are taken by chance until one is free: the client knows no socket in a folder by its address.
  for (let tries = 0; tries < 10; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 20_000);
    const url = `redis://127.0.0.1:${port}`;
    const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
    const child = spawn(binary, flags, { stdio: 'ignore' });
    let hasEnded = false;
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => {
        hasEnded = true;
        resolve();
      });
      child.once('error', () => resolve());
    });
    const until = Date.now() + START_TIMEOUT_MS;
    while (!hasEnded && Date.now() < until) {
      if (await isUp(url)) {
        const stop = async () => {
          child.kill('SIGTERM');
          await ended;
          rmSync(folder, { recursive: true, force: true });
        };
        return { url, cut: () => cutAt(url), stop };
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    child.kill('SIGKILL');
  }
  rmSync(folder, { recursive: true, force: true });
  throw new Error('Redis did not start');
}
