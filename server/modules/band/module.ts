import { HOUSE_BAND_ID } from '../../../src/data/contract/band.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { createJob } from '../../kernel/jobs.ts';
import { defineModule, type Opened, type Server } from '../../kernel/module.ts';
import { route } from '../../plugins/route.ts';
import { jams } from '../jams/module.ts';
import { library } from '../library/module.ts';
import { searchIndex } from '../searchIndex/module.ts';
import { uploads } from '../uploads/module.ts';
import { ensureBand } from './account.ts';
import { answering } from './answering.ts';
import { bandCalls } from './calls.ts';
import { ringMaking } from './making.ts';
import { findDue } from './repo.ts';

/** How often the band looks for turns that are due without an event: its own next phrases, and turns of nodes that died. */
const EVERY_MS = 2000;
/** How often it is looked for answers that a crash left half, and for loops that came too late. */
const SETTLE_MS = 60_000;
/** Turns that one round takes, and that are worked on at the same time. */
const AT_ONCE = 4;

/** The turns of the band. */
function openBand(server: Server): Opened<undefined> {
  const { settings, database, trials, childJobs } = server;
  const { queries } = database;
  const parts = { ...server, jobs: childJobs, answerBars: trials.answerBars };
  const making = ringMaking({ ...parts, rules: settings.accounts });
  const band = answering({ ...parts, making });
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
  return {
    jobs: [turns, settling],
    events: {
      afterCommit: {
        stored({ jamId, userId }) {
          if (!isClosing && userId !== HOUSE_BAND_ID) void answer(jamId);
        },
      },
    },
    routes(app) {
      route(app, ENDPOINTS.band, ({ identity, params }) => calls.band(identity, params.id));
      route(app, ENDPOINTS.inviteBand, async ({ identity, params, body }) => {
        const band = await calls.invite(identity, params.id, body);
        turns.wake();
        return band;
      });
      route(app, ENDPOINTS.dismissBand, ({ identity, params }) =>
        calls.dismiss(identity, params.id),
      );
      app.addHook('onClose', async () => {
        isClosing = true;
        for (const timer of timers.values()) clearTimeout(timer);
        await Promise.all(running);
        await making.close();
      });
    },
  };
}

/** The house band: its account, its calls and its turns. Where the operator switched it off it is in no jam. */
export const band = defineModule({
  name: 'band',
  needs: { jams, library, searchIndex, uploads },
  async open(server) {
    const { queries } = server.database;
    if (!server.settings.hasBand) {
      const off = queries.updateTable('jams').set({ hasBand: false });
      await off.where('hasBand', '=', true).execute();
      await queries.deleteFrom('bandTurns').execute();
      return {};
    }
    if (await ensureBand(queries, Date.now())) return openBand(server);
    const about = { account: HOUSE_BAND_ID };
    server.log.error(about, 'an account has the name of the house band: it stays off');
    return {};
  },
});
