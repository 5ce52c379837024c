import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

const START_TIMEOUT_MS = 120_000;

/** A PostgreSQL that tests may use as they like. */
export interface TestPostgres {
  /** Address of an account that may create databases. */
  readonly url: string;
  /**
   * A new database, empty or as a copy of another one (by its `DATABASE_URL`), to which nothing may be connected.
   * @returns its `DATABASE_URL`
   */
  createDatabase(template?: string): Promise<string>;
  stop(): Promise<void>;
}

/** Folder of `initdb` and `postgres`: newest Debian cluster version first, then Homebrew, then the path. */
function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => +b - +a) : [];
  const candidates = [
    ...versions.map((version) => join(debian, version, 'bin')),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return candidates.find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/** PostgreSQL refuses to run as root. Then it runs as the account `postgres`, else as the system's account without rights. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      // No such account: the next one.
    }
  }
  return undefined;
}

async function connectable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function waitFor(url: string): Promise<void> {
  const until = Date.now() + START_TIMEOUT_MS;
  while (!(await connectable(url))) {
    if (Date.now() > until) throw new Error('PostgreSQL did not start in time');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * How a template is copied: by its files. Its log, which newer versions prefer, takes three times the processor time for
 * the few hundred small files of our tables. Versions before 15 know nothing else and no word for it.
 */
async function copyingOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  return (rows[0]?.version ?? 0) >= 150_000 ? ' strategy file_copy' : '';
}

async function createDatabase(serverUrl: URL, template?: string): Promise<string> {
  const name = `rondo_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl.href });
  await client.connect();
  try {
    const source = template ? ` template ${new URL(template).pathname.slice(1)}` : '';
    const copying = template ? await copyingOf(client) : '';
    await client.query(`create database ${name}${source}${copying}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** One of a test's own that may be killed. */
export interface CrashablePostgres extends TestPostgres {
  /** Ends all of its processes without warning, and starts it again on the same data. */
  crash(): Promise<void>;
}

/** Ends a process and its children without warning. */
function killTree(pid: number): void {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  for (const one of [pid, ...children.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

/**
 * Starts a cluster that listens on a socket in its own folder only, so that no port can clash.
 * @param flags of `postgres`; `-F` does without syncing
 */
async function startCluster(binaries: string, flags = ['-F']): Promise<CrashablePostgres> {
  const folder = join(tmpdir(), `rondo-pg-${randomBytes(6).toString('hex')}`);
  mkdirSync(folder, { mode: 0o700 });
  const account = unprivileged();
  if (account) chownSync(folder, account.uid, account.gid);
  const options: SpawnOptions = { stdio: 'ignore', cwd: folder, ...account };
  const data = join(folder, 'data');
  const run = (name: string, ...parts: string[]) =>
    spawn(join(binaries, name), [...parts, '-D', data], options);
  const init = run('initdb', '-U', 'rondo', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const initCode = await new Promise((resolve) => init.once('exit', resolve));
  if (initCode !== 0) throw new Error(`initdb ended with ${String(initCode)}`);
  const begin = () => {
    const child = run('postgres', '-c', 'listen_addresses=', '-k', folder, ...flags);
    return { child, ended: new Promise((resolve) => child.once('exit', resolve)) };
  };
  let server = begin();
  const url = new URL('postgres://rondo@localhost/postgres');
  url.searchParams.set('host', folder);
  const stop = async () => {
    server.child.kill('SIGINT');
    await server.ended;
    // Tens of thousands of files may take minutes to go, and nothing needs to wait for that.
    const remove = 'fs.rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 5 })';
    spawn(process.execPath, ['-e', remove, folder], { detached: true, stdio: 'ignore' }).unref();
  };
  try {
    await waitFor(url.href);
  } catch (error) {
    await stop();
    throw error;
  }
  const crash = async () => {
    killTree(server.child.pid!);
    await server.ended;
    // It does not begin while the system still knows the processes before.
    for (let tries = 0; tries < 20; tries++) {
      server = begin();
      const isOver = server.ended.then(() => true);
      if (!(await Promise.race([isOver, waitFor(url.href).then(() => false)]))) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new Error('PostgreSQL did not start again');
  };
  return { ...joinPostgres(url.href), stop, crash };
}

/** A cluster that syncs as on a real server and may be killed; needs the machine's own binaries. */
export async function startCrashablePostgres(): Promise<CrashablePostgres> {
  const binaries = findBinaries();
  if (!binaries) throw new Error('PostgreSQL is not installed here');
  return startCluster(binaries, []);
}

/** The PostgreSQL at an address. It is started and stopped elsewhere. */
export function joinPostgres(url: string): TestPostgres {
  return {
    url,
    createDatabase: (template) => createDatabase(new URL(url), template),
    stop: async () => {},
  };
}

/** Whether tests can have a PostgreSQL here; prints a sentence when they cannot. */
export function hasPostgres(): boolean {
  if (process.env.TEST_DATABASE_URL || findBinaries()) return true;
  console.warn('PostgreSQL is not installed here: its half of these tests is skipped.');
  return false;
}

/**
 * A PostgreSQL for tests: the server of `TEST_DATABASE_URL` (an account that may create databases), else a
 * throw-away cluster made with the machine's own binaries.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return joinPostgres(given);
  const binaries = findBinaries();
  if (!binaries) throw new Error('PostgreSQL is not installed here');
  return startCluster(binaries);
}
