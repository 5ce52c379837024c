// Real servers and browsers that the tests need: found, or installed where the machine allows it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The engine of Chromium without its windows: tests with it take two thirds of the processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Path of an installed Chromium with its windows, or undefined. */
const findWhole = () => CHROMIUM.find((path) => existsSync(path)) || onPath('chromium');

/** Path of an installed Chromium, or undefined. The long list wants the whole program, as people have it. */
export const findChromium = (isLong) =>
  process.env.CHROMIUM_PATH ||
  (!isLong && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findWhole());

/** Folder with `initdb` and `postgres`, or undefined. */
export function findPostgres() {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : [];
  const folder = versions
    .map((version) => join(base, version, 'bin'))
    .find((path) => existsSync(join(path, 'initdb')));
  if (folder) return folder;
  const initdb = onPath('initdb');
  return initdb && join(initdb, '..');
}

/** Path of a Redis, or of a Valkey, which speaks as it does; or undefined. */
export const findRedis = () => onPath('redis-server') || onPath('valkey-server');

let isListFresh = false;

function aptInstall(...names) {
  const isRoot = process.getuid?.() === 0;
  if (process.platform !== 'linux' || !isRoot || !onPath('apt-get')) return false;
  console.log(`Installing ${names.join(', ')}, which the tests need.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another program may be installing: its end is waited for, up to ten minutes.
  const wait = ['-o', 'DPkg::Lock::Timeout=600'];
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', ...wait, ...args], { stdio: 'inherit', env }).status === 0;
  if (!isListFresh) isListFresh = apt('update');
  return apt('install', '-y', '--no-install-recommends', ...names);
}

/**
 * Makes sure of PostgreSQL and Redis.
 * @returns sentences about what is missing and what is therefore skipped
 */
export function ensureStores() {
  const missing = [];
  if (
    !process.env.TEST_DATABASE_URL &&
    !findPostgres() &&
    !(aptInstall('postgresql') && findPostgres())
  ) {
    missing.push(
      'No PostgreSQL, and none could be installed: its half of the database tests is skipped. Set TEST_DATABASE_URL to use one.',
    );
  }
  const hasRedis = () => process.env.TEST_REDIS_URL || findRedis();
  if (!hasRedis() && !(aptInstall('redis-server') && findRedis())) {
    missing.push(
      'No Redis, and none could be installed: tests of several nodes are skipped. Set TEST_REDIS_URL to use one.',
    );
  }
  return missing;
}

/**
 * Makes sure of Chromium, PostgreSQL and Redis.
 * @param isLong whether the long list is to be run
 * @returns sentences about what is missing and what is therefore skipped
 */
export function ensureServers(isLong) {
  const missing = [];
  const hasShell = process.env.CHROMIUM_PATH || existsSync(HEADLESS_SHELL);
  if (!isLong && !hasShell) aptInstall('chromium-headless-shell');
  if (!findChromium(isLong) && !(aptInstall('chromium') && findChromium(isLong))) {
    missing.push(
      'No Chromium, and none could be installed: tests in the browser are skipped. Set CHROMIUM_PATH to use one.',
    );
  }
  return [...missing, ...ensureStores()];
}

/** What the journeys in other browsers are made with: a program of each, and the Debian packages that bring it. */
const BROWSER_PARTS = [
  { program: 'firefox-esr', also: 'firefox', packages: ['firefox-esr'] },
  {
    program: 'WebKitWebDriver',
    packages: [
      'webkit2gtk-driver',
      'gstreamer1.0-plugins-good',
      'gstreamer1.0-plugins-bad',
      'gstreamer1.0-libav',
      'gstreamer1.0-pulseaudio',
    ],
  },
  { program: 'Xvfb', packages: ['xvfb'] },
  { program: 'pulseaudio', packages: ['pulseaudio', 'pulseaudio-utils'] },
];

/** Makes sure of Firefox, WebKitGTK and a sound card for them, as far as this machine lets it. What is not there, the journeys skip and say. */
export function ensureBrowsers() {
  for (const { program, also, packages } of BROWSER_PARTS) {
    if (!onPath(program) && !(also && onPath(also))) aptInstall(...packages);
  }
}

/** What builds and runs images, each with the Debian package that brings it. */
const IMAGE_PARTS = [
  ['podman', 'podman'],
  ['runc', 'runc'],
  ['podman-compose', 'podman-compose'],
  ['mmdebstrap', 'mmdebstrap'],
  ['strip', 'binutils'],
];

/** Makes sure of what builds and runs images, as far as this machine lets it. What is not there, the step skips and says. */
export function ensureImageTools() {
  const packages = IMAGE_PARTS.filter(([program]) => !onPath(program)).map(([, name]) => name);
  if (packages.includes('podman')) packages.push('netavark', 'aardvark-dns', 'iptables');
  if (packages.length > 0) aptInstall(...packages);
}
