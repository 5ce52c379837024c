import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Podman } from './podman.ts';

const root = join(import.meta.dirname, '..', '..');
/** The Node of the lock file. */
const NODE = join(root, 'node_modules', `node-${process.platform}-${process.arch}`);
const SUITE = 'bookworm';

const has = (program: string) => spawnSync('which', [program]).status === 0;

/** What is missing for images out of packages of the distribution: a sentence, or undefined. */
export function missingForImages(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    return 'Images are built and run by root on Linux alone.';
  }
  const missing = ['podman', 'runc', 'mmdebstrap', 'dpkg'].filter((program) => !has(program));
  if (missing.length > 0) return `No image was built: there is no ${missing.join(', no ')}.`;
  if (!existsSync(NODE)) return `No image was built: ${NODE} is missing.`;
  return undefined;
}

/** Lays a Debian of packages alone into `tar`, unless one is there. Throws where the distribution is not reached. */
function layDebian(tar: string, packages: readonly string[]): void {
  if (existsSync(tar)) return;
  // What was not finished does not count as laid.
  const unfinished = tar.replace(/\.tar$/, '.part.tar');
  execFileSync(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=essential',
      '--dpkgopt=force-unsafe-io',
      `--include=${packages.join(',')}`,
      SUITE,
      unfinished,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  renameSync(unfinished, tar);
}

/** The folder of the npm that started this run, or of the one on the path. */
function findNpm(): string {
  const path = process.env.npm_execpath ?? execFileSync('which', ['npm'], { encoding: 'utf8' });
  return dirname(dirname(realpathSync(path.trim())));
}

/** Where Node's packages come from may be known by a certificate of this machine alone. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Makes an image like `node:24-bookworm-slim`: a Debian with Node and npm.
 * @param folder takes what the image is made of
 */
export function makeNodeBase(podman: Podman, folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  // With binutils, for there is no apt in it that could fetch them.
  layDebian(join(folder, 'base.tar'), ['libstdc++6', 'binutils']);
  copyFileSync(join(NODE, 'bin', 'node'), join(folder, 'node'));
  copyFileSync(join(NODE, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(findNpm(), join(folder, 'npm'), { recursive: true });
  if (existsSync(CERTIFICATES)) copyFileSync(CERTIFICATES, join(folder, 'certificates.crt'));
  else writeFileSync(join(folder, 'certificates.crt'), '');
  writeFileSync(
    join(folder, 'Dockerfile'),
    `FROM scratch
ADD base.tar /
COPY node /usr/local/bin/node
COPY LICENSE /usr/local/LICENSE
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.crt /usr/local/certificates.crt
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_EXTRA_CA_CERTS=/usr/local/certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
`,
  );
  podman.run('build', '--format', 'docker', '--network', 'host', '--tag', name, folder);
}

/**
 * Makes an image with PostgreSQL and Redis of the distribution, which takes the settings that the images named in
 * `compose.yaml` take.
 */
export function makeStoresBase(podman: Podman, folder: string, name: string): void {
  mkdirSync(folder, { recursive: true });
  layDebian(join(folder, 'base.tar'), ['postgresql', 'redis-server']);
  writeFileSync(
    join(folder, 'start.sh'),
    `#!/bin/sh
set -e
[ $# -eq 0 ] || exec "$@"
export PGDATA=/var/lib/postgresql/data/files
bin=$(echo /usr/lib/postgresql/*/bin)
chown postgres /var/lib/postgresql/data
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -d $PGDATA ]; then
  cp "$POSTGRES_PASSWORD_FILE" /tmp/password && chown postgres /tmp/password
  as_postgres $bin/initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 >/dev/null
  echo 'host all all all scram-sha-256' >> $PGDATA/pg_hba.conf
  echo "create database $POSTGRES_DB" | as_postgres $bin/postgres --single postgres >/dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups $bin/postgres -h 0.0.0.0 -k /tmp
`,
    { mode: 0o755 },
  );
  writeFileSync(
    join(folder, 'Dockerfile'),
    `FROM scratch
ADD base.tar /
COPY start.sh /start.sh
ENV PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
RUN ln -s /usr/bin/redis-server /usr/local/bin/valkey-server
ENTRYPOINT ["/start.sh"]
`,
  );
  podman.run('build', '--format', 'docker', '--network', 'host', '--tag', name, folder);
}

/**
 * Makes an image with an S3-compatible store out of packages of Node, which takes what `compose.yaml` tells SeaweedFS.
 * @param packages image with all packages of this repository in `/app`
 */
export function makeFilesBase(
  podman: Podman,
  folder: string,
  name: string,
  packages: string,
): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'store.mjs'),
    `import { readFileSync } from 'node:fs';
import S3rver from 's3rver';
import accounts from 's3rver/lib/models/account.js';
const option = (name) => process.argv.find((one) => one.startsWith(name + '=')).slice(name.length + 1);
for (const { credentials } of JSON.parse(readFileSync(option('-s3.config'))).identities) {
  for (const { accessKey, secretKey } of credentials) accounts.DUMMY_ACCOUNT.createKeyPair(accessKey, secretKey);
}
const [directory, port] = [option('-dir'), Number(option('-s3.port'))];
await new S3rver({ address: '0.0.0.0', port, directory, vhostBuckets: false, silent: true }).run();
`,
  );
  writeFileSync(
    join(folder, 'Dockerfile'),
    `FROM ${packages}
COPY store.mjs /app/store.mjs
ENTRYPOINT ["node", "/app/store.mjs"]
`,
  );
  podman.run('build', '--format', 'docker', '--tag', name, folder);
}
