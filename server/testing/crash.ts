import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openBlobs } from '../ports/blobs/openBlobs.ts';
import { openDatabase } from '../ports/database/openDatabase.ts';
import { temporaryFolder } from './folders.ts';

/** Where a server that is killed keeps its data. */
export interface CrashPlace {
  readonly s3: undefined;
  readonly dataFolder: string;
  /** Undefined for the embedded database. PostgreSQL itself goes on: it is the server that is killed. */
  readonly databaseUrl: string | undefined;
}

/** The settings of a server process for that place. */
export const environmentOf = ({ databaseUrl }: CrashPlace): Record<string, string> =>
  databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };

const WRITER = join(import.meta.dirname, 'crashWriter.ts');

/** What a row of crashes led to. */
export interface CrashResult {
  /** Writes that the killed processes said were done. */
  readonly acknowledged: number;
  /** Those of them whose row is gone or whose blob is gone or damaged. */
  readonly lost: string[];
}

/** Acknowledgements that a round waits for before its time begins: a busy machine takes longer to begin. */
const FIRST_ANSWERS = 4;

/** Resolves `afterMs` after `count` has grown by a few, when others are on their way, or when `done` resolves. */
export async function midway(
  count: () => number,
  afterMs: number,
  done: Promise<unknown>,
): Promise<void> {
  const before = count();
  let isDone = false;
  const over = done.then(() => {
    isDone = true;
  });
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  while (!isDone && count() < before + FIRST_ANSWERS) await pause(5);
  await Promise.race([pause(afterMs), over]);
}

/** Lets a writer run, kills it without warning `afterMs` its first acknowledgement; returns what it said. */
async function writeAndKill(folder: string, afterMs: number): Promise<string[]> {
  const child = spawn(process.execPath, [WRITER, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let said = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (text: string) => {
    said += text;
  });
  await once(child.stdout, 'data');
  setTimeout(() => child.kill('SIGKILL'), afterMs);
  await closed;
  // A line without its end was not said.
  return said.split('\n').slice(0, -1);
}

async function findLost(folder: string, acknowledged: readonly string[]): Promise<string[]> {
  const at = { s3: undefined, databaseUrl: undefined, dataFolder: folder };
  const database = await openDatabase(at);
  const blobs = await openBlobs(at);
  const rows = await database.queries.selectFrom('media').select('hash').execute();
  const stored = new Set(rows.map(({ hash }) => hash));
  const lost: string[] = [];
  for (const hash of acknowledged) {
    const content = await blobs.get(hash).then(buffer, () => Buffer.alloc(0));
    const isWhole = createHash('sha256').update(content).digest('hex') === hash;
    if (!isWhole || !stored.has(hash)) lost.push(hash);
  }
  await database.close();
  return lost;
}

/** Kills one writer after another on the same data, each after its time in ms, then looks for everything. */
export async function crashRepeatedly(delaysMs: readonly number[]): Promise<CrashResult> {
  const folder = await temporaryFolder();
  try {
    const acknowledged: string[] = [];
    for (const afterMs of delaysMs)
      acknowledged.push(...(await writeAndKill(folder.path, afterMs)));
    return { acknowledged: acknowledged.length, lost: await findLost(folder.path, acknowledged) };
  } finally {
    await folder.remove();
  }
}
