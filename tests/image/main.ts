/**
 * The image: built with Podman out of packages of the distribution, started with as few rights as a container can have,
 * and used. Writes `test-results/image.json` with what passed. Where images cannot be built it says why, and ends well.
 * `node tests/image/main.ts FOLDER` keeps what was built there, so that the next run builds what has changed.
 */
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BarId, barOf } from '../../bench/bars.ts';
import { figure } from '../../bench/figure.ts';
import { sleep } from '../browsers/driver.ts';
import { chromiumPath } from '../chromium.ts';
import { freePort } from '../support/freePort.ts';
import { Steps, same } from '../support/steps.ts';
import { makeNodeBase, missingForImages } from './base.ts';
import { tryCompose } from './compose.ts';
import { feedOf, fetchFirstRifff, residentMb, startContainer } from './container.ts';
import { contentsOf, imageFacts, packedMb } from './contents.ts';
import { hearFirstRifff, makeJourneys } from './journeys.ts';
import { Podman } from './podman.ts';
import { tryFullDisk, tryUpgrade } from './trouble.ts';

const root = join(import.meta.dirname, '..', '..');
const results = join(root, 'test-results');
mkdirSync(results, { recursive: true });

/** Journeys that need nothing of the server but itself. */
const JOURNEYS = ['/play.e2e.ts', '/feed.e2e.ts'];
/** What journeys ask of their server, as in `playwright.config.ts`. */
const SETTINGS = {
  TRUST_PROXY: '1',
  RONDO_RANDOM_STOCK: '0',
  RONDO_POSTERS: 'off',
  RONDO_MODERATORS: 'referee',
};
const IMAGE = 'localhost/rondo';
const PACKAGES = 'localhost/rondo-packages';
const LICENCES = [
  'app/LICENSE',
  'app/THIRD_PARTY_NOTICES',
  'usr/share/doc/node/LICENSE',
  'usr/share/doc/libc6/copyright',
];

const steps = new Steps();
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
/** Tells a figure in MB. Throws where its bar is missed: what it says does not depend on the speed of the machine. */
const held = (id: BarId, mb: number): string => {
  if (!figure(id, mb)) throw new Error(`${barOf(id).what}: ${mb.toFixed(0)} MB`);
  return `${mb.toFixed(0)} MB`;
};
/** Builds the image. @returns whether it is there */
const build = (podman: Podman, folder: string): Promise<boolean> =>
  steps.step('is built', () => {
    makeNodeBase(podman, join(folder, 'base'), 'localhost/rondo-base');
    const named = ['build', '--format', 'docker', '--network', 'host'];
    const from = ['--build-arg', 'BASE=localhost/rondo-base', root];
    podman.run(...named, '--tag', IMAGE, ...from);
    // Its first stage, for what stands in for other images.
    podman.run(...named, '--target', 'packages', '--tag', PACKAGES, ...from);
  });

async function lookInside(podman: Podman, folder: string): Promise<void> {
  const { config, mb } = imageFacts(podman, IMAGE);
  await steps.step('is small', () => {
    const packed = packedMb(podman, IMAGE, join(folder, 'packed'));
    return `${held('imageSize', mb)}, ${packed.toFixed(0)} MB packed`;
  });
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
    server = await startContainer(podman, IMAGE, {
      name: 'rondo-first',
      port,
      environment: SETTINGS,
    });
    figure('imageStart', server.startMs / 1000);
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
  await steps.step('its doctor finds nothing to mend', () => {
    const { status, out } = within(podman, name, 'node', 'server/main.ts', '--doctor');
    if (status !== 0) throw new Error(out);
  });
  await steps.step('needs little memory at rest', async () => {
    // Once ten seconds are calm the server gives back what its start took.
    let least = Number.POSITIVE_INFINITY;
    for (let sec = 0; sec < 30; sec++) {
      await sleep(1000);
      least = Math.min(least, residentMb(podman, name));
    }
    return held('imageMemory', least);
  });
  if (!chromiumPath()) steps.skip('No Chromium: no journeys through the image.');
  else {
    await steps.step('journeys', () => {
      makeJourneys(port, JOURNEYS);
      return JOURNEYS.join(', ');
    });
  }
  let feed: string[] = [];
  await steps.step('makes a copy while it runs', async () => {
    feed = await feedOf(address);
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
    const name = 'rondo-second';
    const second = await startContainer(podman, IMAGE, { name, port, environment: SETTINGS });
    same('feed', await feedOf(second.address), feed);
    podman.run('stop', '--time', '30', name);
    return `a start with data is well after ${seconds(second.startMs)}`;
  });
}

/** An empty server in a container, as the person finds it who starts it for the first time. */
async function firstEvening(podman: Podman): Promise<void> {
  if (!chromiumPath()) return;
  const name = 'rondo-evening';
  const port = await freePort();
  await steps.step('a rifff is heard soon after the first start', async () => {
    const began = performance.now();
    const { address } = await startContainer(podman, IMAGE, { name, port });
    await hearFirstRifff(address);
    const ms = performance.now() - began;
    figure('imageHeard', ms / 1000);
    return seconds(ms);
  });
  await steps.step('and the link that it printed sets it up', () => {
    const [link] = /http\S+\/setup#\S+/.exec(podman.run('logs', name)) ?? [];
    if (!link) throw new Error('No link.');
    makeJourneys(port, ['/firstEvening.e2e.ts'], { RONDO_E2E_LINK: link });
    podman.run('stop', '--time', '30', name);
  });
}

const backup = (command: string, folder: string) => [
  ...['node', 'server/backup/main.ts', command, folder],
];

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
      await lookInside(podman, folder);
      await liveWith(podman, folder);
      await firstEvening(podman);
      await tryUpgrade(podman, folder, IMAGE, await freePort(), steps);
      await tryFullDisk(podman, IMAGE, await freePort(), steps);
      await tryCompose(podman, folder, IMAGE, PACKAGES, steps);
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
