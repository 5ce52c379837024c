// Real servers and browsers that the tests need: found, or installed where the machine allows it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './common.mjs';

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

/** Runs apt-get on a list of packages that was fetched in this run. @returns whether that went well */
function apt(args, options = {}) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another program may be installing: its end is waited for, up to ten minutes.
  const wait = ['-o', 'DPkg::Lock::Timeout=600'];
  const run = (parts, more) =>
    spawnSync('apt-get', ['-qq', ...wait, ...parts], { stdio: 'inherit', env, ...more }).status ===
    0;
  if (!isListFresh) isListFresh = run(['update']);
  return run(args, options);
}

const hasApt = () => process.platform === 'linux' && Boolean(onPath('apt-get'));

function aptInstall(...names) {
  if (!hasApt() || process.getuid?.() !== 0) return false;
  console.log(`Installing ${names.join(', ')}, which the tests need.`);
  return apt(['install', '-y', '--no-install-recommends', ...names]);
}

/** Where proxies are unpacked: `server/testing/proxies.ts` looks there. */
const PROXIES_FOLDER = join(root, 'node_modules', '.cache', 'rondo-proxies');

/** Unpacks packages of Debian into a folder: installed, they would start as services. */
function aptUnpack(folder, ...names) {
  if (!hasApt() || process.getuid?.() !== 0 || !onPath('dpkg-deb')) return false;
  console.log(`Fetching ${names.join(', ')}, which the tests need.`);
  const cwd = mkdtempSync(join(tmpdir(), 'rondo-packages-'));
  try {
    if (!apt(['download', ...names], { cwd })) return false;
    mkdirSync(folder, { recursive: true });
    return readdirSync(cwd)
      .filter((file) => file.endsWith('.deb'))
      .every((file) => spawnSync('dpkg-deb', ['-x', join(cwd, file), folder]).status === 0);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Do nginx and Caddy run here, installed or unpacked? */
function hasProxy(name) {
  const places = ['/usr/sbin', ...['sbin', 'bin'].map((part) => join(PROXIES_FOLDER, 'usr', part))];
  const path = onPath(name) ?? places.map((one) => join(one, name)).find(existsSync);
  return Boolean(path) && spawnSync(path, [name === 'nginx' ? '-v' : 'version']).status === 0;
}

/**
 * Makes sure of nginx and Caddy.
 * @returns sentences about what is missing and what is therefore skipped
 */
export function ensureProxies() {
  return ['nginx', 'caddy']
    .filter((name) => !hasProxy(name) && !(aptUnpack(PROXIES_FOLDER, name) && hasProxy(name)))
    .map(
      (name) => `No ${name}, and none could be fetched: the tests of deploy/ with it are skipped.`,
    );
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
 * Makes sure of Chromium, PostgreSQL, Redis, nginx and Caddy.
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
  return [...missing, ...ensureStores(), ...ensureProxies()];
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
];

/** Makes sure of what builds and runs images, as far as this machine lets it. What is not there, the step skips and says. */
export function ensureImageTools() {
  const packages = IMAGE_PARTS.filter(([program]) => !onPath(program)).map(([, name]) => name);
  if (packages.includes('podman')) packages.push('netavark', 'aardvark-dns', 'iptables');
  if (packages.length > 0) aptInstall(...packages);
}
