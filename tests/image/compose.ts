import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../browsers/driver.ts';
import { freePort } from '../support/freePort.ts';
import type { Steps } from '../support/steps.ts';
import { makeStoresBase } from './base.ts';
import { fetchFirstRifff } from './container.ts';
import type { Podman } from './podman.ts';

const root = join(import.meta.dirname, '..', '..');
const STORES = 'localhost/rondo-stores';
const BOUND_MS = 300_000;

/** Runs podman-compose on the files in a folder. @returns status and output */
function compose(podman: Podman, folder: string, env: NodeJS.ProcessEnv, ...command: string[]) {
  const { status, stdout, stderr } = spawnSync(
    'podman-compose',
    [`--podman-args=${podman.arguments.join(' ')}`, ...command],
    { cwd: folder, encoding: 'utf8', env: { ...podman.environment, ...env }, maxBuffer: 2 ** 28 },
  );
  return { status, out: `${stdout ?? ''}${stderr ?? ''}` };
}

/**
 * Brings up `compose.yaml` with PostgreSQL and Redis of the distribution in the place of the images that it names, in a copy
 * of what an operator has.
 */
export async function tryCompose(
  podman: Podman,
  parent: string,
  image: string,
  steps: Steps,
): Promise<void> {
  if (spawnSync('podman-compose', ['--help']).status !== 0) {
    steps.skip('No podman-compose: compose.yaml was not brought up.');
    return;
  }
  const folder = join(parent, 'compose');
  mkdirSync(join(folder, 'deploy'), { recursive: true });
  for (const file of ['compose.yaml', 'compose.small.yaml', 'deploy/secrets.sh']) {
    copyFileSync(join(root, file), join(folder, file));
  }
  const port = await freePort();
  const env = {
    RONDO_IMAGE: image,
    POSTGRES_IMAGE: STORES,
    REDIS_IMAGE: STORES,
    PUBLISHED_AT: `127.0.0.1:${port}`,
  };
  const run = (...command: string[]) => {
    const { status, out } = compose(podman, folder, env, ...command);
    if (status !== 0) throw new Error(`podman-compose ${command.join(' ')}: ${out.slice(-2000)}`);
    return out;
  };
  const isLaid = await steps.step('PostgreSQL and Redis of the distribution are laid out', () => {
    makeStoresBase(podman, join(parent, 'stores'), STORES);
  });
  if (!isLaid) return;
  try {
    await steps.step('compose.yaml brings up Rondo with PostgreSQL and Redis', async () => {
      const { status } = spawnSync('sh', ['deploy/secrets.sh'], { cwd: folder });
      if (status !== 0) throw new Error('deploy/secrets.sh failed');
      run('up', '--detach', '--no-build', 'postgres', 'redis', 'rondo');
      const isUp = () =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until('Rondo', isUp, BOUND_MS).catch((error: unknown) => {
        throw new Error(`${error}\n${compose(podman, folder, env, 'logs', 'rondo').out}`);
      });
      await fetchFirstRifff(`http://127.0.0.1:${port}`);
    });
    await steps.step('which keeps its rows in PostgreSQL, and is connected to Redis', () => {
      const asked = (service: string, ...command: string[]) =>
        podman.run('exec', `compose_${service}_1`, 'sh', '-c', ...command);
      const password = 'PGPASSWORD=$(cat /run/secrets/postgres_password)';
      const query = `psql -h 127.0.0.1 -U rondo -tAc 'select count(*) from shares'`;
      const shares = Number(asked('postgres', `${password} ${query}`));
      if (!(shares > 0)) throw new Error('No share in PostgreSQL.');
      const redisPassword = `REDISCLI_AUTH=$(sed -n 's/^requirepass //p' /run/secrets/redis_settings)`;
      const clients = asked('redis', `${redisPassword} redis-cli client list`);
      const addresses = clients.split('\n').filter((line) => !/addr=127\.0\.0\.1/.test(line));
      if (addresses.length === 0) throw new Error(`No client of Redis: ${clients}`);
      return `${shares} shares, ${addresses.length} connections`;
    });
  } finally {
    await steps.step('and takes it down', () => {
      run('down');
    });
  }
}
