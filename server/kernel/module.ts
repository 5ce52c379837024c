/** A module of the server: what it is called, what it needs, and what it gives. `app.ts` is the list of all. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { ChildJobs } from '../plugins/childJobs.ts';
import type { PageFor } from '../plugins/frontend.ts';
import type { ModeHolder } from '../plugins/mode.ts';
import type { BlobStore } from '../ports/blobs/blobStore.ts';
import type { Database } from '../ports/database/database.ts';
import type { FanOut } from '../ports/fanOut/fanOut.ts';
import type { Presence } from '../ports/fanOut/presence.ts';
import type { LiveAnnouncer } from '../ports/fanOut/rooms.ts';
import type { Background } from '../ports/mail/background.ts';
import type { WaitingMails } from '../ports/mail/waiting.ts';
import type { Payments } from '../ports/payments/payments.ts';
import type { Settings } from '../settings.ts';
import type { LiveSettings } from '../storedSettings.ts';
import type { Events, Listeners } from './events.ts';
import { installJobs, type Job } from './jobs.ts';
import type { Owner, Ownership } from './ownership.ts';

/** What every module is given. */
export interface Server {
  /** Parts of it change while the server runs (`storedSettings.ts`): what may change is read when it is needed. */
  readonly settings: Settings;
  /** Lets settings that were stored just now count. */
  readonly renewSettings: LiveSettings['renew'];
  readonly publicUrl: string | undefined;
  /** Where this server is reached; known once it listens. */
  readonly origin: () => string;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly fanOut: FanOut;
  readonly announcer: LiveAnnouncer;
  readonly presence: Presence;
  readonly events: Events;
  /** Mail, and what goes on after an answer. */
  readonly background: Background;
  /** Work in processes of their own. */
  readonly childJobs: ChildJobs;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  /** All modules; complete once all of them are open. */
  readonly owners: readonly Owner[];
  /** The jobs of all modules; complete once all of them are open. */
  readonly jobs: readonly Job[];
  /** Whether people may write, and whether they are answered at all. */
  readonly mode: ModeHolder;
  /** What could not be sent at once. */
  readonly waitingMails: WaitingMails;
  readonly trials: Trials;
}

/** What tests change of a server. */
export interface Trials {
  /** With false no job is started: a test does by hand what one of them does. */
  readonly hasJobs?: boolean | undefined;
  /** The till; opened by the settings without. */
  readonly payments?: Payments | undefined;
  /** Bars within which the house band answers; two without. */
  readonly answerBars?: number | undefined;
  /** Flashes within a second of a look that many people see; three without. */
  readonly mostFlashes?: number | undefined;
  /** Hears of each step of a mint; the next one waits for it. */
  readonly afterMintStep?:
    | ((step: 'claimed' | 'prepared' | 'signed' | 'sent' | 'done') => Promise<void>)
    | undefined;
}

/** A module that is open: all of it is optional. */
export interface Opened<Offers> {
  /** What the modules that need it are given. */
  readonly offers?: Offers;
  /** Mounts its calls. */
  routes?(app: FastifyInstance): void | Promise<void>;
  readonly jobs?: readonly Job[];
  readonly events?: Listeners;
  /** Says of the pages what the server knows; the last module that has it. */
  readonly pageFor?: PageFor;
  readonly farewell?: Owner['farewell'];
}

/** Modules by name, as `needs` names them. */
export type Needs = { readonly [name: string]: Module };
type OffersOf<N extends Needs> = {
  readonly [K in keyof N]: N[K] extends Module<infer Offers> ? Offers : never;
};

export interface Module<Offers = unknown> {
  readonly name: string;
  readonly needs: Needs;
  readonly ownership?: Ownership | undefined;
  open?(server: Server, needs: never): Opened<Offers> | Promise<Opened<Offers>>;
}

/**
 * Declares a module. `needs` are the modules whose files it uses: they are before it in the list, and `open` is given
 * what they offer. What it keeps open it closes in a hook of `routes`.
 */
export const defineModule = <N extends Needs, Offers = undefined>(module: {
  readonly name: string;
  readonly needs: N;
  readonly ownership?: Ownership;
  open?(server: Server, needs: OffersOf<N>): Opened<Offers> | Promise<Opened<Offers>>;
}): Module<Offers> => module;

/**
 * Opens modules one after the other, each with what those before it offer.
 * @param lists are filled, for `Server.owners` and `Server.jobs`
 * @returns what mounts their calls and starts their jobs
 */
export async function openModules(
  server: Server,
  modules: readonly Module[],
  { owners, jobs }: { readonly owners: Owner[]; readonly jobs: Job[] },
) {
  const opened = new Map<Module, Opened<unknown>>();
  for (const module of modules) {
    const needs = Object.entries(module.needs).map(([key, needed]) => {
      const before = opened.get(needed);
      if (!before) throw new Error(`${module.name} needs ${key}, which is not before it`);
      return [key, before.offers] as const;
    });
    const own = (await module.open?.(server, Object.fromEntries(needs) as never)) ?? {};
    opened.set(module, own);
    jobs.push(...(own.jobs ?? []));
    if (own.events) server.events.hear(own.events);
    const { name, ownership } = module;
    owners.push({ name, ownership, farewell: own.farewell });
  }
  const all = [...opened.values()];
  return {
    pageFor: all.findLast(({ pageFor }) => pageFor)?.pageFor,
    async mount(app: FastifyInstance): Promise<void> {
      for (const { routes } of all) await routes?.(app);
      if (server.trials.hasJobs === false) return;
      installJobs(app, jobs);
    },
  };
}
