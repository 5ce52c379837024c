// Shared by the launchers. Plain JavaScript that any Node from 20 on runs, before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

const MIN_NODE = 20;
const WANTED_NODE = 24;
/** Passwords are hashed by `crypto.argon2`, which came with 24.7. */
const WANTED_MINOR = 7;

/** Ends the process with one clear sentence. */
export function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

const major = (version) => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0);

function isWanted(version) {
  const minor = Number(/^v?\d+\.(\d+)/.exec(version)?.[1] ?? 0);
  return major(version) > WANTED_NODE || (major(version) === WANTED_NODE && minor >= WANTED_MINOR);
}

if (major(process.version) < MIN_NODE) {
  fail(
    `Rondo needs Node ${MIN_NODE} or newer; this is ${process.version}. Get one from https://nodejs.org`,
  );
}

/** SHA-256 over the given text parts, in hexadecimal. */
export function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Path, size and time of every file below `paths`, as text: cheap to compare between two starts. */
function stampOf(paths) {
  const lines = [];
  const walk = (path) => {
    const full = join(root, path);
    if (!existsSync(full)) return;
    const info = statSync(full);
    if (info.isDirectory()) for (const name of readdirSync(full).sort()) walk(join(path, name));
    else lines.push(`${path} ${info.size} ${Math.round(info.mtimeMs)}`);
  };
  for (const path of paths) walk(path);
  return lines.join('\n');
}

/** Installs the packages of the lock file, unless exactly these are installed already. */
export function ensureInstalled() {
  const marker = join(root, 'node_modules', '.rondo-installed');
  const wanted = hashOf(readText(join(root, 'package-lock.json')), process.platform, process.arch);
  if (readText(marker) === wanted) return;
  console.log('Installing packages. This takes about a minute, once.');
  const npm = process.env.npm_execpath;
  const isScript = npm && /\.[cm]?js$/.test(npm);
  const command = isScript ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Pages are built out of what the server does not need, so none may be left out, whatever npm is set to.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const args = [...(isScript ? [npm] : []), 'ci', '--include=dev', ...quiet];
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: !isScript && process.platform === 'win32',
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (result.status !== 0) {
    fail(
      'The packages could not be installed: see the lines above. Is the package registry reachable?',
    );
  }
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, wanted);
}

/** A Node of version 24.7 or newer: this one, or the one among the packages. */
export function findNode() {
  if (isWanted(process.version)) return process.execPath;
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const pinned = join(
    root,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(pinned)) {
    const { stdout } = spawnSync(pinned, ['--version'], { encoding: 'utf8' });
    if (isWanted(stdout ?? '')) return pinned;
  }
  return fail(
    `Rondo runs on Node ${WANTED_NODE}.${WANTED_MINOR} or newer; this is ${process.version} and no packaged Node ${WANTED_NODE} runs on ${process.platform} ${process.arch}. Install the newest Node ${WANTED_NODE} from https://nodejs.org and try again.`,
  );
}

/** Environment in which scripts and `npx` find Node 24 and the local tools first. */
export function toolEnv(node, extra = {}) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    delimiter,
  );
  return { ...process.env, PATH: path, ...extra };
}

/** The exit status of a process, once it has ended; 1 where it could not be started or was killed. */
const statusOf = (child) =>
  new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });

/** Runs a script of `node_modules` under `node`, output shown. @returns a promise of its exit status */
export function runTool(node, script, args = [], extra = {}) {
  const child = spawn(node, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: toolEnv(node, extra),
  });
  return statusOf(child);
}

/** Does nothing else want the processor? A fifth of a second of work tells. */
function isQuiet() {
  const [from, before] = [performance.now(), process.cpuUsage()];
  while (performance.now() - from < 200);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 > 0.8 * (performance.now() - from);
}

/**
 * Tests that write nothing for so long hang, in ms: they are ended, so that their output is shown and the rest of the run
 * goes on.
 */
const SILENT_MS = 20 * 60_000;
const LOOK_MS = 30_000;

/** Ends a process that writes nothing more to its file. */
function endSilent(child, log) {
  let size = -1;
  let sinceMs = performance.now();
  const timer = setInterval(() => {
    const now = statSync(log).size;
    if (now !== size) [size, sinceMs] = [now, performance.now()];
    else if (performance.now() - sinceMs > SILENT_MS) child.kill('SIGKILL');
  }, LOOK_MS).unref();
  child.on('exit', () => clearInterval(timer));
}

/**
 * The same beside what is run next: it takes the processor when nothing else wants it, and is not shown.
 * @param log path of the file that takes its output
 * @param isTalking does it write now and then while it works? Then it is ended when it falls silent
 * @returns its exit status, once it has ended
 */
export function startToolBeside(node, script, args, extra, { log, isTalking }) {
  const command = [node, join(root, script), ...args];
  // Beside other people's work that would be next to never.
  if (process.platform !== 'win32' && isQuiet()) command.unshift('nice', '-n', '19');
  const file = openSync(log, 'w');
  const child = spawn(command[0], command.slice(1), {
    cwd: root,
    stdio: ['ignore', file, file],
    env: toolEnv(node, extra),
  });
  closeSync(file);
  if (isTalking) endSilent(child, log);
  return statusOf(child);
}

const BUILD_INPUTS = [
  'src',
  'assets',
  'embed.html',
  'index.html',
  'vite.config.ts',
  'tools/build',
  'tsconfig.json',
  'LICENSE',
  'THIRD_PARTY_NOTICES',
];

/** Builds the pages into dist/, unless they are built from exactly these sources. */
export async function ensureBuilt(node) {
  const marker = join(root, 'dist', '.rondo-built');
  const wanted = hashOf(stampOf(BUILD_INPUTS), readText(join(root, 'package-lock.json')));
  if (readText(marker) === wanted) return;
  console.log('Building the pages.');
  const status = await runTool(node, 'node_modules/vite/bin/vite.js', [
    'build',
    '--logLevel',
    'warn',
  ]);
  if (status !== 0) fail('The pages could not be built: see the lines above.');
  writeFileSync(marker, wanted);
}

/** Runs a server script until it ends; signals pass through, and its exit status becomes ours. */
export function serve(node, script) {
  const child = spawn(node, [join(root, script)], {
    cwd: root,
    stdio: 'inherit',
    env: toolEnv(node),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`The server could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 1)));
}
