import type { FastifyInstance } from 'fastify';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { createJob, installJobs } from '../../kernel/jobs.ts';
import type { ChildJobs } from '../../plugins/childJobs.ts';
import { route } from '../../plugins/route.ts';
import type { BlobStore } from '../../ports/blobs/blobStore.ts';
import type { LiveAnnouncer } from '../../ports/fanOut/rooms.ts';
import type { Settings } from '../../settings.ts';
import { ensureBand } from './account.ts';
import { type AnsweringContext, answering } from './answering.ts';
import { bandCalls } from './calls.ts';
import { ringMaking } from './making.ts';
import { findDue } from './repo.ts';

/** How often it is looked for turns that are due and that nobody told of: of its own phrases, and of nodes that died. */
const EVERY_MS = 2000;
/** How often it is looked for answers that a crash left half, and for loops that came too late. */
const SETTLE_MS = 60_000;
/** Turns that one round takes, and that are worked on at the same time. */
const AT_ONCE = 4;

export interface BandParts extends Omit<AnsweringContext, 'log' | 'making'> {
  readonly settings: Pick<Settings, 'hasBand' | 'accounts'>;
  readonly blobs: BlobStore;
  readonly jobs: ChildJobs;
  readonly publicUrl: string | undefined;
}

/** What others tell the band. */
export interface HouseBand {
  /** Somebody committed in a jam (short id). Never throws and never waits. */
  heard(jamId: string): void;
}

/** The same announcer, which tells the band of people's rifffs too. */
export function heardBy(announcer: LiveAnnouncer, heard: HouseBand['heard']): LiveAnnouncer {
  return {
    ...announcer,
    announce(jamId, events) {
      announcer.announce(jamId, events);
      const isCalled = events.some(({ kind, user }) => kind === 'rifff' && user !== HOUSE_BAND_ID);
      if (isCalled) heard(jamId);
    },
  };
}

const DEAF: HouseBand = { heard: () => {} };

/**
 * The house band: its account, its calls, and its turns. Where the operator switched it off there is nothing of it, and
 * it is in no jam.
 */
export async function installBand(
  app: FastifyInstance,
  { settings, ...parts }: BandParts,
): Promise<HouseBand> {
  const { database } = parts;
  const { queries } = database;
  if (!settings.hasBand) {
    await queries.updateTable('jams').set({ hasBand: false }).where('hasBand', '=', true).execute();
    await queries.deleteFrom('bandTurns').execute();
    return DEAF;
  }
  if (!(await ensureBand(queries, Date.now()))) {
    app.log.error(
      { account: HOUSE_BAND_ID },
      'an account has the name of the house band: it stays off',
    );
    return DEAF;
  }
  const making = ringMaking({ ...parts, rules: settings.accounts, log: app.log });
  const band = answering({ ...parts, making, log: app.log });
  const running = new Set<Promise<void>>();
  let isClosing = false;
  const timers = new Map<string, NodeJS.Timeout>();
  const answer = (jamId: string): Promise<void> => {
    const work = band
      .answer(jamId)
      .then((due) => {
        if (due !== null && !isClosing) remind(jamId, due);
      })
      .finally(() => running.delete(work));
    running.add(work);
    return work;
  };
  /** This node is there when its phrase is over; another one finds the turn in its round. */
  function remind(jamId: string, due: number): void {
    clearTimeout(timers.get(jamId));
    const timer = setTimeout(() => {
      timers.delete(jamId);
      void answer(jamId);
    }, due - Date.now());
    timers.set(jamId, timer.unref());
  }
  const turns = createJob({
    name: 'answering as the house band',
    everyMs: EVERY_MS,
    async round() {
      const due = await findDue(queries, Date.now(), AT_ONCE);
      await Promise.all(due.map(answer));
    },
  });
  const settling = createJob({
    name: 'settling what the house band left',
    everyMs: SETTLE_MS,
    round: (pace) => making.settle(pace),
  });
  const calls = bandCalls(parts);
  route(app, ENDPOINTS.band, ({ identity, params }) => calls.band(identity, params.id));
  route(app, ENDPOINTS.inviteBand, async ({ identity, params, body }) => {
    const band = await calls.invite(identity, params.id, body);
    turns.wake();
    return band;
  });
  route(app, ENDPOINTS.dismissBand, ({ identity, params }) => calls.dismiss(identity, params.id));

  app.addHook('onClose', async () => {
    isClosing = true;
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.all(running);
    await making.close();
  });
  installJobs(app, [turns, settling]);
  return {
    heard(jamId) {
      if (!isClosing) void answer(jamId);
    },
  };
}
