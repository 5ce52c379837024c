/** An account that owns very much: taking it along, and deleting it, while somebody else reads. */
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import type { TestAccount } from '../../server/testing/accounts.ts';
import { makeAccounts } from '../../server/testing/accounts.ts';
import { TEST_PASSWORD } from '../../server/testing/calls.ts';
import { makeHoard } from '../../server/testing/hoard.ts';

export interface LeavingPlace {
  /** Who owns much. */
  readonly hoarder: TestAccount;
  /** Somebody else. */
  readonly reader: TestAccount;
}

/**
 * Fills a SQLite data folder with an account of so many rifffs of about 10 kB, every tenth shared, and another
 * account; takes about 30 s for 30,000. No server runs on the folder yet.
 */
export async function fillFolder(folder: string, rifffs: number): Promise<LeavingPlace> {
  const place = { databaseUrl: undefined, dataFolder: folder };
  const [reader] = await makeAccounts(place, 'reader', 1);
  const database = await openDatabase(place);
  const hoarder = await makeHoard(database, { userId: 'hoarder', rifffs, uploads: 100 });
  await database.close();
  return { hoarder, reader: reader! };
}

export interface ExportFigures {
  readonly bytes: number;
  /** Rows of all lists. */
  readonly rows: number;
  readonly sec: number;
}

/** Takes everything along over HTTP and keeps nothing of it. @throws Error unless it came whole */
export async function exportOverHttp(url: string, who: TestAccount): Promise<ExportFigures> {
  const from = performance.now();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = `${url}/api/accounts/export`;
    get(path, { headers: who.headers, agent: false }, resolve).on('error', reject);
  });
  if (answer.statusCode !== 200) throw new Error(`The export answered ${answer.statusCode}`);
  let [bytes, rows, end] = [0, 0, ''];
  for await (const piece of answer as AsyncIterable<Buffer>) {
    bytes += piece.byteLength;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1;
    end = piece.subarray(-2).toString();
  }
  if (!end.endsWith('}')) throw new Error('The export has no end');
  return { bytes, rows, sec: (performance.now() - from) / 1000 };
}

export interface DeletionFigures {
  /** Until the call was answered: the account is closed. */
  readonly answeredSec: number;
  /** Until nothing of it was left. */
  readonly goneSec: number;
}

/** Deletes the account over HTTP, and waits until what it owned is gone from the database in the folder. */
export async function deleteOverHttp(
  url: string,
  folder: string,
  who: TestAccount,
): Promise<DeletionFigures> {
  const from = performance.now();
  const status = await new Promise<number>((resolve, reject) => {
    const headers = { ...who.headers, 'content-type': 'application/json' };
    request(`${url}/api/accounts/delete`, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end(JSON.stringify({ password: TEST_PASSWORD }));
  });
  if (status !== 200) throw new Error(`The deletion answered ${status}`);
  const answeredSec = (performance.now() - from) / 1000;
  const { queries, close } = await openDatabase({ databaseUrl: undefined, dataFolder: folder });
  const isLeft = () =>
    queries.selectFrom('departures').select('userId').limit(1).executeTakeFirst();
  while (await isLeft()) await delay(100);
  await close();
  return { answeredSec, goneSec: (performance.now() - from) / 1000 };
}

export interface Watched<T> {
  readonly result: T;
  /** Answers to the reader, and the time of them in ms. */
  readonly reads: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
  /** The longest that the event loop of the server did not turn, in ms (its own metric, 10 ms coarse). */
  readonly longestGapMs: number;
  /** The most memory that the process ever had, in MB; Linux only, else 0. */
  readonly peakMb: number;
}

async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const from = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - from;
}

/** Seconds, read from `/metrics`; reading them begins a new time. */
async function eventLoopGapSec(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? 0);
}

function peakMbOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/**
 * Does `work` on a server while the reader asks for a jam again and again, ten times a second at most.
 * @param pid of the server
 */
export async function watch<T>(
  { url, pid, reader }: { url: string; pid: number; reader: TestAccount },
  work: () => Promise<T>,
): Promise<Watched<T>> {
  let isOver = false;
  const times: number[] = [];
  await eventLoopGapSec(url);
  const reading = (async () => {
    while (!isOver) {
      times.push(await timed(`${url}/api/jam/${reader.userId}/rifffs`, reader.headers));
      await delay(100);
    }
  })();
  const result = await work().finally(() => {
    isOver = true;
  });
  await reading;
  const longestGapMs = (await eventLoopGapSec(url)) * 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return {
    result,
    reads: times.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    mostMs: at(1),
    longestGapMs,
    peakMb: peakMbOf(pid),
  };
}
