/**
 * Attacks on `/db`: bodies before anybody is known, trees of conflicts, comparisons, bodies that do not end, large
 * reads.
 */
import { type ClientRequest, request } from 'node:http';
import { databaseOf } from '../../server/modules/sync/context.ts';
import type { TestAccount } from '../../server/testing/accounts.ts';

/** Where an attack goes. */
interface Target {
  readonly url: string;
  readonly attackers: readonly TestAccount[];
}

const pathOf = ({ userId }: TestAccount) => `/db/${encodeURIComponent(databaseOf(userId))}`;
const hex = (at: number) => at.toString(16).padStart(32, '0');

/** Status of an answer that was read to its end; 0 where the line broke. */
async function call(
  url: string,
  path: string,
  { who, method = 'POST', body }: { who?: TestAccount; method?: string; body?: string | Buffer },
): Promise<number> {
  const headers = { 'content-type': 'application/json', ...who?.headers };
  const sent = typeof body === 'string' || body === undefined ? body : new Uint8Array(body);
  const options = { method, headers, ...(sent !== undefined && { body: sent }) };
  try {
    const answer = await fetch(`${url}${path}`, options);
    for await (const _ of answer.body ?? []);
    return answer.status;
  } catch {
    return 0;
  }
}

/** In words how often each status came. */
export const counted = (statuses: readonly number[]): string => {
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return `answered ${[...counts].map(([status, count]) => `${count} × ${status || 'a broken line'}`).join(', ')}`;
};

const repeated = async (times: number, one: (at: number) => Promise<number>) =>
  counted(await Promise.all(Array.from({ length: times }, (_, at) => one(at))));

/** Makes the database of each attacker. */
async function begin({ url, attackers }: Target): Promise<void> {
  for (const who of attackers) await call(url, pathOf(who), { who, method: 'PUT' });
}

/** A list of nothing but lists, `bytes` long. */
const lists = (bytes: number) => `[${'[],'.repeat(bytes / 3)}[]]`;

/** Bodies of 60 MB for the calls of names and passwords, without an account. */
export async function strangersBodies({ url }: Target): Promise<string> {
  // Bytes, which this process sends as they are: it reads as another account meanwhile.
  const body = Buffer.alloc(60 * 1024 * 1024, '[],');
  return repeated(4, (at) =>
    at % 2 === 0
      ? call(url, '/db/_session', { body })
      : call(url, '/db/_users/org.couchdb.user:x', { method: 'PUT', body }),
  );
}

/** One document with 8,000 versions that conflict, 200 in each call. */
export async function conflicts(target: Target): Promise<string> {
  await begin(target);
  const [who] = target.attackers;
  const statuses: number[] = [];
  for (let from = 0; from < 8000; from += 200) {
    const docs = Array.from({ length: 200 }, (_, at) => ({
      _id: 'doc',
      _rev: `1-${hex(from + at)}`,
    }));
    const body = JSON.stringify({ docs, new_edits: false });
    statuses.push(await call(target.url, `${pathOf(who!)}/_bulk_docs`, { who: who!, body }));
  }
  return counted(statuses);
}

/** 10,000 and 20,000 revisions compared with a full document, eight calls at once. */
export async function comparisons(target: Target): Promise<string> {
  await begin(target);
  const who = target.attackers[0]!;
  const ids = Array.from({ length: 900 }, (_, at) => hex(at));
  for (let at = 0; at < 100; at++) {
    const own = [`${'f'.repeat(24)}${hex(at).slice(24)}`, ...ids];
    const doc = { _id: 'doc', _rev: `901-${own[0]}`, _revisions: { start: 901, ids: own } };
    const body = JSON.stringify({ docs: [doc], new_edits: false });
    await call(target.url, `${pathOf(who)}/_bulk_docs`, { who, body });
  }
  const asked = (count: number) =>
    JSON.stringify({ doc: Array.from({ length: count }, (_, at) => `3-${at.toString(36)}`) });
  return repeated(80, (at) =>
    call(target.url, `${pathOf(who)}/_revs_diff`, {
      who,
      body: asked(at % 4 === 0 ? 20_000 : 10_000),
    }),
  );
}

