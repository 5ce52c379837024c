/** An account that owns very much: taking it along, and deleting it. */
import { get, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../server/ports/database/openDatabase.ts';
import type { TestAccount } from '../../server/testing/accounts.ts';
import { TEST_PASSWORD } from '../../server/testing/calls.ts';
import { makeHoard } from '../../server/testing/hoard.ts';

/** Which database a server uses, as `openDatabase` takes it. */
export type DatabasePlace = Parameters<typeof openDatabase>[0];

/**
 * Fills a migrated database with an account of so many rifffs of about 10 kB, every tenth shared; takes about 30 s for
 * 30,000. No server runs on it yet.
 */
export async function fillDatabase(place: DatabasePlace, rifffs: number): Promise<TestAccount> {
  const database = await openDatabase(place);
  const hoarder = await makeHoard(database, { userId: 'hoarder', rifffs, uploads: 100 });
  await database.close();
  return hoarder;
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

/** Deletes the account over HTTP, and waits until what it owned is gone from the database. */
export async function deleteOverHttp(
  url: string,
  place: DatabasePlace,
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
  const { queries, close } = await openDatabase(place);
  const isLeft = () =>
    queries.selectFrom('departures').select('userId').limit(1).executeTakeFirst();
  while (await isLeft()) await delay(100);
  await close();
  return { answeredSec, goneSec: (performance.now() - from) / 1000 };
}
