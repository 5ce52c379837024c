/**
 * The image: built with Podman out of packages of the distribution, started with as few rights as a container can have,
 * and used. Writes `test-results/image.json` with what passed. Where images cannot be built it says why, and ends well.
 * `node tests/image/main.ts FOLDER` keeps what was built there, so that the next run builds what has changed.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../browsers/driver.ts';
import { chromiumPath } from '../chromium.ts';
import { freePort } from '../support/freePort.ts';
import { Steps } from '../support/steps.ts';
import { makeNodeBase, missingForImages } from './base.ts';
import { tryCompose } from './compose.ts';
import { fetchFirstRifff, residentMb, startContainer } from './container.ts';
import { contentsOf, imageFacts } from './contents.ts';
import { Podman } from './podman.ts';

const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'test-results');
mkdirSync(results, { recursive: true });

const MOST_MB = 260;
const MOST_RESIDENT_MB = 225;
/** Journeys that need nothing of the server but itself. */
const JOURNEYS = ['play.e2e.ts', 'feed.e2e.ts'];
/** What journeys ask of their server, as in `playwright.config.ts`. */
const SETTINGS = {
  TRUST_PROXY: '1',
  RONDO_RANDOM_STOCK: '0',
  RONDO_POSTERS: 'off',
  RONDO_MODERATORS: 'referee',
};
const IMAGE = 'localhost/rondo';
const LICENCES = [
  'app/LICENSE',
  'app/THIRD_PARTY_NOTICES',
  'usr/share/doc/node/LICENSE',
  'usr/share/doc/libc6/copyright',
];

