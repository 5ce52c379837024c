/** PouchDB's own client in Node, which judges `/db`. */
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { newId } from '../../src/data/rules/ids.ts';

/** A document, a list or an answer of PouchDB: what it holds is what a test is about. */
// biome-ignore lint/suspicious/noExplicitAny: its own types know no more
export type Loose = any;

/** What a replication is while it runs, and a promise of what it came to. */
export interface Replication extends EventEmitter, PromiseLike<Loose> {
  cancel(): void;
  catch(then: (error: Loose) => unknown): Promise<unknown>;
}

/** A database of a device, or one of a server. */
export interface Pouch {
  readonly name: string;
  info(): Promise<Loose>;
  get(id: string, options?: object): Promise<Loose>;
  put(doc: object, options?: object): Promise<Loose>;
  post(doc: object): Promise<Loose>;
  remove(doc: object): Promise<Loose>;
  remove(id: string, rev: string): Promise<Loose>;
  bulkDocs(docs: readonly object[] | object, options?: object): Promise<Loose>;
  bulkGet(options: object): Promise<Loose>;
  allDocs(options?: object): Promise<Loose>;
  changes(options?: object): Replication;
  revsDiff(diff: object): Promise<Loose>;
  getAttachment(id: string, name: string, options?: object): Promise<Loose>;
  putAttachment(...args: readonly unknown[]): Promise<Loose>;
  removeAttachment(id: string, name: string, rev: string): Promise<Loose>;
  compact(): Promise<Loose>;
  destroy(): Promise<Loose>;
  close(): Promise<void>;
  readonly replicate: {
    to(target: Pouch, options?: object): Replication;
    from(source: Pouch, options?: object): Replication;
  };
  sync(other: Pouch, options?: object): Replication;
}

export interface PouchStatic {
  new (name: string, options?: object): Pouch;
  plugin(plugin: object): PouchStatic;
  readonly prototype: object;
}

// One emitter of the library serves all databases of the process.
EventEmitter.defaultMaxListeners = Math.max(EventEmitter.defaultMaxListeners, 50);
// Not imported: its types make another `Buffer` of the one of Node, everywhere.
const load = createRequire(import.meta.url);
const PouchDB: PouchStatic = load('pouchdb-core');
// Files of tests that share a process share the library, and each of them comes through here.
if (!('replicate' in PouchDB.prototype)) {
  for (const part of ['adapter-http', 'adapter-memory', 'replication']) {
    PouchDB.plugin(load(`pouchdb-${part}`));
  }
}

/** A new, empty database in memory, as a device has one. */
export const openDevice = (): Pouch => new PouchDB(`device${newId()}`, { adapter: 'memory' });

/**
 * The database of an account on a server.
 * @param credential `token:password`; left out for a call that is not signed in
 */
export function openRemote(
  origin: string,
  { userId, credential }: { userId: string; credential?: string },
  options: object = {},
): Pouch {
  const [username, password] = credential?.split(':') ?? [];
  const url = `${origin}/db/${encodeURIComponent(`user_appdata$${userId}`)}`;
  return new PouchDB(url, { ...(credential && { auth: { username, password } }), ...options });
}