/** Documents that are made of as many members as are allowed, and more, at once. */
export async function members(target: Target): Promise<string> {
  await begin(target);
  const who = target.attackers[0]!;
  const keys = (count: number) =>
    `{${Array.from({ length: count }, (_, at) => `"k${at}":[]`).join(',')}}`;
  const bodies = [
    `{"docs":[${keys(24_000)}]}`,
    `{"docs":[${'{},'.repeat(999)}{}]}`,
    `{"docs":[{"a":${lists(100_000)}}]}`,
    `{"docs":[{"a":${lists(4_000_000)}}]}`,
    `{"docs":[{"a":${'['.repeat(60)}${']'.repeat(60)}}]}`,
    JSON.stringify({ docs: Array.from({ length: 1000 }, () => ({ text: 'x'.repeat(4000) })) }),
  ];
  return repeated(60, (at) =>
    call(target.url, `${pathOf(who)}/_bulk_docs`, { who, body: bodies[at % bodies.length]! }),
  );
}

/** An attachment of 45 MB inside of a document, three at once. */
export async function attachments(target: Target): Promise<string> {
  await begin(target);
  const who = target.attackers[0]!;
  const data = Buffer.alloc(45 * 1024 * 1024, 7).toString('base64');
  const doc = { _attachments: { sound: { content_type: 'audio/flac', data } } };
  const body = JSON.stringify(doc);
  return repeated(3, (at) =>
    call(target.url, `${pathOf(who)}/doc${at}`, { who, method: 'PUT', body }),
  );
}

/** Bodies of each attacker that do not end, while another account writes. @returns what that one noticed */
export async function endless(target: Target): Promise<string> {
  await begin(target);
  const { hostname, port } = new URL(target.url);
  const [honest, ...others] = target.attackers;
  const open: ClientRequest[] = [];
  for (const who of others) {
    for (let at = 0; at < 4; at++) {
      const headers = { ...who.headers, 'content-type': 'application/json' };
      const path = `${pathOf(who)}/_bulk_docs`;
      const sent = request({ hostname, port, path, method: 'POST', headers });
      sent.on('error', () => {});
      sent.write(`{"docs":[{"text":"${'x'.repeat(900_000)}`);
      open.push(sent);
    }
  }
  const statuses: number[] = [];
  for (let at = 0; at < 20; at++) {
    const body = JSON.stringify({ docs: [{ at }] });
    statuses.push(await call(target.url, `${pathOf(honest!)}/_bulk_docs`, { who: honest!, body }));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  for (const sent of open) sent.destroy();
  return `${open.length} bodies open; another who writes is ${counted(statuses)}`;
}

/** 60 documents of a megabyte, read in every way, eight calls at once, and then deleted with their database. */
export async function largeReads(target: Target): Promise<string> {
  await begin(target);
  const who = target.attackers[0]!;
  const text = 'x'.repeat(1_000_000);
  for (let at = 0; at < 60; at++) {
    const body = JSON.stringify({ text });
    await call(target.url, `${pathOf(who)}/doc${at}`, { who, method: 'PUT', body });
  }
  const docs = Array.from({ length: 60 }, (_, at) => ({ id: `doc${at}` }));
  const ways = [
    () => call(target.url, `${pathOf(who)}/_all_docs?include_docs=true`, { who, method: 'GET' }),
    () => call(target.url, `${pathOf(who)}/_changes?include_docs=true`, { who, method: 'GET' }),
    () => call(target.url, `${pathOf(who)}/_bulk_get`, { who, body: JSON.stringify({ docs }) }),
    () =>
      call(target.url, `${pathOf(who)}/_all_docs?include_docs=true`, {
        who,
        body: JSON.stringify({ keys: Array.from({ length: 1000 }, (_, at) => `doc${at % 60}`) }),
      }),
  ];
  const said = await repeated(8, (at) => ways[at % ways.length]!());
  const deleted = await call(target.url, pathOf(who), { who, method: 'DELETE' });
  return `${said}; deleting ${deleted}`;
}
