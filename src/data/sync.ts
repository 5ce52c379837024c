/**
 * The databases that sync: the one of this device and the one on the server, with the calls about people that a CouchDB
 * has. Only the server knows people: asked of the database of this device they fail with `database is not remote`.
 */
import { ApiError } from './contract/errors.ts';
import { MESSAGES } from './contract/messages.ts';
import { storeCredential } from './credential.ts';
import { type Kept, keptOf } from './sync/database.ts';
import { askCouch, remoteOf } from './sync/remote.ts';

/** Who is signed in now, with the pair that is the credential from then on. */
export interface CouchLogin {
  ok: boolean;
  name: string;
  roles: string[];
  token: string;
  password: string;
}

interface NewUser {
  readonly name: string;
  readonly password: string;
  /** What else the server wants to know, such as an address. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Calls about people, as PouchDB's plug-in for authentication makes them (pouchdb-authentication 1.1.3). */
interface UserCalls {
  /** @throws ApiError 401 for a name or password that is not right */
  logIn(name: string, password: string): Promise<CouchLogin>;
  /** Makes an account. @throws ApiError as the server refused it */
  signUp(user: NewUser): Promise<CouchLogin>;
  /** Makes an account that may administer the server. Ours takes its administrators from its settings and refuses. */
  signUpAdmin(user: Omit<NewUser, 'metadata'>): Promise<void>;
  /** Every session ends; this device goes on with a new pair. */
  changePassword(name: string, password: string, currentPassword: string): Promise<CouchLogin>;
  /** Changes the name to be shown: a user name never changes. */
  changeUsername(name: string, newName: string): Promise<void>;
}

export interface SyncableDatabase extends UserCalls {
  readonly isRemote: boolean;
  readonly database: Kept;
  /** Copies documents both ways, once. @throws as PouchDB does */
  replicate(other: SyncableDatabase): Promise<void>;
}

/** Id of the document of a person. */
const userId = (name: string) => `org.couchdb.user:${name}`;
const userPath = (name: string) => `_users/${encodeURIComponent(userId(name))}`;

const REMOTE_CALLS: UserCalls = {
  logIn: (name, password) => askCouch('POST', '_session', { name, password }, 'nobody'),
  signUp({ name, password, metadata }) {
    const document = { ...metadata, _id: userId(name), type: 'user', roles: [], name, password };
    return askCouch('PUT', userPath(name), document, 'nobody');
  },
  async signUpAdmin({ name, password }) {
    await askCouch('PUT', `_node/_local/_config/admins/${encodeURIComponent(name)}`, password);
  },
  async changePassword(name, password, currentPassword) {
    const user = await askCouch<object>('GET', userPath(name));
    const changed = { ...user, password, currentPassword };
    const login = await askCouch<CouchLogin>('PUT', userPath(name), changed);
    storeCredential(`${login.token}:${login.password}`);
    return login;
  },
  async changeUsername(name, newName) {
    const user = await askCouch<object>('GET', userPath(name));
    await askCouch('PUT', userPath(newName), { ...user, _id: userId(newName), name: newName });
  },
};

const refuse = () => Promise.reject(new ApiError('bad_request', MESSAGES.databaseNotRemote));

const LOCAL_CALLS: UserCalls = {
  logIn: refuse,
  signUp: refuse,
  signUpAdmin: refuse,
  changePassword: refuse,
  changeUsername: refuse,
};

function syncable(database: Kept, isRemote: boolean): SyncableDatabase {
  return {
    ...(isRemote ? REMOTE_CALLS : LOCAL_CALLS),
    isRemote,
    database,
    async replicate(other) {
      await database.sync(other.database);
    },
  };
}

/** The database of this device for an account; null for what nobody owns yet. */
export const localDatabase = (account: string | null): SyncableDatabase =>
  syncable(keptOf(account), false);

/** The database of an account on the server of this page. */
export const remoteDatabase = (account: string): SyncableDatabase =>
  syncable(remoteOf(account), true);
