import { listeningUrl } from '../kernel/server.ts';
import { databaseOf } from '../modules/sync/context.ts';
import type { Database } from '../ports/database/database.ts';
import type { FanOut } from '../ports/fanOut/fanOut.ts';
import { makeAccount, type TestAccount } from './accounts.ts';
import { type Loose, openRemote, type Pouch } from './pouch.ts';
import { startTestServer, type TestServer } from './testApp.ts';

/** An account with a database under `/db`. */
export interface Syncing extends TestAccount {
  /** `token:password`. */
  readonly credential: string;
  /** Address of its database, below the server's. */
  readonly path: string;
  /** Its database as a client has it; each has its own. */
  remote(options?: object): Pouch;
}

/** A call by hand: its status, headers and what it answered. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, Loose>;
  readonly body: Loose;
}

export interface SyncWorld {
  readonly server: TestServer;
  readonly origin: string;
  account(userId: string): Promise<Syncing>;
  /** Asks by hand; `body` goes as JSON, a text as it is. */
  ask(method: string, path: string, who?: Syncing | null, body?: unknown): Promise<RawAnswer>;
}

/** A server that listens, with accounts whose devices sync. */
export async function startSyncWorld(
  openDatabase: () => Promise<Database>,
  { fanOut, environment = {} }: { fanOut?: FanOut; environment?: Record<string, string> } = {},
): Promise<SyncWorld> {
  const server = await startTestServer({ openDatabase, environment, ...(fanOut && { fanOut }) });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = listeningUrl(server.app, { host: '127.0.0.1', port: 0 });
  return {
    server,
    origin,
    async account(userId) {
      const made = await makeAccount(server.database, userId);
      const credential = made.headers.authorization.slice('Bearer '.length);
      const path = `/db/${encodeURIComponent(databaseOf(userId))}`;
      const remote = (options = {}) => openRemote(origin, { userId, credential }, options);
      return { ...made, credential, path, remote };
    },
    async ask(method, path, who, body) {
      const answer = await server.app.inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...(who && { authorization: `Basic ${Buffer.from(who.credential).toString('base64')}` }),
          'content-type': 'application/json',
        },
        ...(body !== undefined && {
          payload: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      });
      const { statusCode: status, headers } = answer;
      const isJson = String(headers['content-type']).startsWith('application/json');
      return { status, headers, body: isJson && answer.body ? answer.json() : answer.body };
    },
  };
}

/** What a replication came to, once it has nothing left to do. */
export const paused = (replication: Loose): Promise<void> =>
  new Promise((resolve, reject) => {
    replication.once('paused', resolve);
    replication.once('error', reject);
  });

/** Resolves with the next change of a document of this id. */
export const changeOf = (database: Pouch, id: string): Promise<Loose> =>
  new Promise((resolve) => {
    const changes = database.changes({ live: true, since: 'now', include_docs: true });
    changes.on('change', (change) => {
      if (change.id !== id) return;
      changes.cancel();
      resolve(change);
    });
  });
