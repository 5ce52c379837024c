import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/freePort.ts';
import { type Steps, same } from '../support/steps.ts';
import { makeFilesBase, makeStoresBase } from './base.ts';
import { feedOf, fetchFirstRifff, untilWell } from './container.ts';
import type { Podman } from './podman.ts';

const root = join(import.meta.dirname, '..', '..');
const STORES = 'localhost/rondo-stores';
const FILES = 'localhost/rondo-files';
const SMALL = ['--file', 'compose.small.yaml'];

/** An operator's folder with the two files and what makes their secrets, at a port of its own. */
class Installation {
  readonly #podman: Podman;
  readonly folder: string;
  readonly address: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor(podman: Podman, folder: string, image: string, port: number) {
    this.#podman = podman;
    this.folder = folder;
    this.address = `http://127.0.0.1:${port}`;
    this.#environment = {
      ...podman.environment,
      RONDO_IMAGE: image,
      POSTGRES_IMAGE: STORES,
      REDIS_IMAGE: STORES,
      S3_IMAGE: FILES,
      PUBLISHED_AT: `127.0.0.1:${port}`,
    };
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'deploy'), { recursive: true });
    for (const file of ['compose.yaml', 'compose.small.yaml', 'deploy/secrets.sh']) {
      copyFileSync(join(root, file), join(folder, file));
    }
  }

  /** Runs podman-compose in the folder. @returns status and output */
  try(...command: string[]) {
    const { status, stdout, stderr } = spawnSync(
      'podman-compose',
      [`--podman-args=${this.#podman.arguments.join(' ')}`, ...command],
      { cwd: this.folder, encoding: 'utf8', env: this.#environment, maxBuffer: 2 ** 28 },
    );
    return { status, out: `${stdout ?? ''}${stderr ?? ''}` };
  }

  run(...command: string[]): string {
    const { status, out } = this.try(...command);
    if (status !== 0) throw new Error(`podman-compose ${command.join(' ')}: ${out.slice(-2000)}`);
    return out;
  }

  /** Runs a command of the shell in a service. */
  ask(service: string, command: string): string {
    return this.#podman.run('exec', this.containerOf(service), 'sh', '-c', command);
  }

  containerOf(service: string): string {
    return `compose_${service}_1`;
  }

  untilWell(): Promise<void> {
    return untilWell(this.address, () => this.try('logs', 'rondo').out);
  }
}

/** Brings up `compose.small.yaml` as README.md says it. */
async function trySmall(podman: Podman, parent: string, image: string, steps: Steps) {
  const folder = join(parent, 'compose');
  const small = new Installation(podman, folder, image, await freePort());
  await steps.step('compose.small.yaml brings up Rondo alone', async () => {
    writeFileSync(join(folder, '.env'), 'RONDO_BAND=off\n');
    small.run(...SMALL, 'up', '--detach', '--no-build');
    await small.untilWell();
    const loops = await fetchFirstRifff(small.address);
    const container = small.containerOf('rondo');
    const facts = podman.run('inspect', '--format', '{{.HostConfig.ReadonlyRootfs}}', container);
    if (facts !== 'true') throw new Error('Its root can be written.');
    return `${loops} loops`;
  });
  await steps.step('and it can write into the volume for backups', () => {
    const asked = ['node', 'server/backup/main.ts', 'backup', '/backups'];
    return podman.run('exec', small.containerOf('rondo'), ...asked).split('\n')[0];
  });
  await steps.step('and takes it down, and up with the same data', async () => {
    const before = await feedOf(small.address);
    small.run(...SMALL, 'down');
    small.run(...SMALL, 'up', '--detach', '--no-build');
    await small.untilWell();
    same('feed', await feedOf(small.address), before);
  });
  await steps.step('and down', () => {
    small.run(...SMALL, 'down');
  });
  podman.endAll();
}

/** Brings up `compose.yaml` with stand-ins for the images that it names. */
async function tryWhole(
  podman: Podman,
  parent: string,
  image: string,
  packages: string,
  steps: Steps,
) {
  const isLaid = await steps.step('PostgreSQL, Redis and a store for files are laid out', () => {
    makeStoresBase(podman, join(parent, 'stores'), STORES);
    makeFilesBase(podman, join(parent, 'files'), FILES, packages);
  });
  if (!isLaid) return;
  const folder = join(parent, 'compose');
  const whole = new Installation(podman, folder, image, await freePort());
  try {
    await steps.step('compose.yaml brings up Rondo with all three', async () => {
      const { status } = spawnSync('sh', ['deploy/secrets.sh'], { cwd: folder });
      if (status !== 0) throw new Error('deploy/secrets.sh failed');
      whole.run('up', '--detach', '--no-build', 'postgres', 'redis', 's3', 'bucket', 'rondo');
      await whole.untilWell();
      return `${await fetchFirstRifff(whole.address)} loops`;
    });
    await steps.step('which keeps rows and files there, and is connected to Redis', () => {
      const password = 'PGPASSWORD=$(cat /run/secrets/postgres_password)';
      const query = `psql -h 127.0.0.1 -U rondo -tAc 'select count(*) from shares'`;
      const shares = Number(whole.ask('postgres', `${password} ${query}`));
      if (!(shares > 0)) throw new Error('No share in PostgreSQL.');
      const redisPassword = `REDISCLI_AUTH=$(sed -n 's/^requirepass //p' /run/secrets/redis_settings)`;
      const clients = whole.ask('redis', `${redisPassword} redis-cli client list`);
      const addresses = clients.split('\n').filter((line) => !/addr=127\.0\.0\.1/.test(line));
      if (addresses.length === 0) throw new Error(`No client of Redis: ${clients}`);
      const files = Number(whole.ask('s3', `find /data/rondo -name '*_object' | wc -l`));
      if (!(files > 0)) throw new Error('No file in the store.');
      return `${shares} shares, ${files} files, ${addresses.length} connections`;
    });
    await steps.step('no setting of a container has a secret in it', () => {
      const settings = podman.run(
        'inspect',
        whole.containerOf('rondo'),
        whole.containerOf('postgres'),
      );
      for (const name of ['postgres_password', 'redis_password', 's3_secret_access_key']) {
        const secret = readFileSync(join(folder, 'secrets', name), 'utf8').trim();
        if (settings.includes(secret)) throw new Error(name);
      }
    });
    await steps.step('and its doctor finds nothing to mend', () => {
      const asked = ['node', 'server/main.ts', '--doctor'];
      const { status, out } = podman.try('exec', whole.containerOf('rondo'), ...asked);
      if (status !== 0) throw new Error(out);
    });
  } finally {
    await steps.step('and takes it down', () => {
      whole.run('down');
    });
  }
}

/**
 * Brings up both compose files in a copy of what an operator has: the whole one with PostgreSQL and Redis of the distribution
 * and a store out of packages of Node in the place of the images that it names.
 * @param packages image with all packages of this repository in `/app`
 */
export async function tryCompose(
  podman: Podman,
  parent: string,
  image: string,
  packages: string,
  steps: Steps,
): Promise<void> {
  if (spawnSync('podman-compose', ['--help']).status !== 0) {
    steps.skip('No podman-compose: neither compose file was brought up.');
    return;
  }
  await trySmall(podman, parent, image, steps);
  await tryWhole(podman, parent, image, packages, steps);
}
