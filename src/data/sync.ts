/**
 * The databases that sync: the one of this device and the one on the server, with the calls about people that a CouchDB
 * has. Only the server knows people: asked of the database of this device they fail with `database is not remote`.
 */
import { ApiError } from './contract/errors.ts';
import { MESSAGES } from './contract/messages.ts';
import { type Kept, keptOf } from './sync/database.ts';
import { REMOTE_CALLS, type UserCalls } from './sync/people.ts';
import { remoteOf } from './sync/remote.ts';

export interface SyncableDatabase extends UserCalls {
  readonly isRemote: boolean;
  readonly database: Kept;
  /** Copies documents both ways, once. @throws as PouchDB does */
  replicate(other: SyncableDatabase): Promise<void>;
}

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

/** The database of this device for an account; null for what has no owner yet. */
export const localDatabase = (account: string | null): SyncableDatabase =>
  syncable(keptOf(account), false);

/** The database of an account on the server of this page. */
export const remoteDatabase = (account: string): SyncableDatabase =>
  syncable(remoteOf(account), true);
