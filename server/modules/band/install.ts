import type { FastifyInstance } from 'fastify';
import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { installRounds } from '../../plugins/rounds.ts';
import { route } from '../../plugins/route.ts';
import type { LiveAnnouncer } from '../../ports/fanOut/rooms.ts';
import type { Settings } from '../../settings.ts';
import { ensureBand } from './account.ts';
import { type AnsweringContext, answering } from './answering.ts';
import { bandCalls } from './calls.ts';
import { findDue } from './repo.ts';

/** How often it is looked for turns that are due and that nobody told of: of its own phrases, and of nodes that died. */
const EVERY_MS = 2000;
/** Turns that one round takes, and that are worked on at the same time. */
const AT_ONCE = 4;

export interface BandParts extends Omit<AnsweringContext, 'log'> {
  readonly settings: Pick<Settings, 'hasBand'>;
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
  const calls = bandCalls(parts);
  route(app, ENDPOINTS.band, ({ identity, params }) => calls.band(identity, params.id));
  route(app, ENDPOINTS.inviteBand, ({ identity, params, body }) =>
    calls.invite(identity, params.id, body),
  );
  route(app, ENDPOINTS.dismissBand, ({ identity, params }) => calls.dismiss(identity, params.id));

  const band = answering({ ...parts, log: app.log });
  const running = new Set<Promise<void>>();
  let isClosing = false;
  const answer = (jamId: string): Promise<void> => {
    const work = band.answer(jamId).finally(() => running.delete(work));
    running.add(work);
    return work;
  };
  installRounds(app, { what: 'answering as the house band', everyMs: EVERY_MS }, async () => {
    const due = await findDue(queries, Date.now(), AT_ONCE);
    await Promise.all(due.map(answer));
  });
  app.addHook('onClose', async () => {
    isClosing = true;
    await Promise.all(running);
  });
  return {
    heard(jamId) {
      if (!isClosing) void answer(jamId);
    },
  };
}