const steps = new Steps();
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const atMost = (what: string, value: number, most: number): string => {
  if (!(value <= most)) throw new Error(`${what}: ${value.toFixed(0)} MB, at most ${most}`);
  return `${value.toFixed(0)} MB`;
};
const same = (what: string, value: unknown, wanted: unknown): void => {
  const [is, should] = [JSON.stringify(value), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${what}: ${is} instead of ${should}`);
};

/** Builds the image. @returns whether it is there */
const build = (podman: Podman, folder: string): Promise<boolean> =>
  steps.step('is built', () => {
    makeNodeBase(podman, join(folder, 'base'), 'localhost/rondo-base');
    podman.run(
      ...['build', '--format', 'docker', '--network', 'host', '--tag', IMAGE],
      ...['--build-arg', 'BASE=localhost/rondo-base', root],
    );
  });

async function lookInside(podman: Podman): Promise<void> {
  const { config, mb } = imageFacts(podman, IMAGE);
  await steps.step('is small', () => atMost('size', mb, MOST_MB));
  await steps.step('says who runs it, what it keeps and how it is asked', () => {
    same('user', config.User, '1000:1000');
    same('volumes', Object.keys(config.Volumes), ['/data']);
    same('command', config.Cmd, ['node', 'server/main.ts']);
    same('health check', config.Healthcheck.Test.slice(0, 2), ['CMD', 'node']);
  });
  await steps.step('has licences, and no shell, tool, test or data', () => {
    const { files, strange } = contentsOf(podman, IMAGE);
    same('strange files', strange, []);
    same(
      'missing',
      LICENCES.filter((path) => !files.includes(path)),
      [],
    );
    return `${files.length} files`;
  });
}

/** Runs a command inside a container. */
const within = (podman: Podman, name: string, ...command: string[]) =>
  podman.try('exec', name, ...command);

async function liveWith(podman: Podman, folder: string): Promise<void> {
  const copies = join(folder, 'copies');
  const port = await freePort();
  const began = performance.now();
  let server: Awaited<ReturnType<typeof startContainer>> | undefined;
  await steps.step('starts with a root that cannot be written and without rights', async () => {
    server = await startContainer(podman, IMAGE, 'rondo-first', port, SETTINGS);
    return `well after ${seconds(server.startMs)}`;
  });
  if (!server) return;
  const { name, address } = server;

  await steps.step('the sound of the newest rifff is there', async () => {
    const loops = await fetchFirstRifff(address);
    if (loops === 0) throw new Error('No loop.');
    return `${loops} loops, ${seconds(performance.now() - began)} after the start began`;
  });
  await steps.step('runs as account 1000, and finds no shell', () => {
    same('account', within(podman, name, 'node', '-p', 'process.getuid()').out.trim(), '1000');
    if (within(podman, name, '/bin/sh', '-c', 'true').status === 0) throw new Error('A shell.');
  });
  await steps.step('its health check reads PORT', () => {
    same('healthy', podman.try('healthcheck', 'run', name).status, 0);
    const [, ...check] = imageFacts(podman, IMAGE).config.Healthcheck.Test;
    same('on another port', podman.try('exec', '--env=PORT=9', name, ...check).status, 1);
  });
  await steps.step('needs little memory at rest', async () => {
    const rest = () => residentMb(podman, name);
    await until('rest', () => rest() <= MOST_RESIDENT_MB, 60_000).catch(() => {});
    return atMost('resident', rest(), MOST_RESIDENT_MB);
  });
  if (!chromiumPath()) steps.skip('No Chromium: no journeys through the image.');
  else {
    await steps.step('journeys', () => {
      const { status } = spawnSync(
        process.execPath,
        ['node_modules/@playwright/test/cli.js', 'test', ...JOURNEYS, '--project', 'wide'],
        {
          cwd: root,
          stdio: 'inherit',
          env: {
            ...process.env,
            RONDO_E2E_PORT: String(port),
            RONDO_E2E_RUNNING: '1',
            RONDO_E2E_POSTGRES: '',
          },
        },
      );
      same('status', status, 0);
      return JOURNEYS.join(', ');
    });
  }
  const feed = await (await fetch(`${address}/api/rifff-feed/query?limit=20`)).json();
  await steps.step('makes a copy while it runs', () => {
    rmSync(copies, { recursive: true, force: true });
    mkdirSync(copies);
    chownSync(copies, 1000, 1000);
    const volumes = ['--volume', `${name}:/data`, '--volume', `${copies}:/copies`];
    const said = podman.run('run', '--rm', ...volumes, IMAGE, ...backup('backup', '/copies'));
    return said.split('\n')[0];
  });
  await steps.step('ends in order on SIGTERM', () => {
    podman.run('stop', '--time', '30', name);
    same('status', podman.run('inspect', '--format', '{{.State.ExitCode}}', name), '0');
  });
  await steps.step('a copy is restored into another volume, and holds the same', async () => {
    const volumes = ['--volume', 'rondo-second:/data', '--volume', `${copies}:/copies`];
    podman.run('run', '--rm', ...volumes, IMAGE, ...backup('restore', '/copies'));
    const second = await startContainer(podman, IMAGE, 'rondo-second', port, SETTINGS);
    const again = await (await fetch(`${second.address}/api/rifff-feed/query?limit=20`)).json();
    same('feed', idsOf(again), idsOf(feed));
    podman.run('stop', '--time', '30', second.name);
    return `a start with data is well after ${seconds(second.startMs)}`;
  });
}

const backup = (command: string, folder: string) => [
  ...['node', 'server/backup/main.ts', command, folder],
];
const idsOf = (feed: unknown) =>
  (feed as { data: { rifffs: { _id: string }[] } }).data.rifffs.map(({ _id }) => _id);

console.log('\nThe image');
const missing = missingForImages();
if (missing) steps.skip(missing);
else {
  const kept = process.argv[2];
  // Not the system's folder for temporary files, which may be memory.
  const folder = kept ?? mkdtempSync('/var/tmp/rondo-images-');
  const podman = new Podman(folder);
  try {
    podman.endAll();
    if (await build(podman, folder)) {
      await lookInside(podman);
      await liveWith(podman, folder);
      await tryCompose(podman, folder, IMAGE, steps);
    }
  } finally {
    if (kept) podman.endAll();
    else {
      podman.clear();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}
process.exit(steps.write(join(results, 'image.json')));
