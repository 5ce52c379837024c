/** The database of an account on its server, in the protocol of CouchDB (https://docs.couchdb.org/en/stable/api/). */

import { homeUrl } from '../rules/site/base.ts';
import { hasCheckpoint, hasRemote, sayHasCheckpoint, sayHasRemote } from './account.ts';
import { type Kept, PouchDB } from './database.ts';
import type { KeptDocument } from './documents.ts';
import { authorisation, ROOT } from './people.ts';
import { inPieces } from './pieces.ts';

/** Name of the database of an account on the server. */
export const remoteName = (account: string): string => `user_appdata$${account}`;

/** As PouchDB asks, in the name of this device. */
function ask(address: string, options: RequestInit = {}): Promise<Response> {
  const headers = new Headers(options.headers);
  for (const [name, value] of Object.entries(authorisation())) headers.set(name, value);
  return fetch(address, { ...options, headers, credentials: 'include' });
}

/** Is there a database of this name? Asked in a way that is no error where there is none: browsers log those. */
async function isThere(name: string): Promise<boolean> {
  const answer = await ask(`${homeUrl()}${ROOT}/_dbs_info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ keys: [name] }),
  });
  const rows = answer.ok ? ((await answer.json()) as readonly { info?: object }[]) : [];
  return rows.some(({ info }) => info !== undefined);
}

/** Makes the database of an account where it has none. A device that knows it to be there does not ask. */
async function makeRemote(account: string, url: string): Promise<void> {
  if (hasRemote(account)) return;
  if (await isThere(remoteName(account))) return sayHasRemote(account);
  const answer = await ask(url, { method: 'PUT' });
  // 412: another device has made it meanwhile.
  if (answer.ok || answer.status === 412) return sayHasRemote(account);
  const { reason = '' } = (await answer.json().catch(() => ({}))) as { reason?: string };
  throw Object.assign(new Error(reason), { status: answer.status, reason });
}

const NO_CHECKPOINT = JSON.stringify({ error: 'not_found', reason: 'missing' });

/**
 * The database of an account on its server; nothing is asked before it is used. Checkpoints, which carry the name of this
 * device's own database, are only asked for where it has written one: browsers log every answer of 404 as an error.
 */
export function remoteOf(account: string): Kept {
  const url = `${homeUrl()}${ROOT}/${encodeURIComponent(remoteName(account))}`;
  let made: Promise<void> | null = null;
  const remote = new PouchDB<KeptDocument>(url, {
    skip_setup: true,
    async fetch(address, options = {}) {
      made ??= makeRemote(account, url);
      await made.catch((cause) => {
        made = null;
        throw cause;
      });
      const [, checkpoint] = /\/_local\/([^/?]+)/.exec(String(address)) ?? [];
      const isWriting = options.method === 'PUT';
      if (checkpoint && !isWriting && !hasCheckpoint(account, checkpoint)) {
        return new Response(NO_CHECKPOINT, { status: 404 });
      }
      const answer = await ask(String(address), options);
      if (checkpoint && isWriting && answer.ok) sayHasCheckpoint(account, checkpoint);
      return answer;
    },
  });
  const readInfo = remote.info.bind(remote);
  let known: Awaited<ReturnType<typeof readInfo>> | null = null;
  // PouchDB asks after each batch, for a count alone, and leaves a failure uncaught: what was answered before will do.
  remote.info = async () => {
    try {
      known = await readInfo();
    } catch (cause) {
      if (!known) throw cause;
    }
    return known;
  };
  const send = remote.bulkDocs.bind(remote);
  // Replication hands over a batch and counts what comes back.
  remote.bulkDocs = async (given, options) => {
    const { docs, ...how } = Array.isArray(given) ? { docs: given } : (given as Batch);
    const answers: Awaited<ReturnType<typeof send>> = [];
    for (const piece of inPieces(docs))
      answers.push(...(await send({ ...how, docs: piece }, options)));
    return answers;
  };
  return remote;
}

interface Batch {
  readonly docs: readonly object[];
  readonly new_edits?: boolean;
}
