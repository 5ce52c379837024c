/** What pages and the worker that keeps them for times without a network say to each other (`src/offline`). */
import type { Loop } from './loop.ts';

/** Address of the worker, below the path of the server. It serves every page of the site. */
export const WORKER_PATH = '/worker.js';

/** What a build is made of, as the worker of that build keeps it. Names of files begin with a slash, which is where the site begins. */
export interface Shell {
  /** Differs for every build. */
  readonly version: string;
  /** What every page needs at once; the document of this build names its first one. */
  readonly first: readonly string[];
  /** What editor, room and listening need. */
  readonly soon: readonly string[];
  /** Everything else. */
  readonly later: readonly string[];
  /** The manual: all of it is kept once any of it was asked for. */
  readonly asked: readonly string[];
}

/** What a page tells the worker. Credentials are `Authorization` headers, which every request has anyway. */
export type WorkerMessage =
  /** Nothing better is to do: what is missing of the build may be fetched. */
  | { readonly type: 'fill' }
  /** The newer worker, to which this is said, takes the place of the older one. */
  | { readonly type: 'activate' }
  /** Signed out: what was kept for accounts is deleted. */
  | { readonly type: 'signedOut' }
  /** The same account goes on with another credential. */
  | { readonly type: 'renewed'; readonly was: string; readonly is: string }
  /** Answered with `KeptLibrary`. */
  | { readonly type: 'library'; readonly credential: string | null }
  /** What a page fetched before there was a worker, by path and query: it is asked for again, and kept. */
  | {
      readonly type: 'fetched';
      readonly paths: readonly string[];
      readonly credential: string | null;
    }
  /**
   * Files that a person wants to keep here: they are not removed to make room. Answered with how many of them are here.
   */
  | {
      readonly type: 'hold';
      readonly paths: readonly string[];
      readonly credential: string | null;
    };

/** What this device keeps of the library for the caller. */
export interface KeptLibrary {
  /** Loops of the library whose sound is here. */
  readonly loops: readonly Loop[];
}
