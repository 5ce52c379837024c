import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import type { JobState, LoadFigures, MailFigures } from '../../../src/data/contract/operations.ts';
import type { Job } from '../../kernel/jobs.ts';
import type { Server } from '../../kernel/module.ts';
import { route } from '../../plugins/route.ts';
import { searchAudit } from './auditSearch.ts';
import type { Backups } from './backups.ts';
import { type DecisionsService, mailsText } from './decisions.ts';
import { readLoad } from './loadFigures.ts';
import { readPeople } from './peopleFigures.ts';
import { serverFigures } from './serverFigures.ts';

export interface OperationsContext extends Server {
  readonly decisions: DecisionsService;
  /** Sends mail that waits. */
  readonly mailJob: Job;
  readonly backups: Backups;
  counts(): Pick<LoadFigures, 'sockets' | 'rooms' | 'listeners'>;
}

function jobState(job: Job): JobState {
  const { lastSuccess: _, ...figures } = job.figures();
  return { name: job.name, ...figures };
}

async function readMails({ waitingMails, settings }: Server): Promise<MailFigures> {
  return {
    ...(await waitingMails.figures()),
    hasRelay: settings.smtpUrl !== undefined,
    mails: await waitingMails.list(),
  };
}

/** The calls of administrators. */
export function operationsRoutes(app: FastifyInstance, context: OperationsContext): void {
  const { database, jobs, registry, counts, waitingMails, mailJob, backups, decisions } = context;
  const { queries } = database;
  const figures = serverFigures(context);
  route(app, ENDPOINTS.serverFigures, figures);
  route(app, ENDPOINTS.jobFigures, async () => ({ jobs: jobs.map(jobState) }));
  route(app, ENDPOINTS.runJob, async ({ identity, params: { name } }) => {
    const job = jobs.find((one) => one.name === name);
    if (!job) throw new ApiError('not_found', 'There is no job of this name');
    await decisions.noteWork(identity, 'run-job', name);
    job.wake();
    return {};
  });
  route(app, ENDPOINTS.mailFigures, () => readMails(context));
  route(app, ENDPOINTS.sendMailsAgain, async ({ identity, body }) => {
    const count = await waitingMails.again(body.id, Date.now());
    if (count > 0) {
      await decisions.noteWork(identity, 'send-mail', mailsText(count));
      mailJob.wake();
    }
    return { count };
  });
  route(app, ENDPOINTS.peopleFigures, () => readPeople(queries, Date.now()));
  route(app, ENDPOINTS.loadFigures, () => readLoad(registry, counts()));
  route(app, ENDPOINTS.backupFigures, () => backups.figures());
  route(app, ENDPOINTS.backUpNow, async ({ identity }) => {
    const begun = await backups.begin();
    await decisions.noteWork(identity, 'back-up', 'by hand');
    return begun;
  });
  route(app, ENDPOINTS.auditSearch, ({ query }) => searchAudit(queries, query));
  route(app, ENDPOINTS.announcements, () => decisions.list());
  route(app, ENDPOINTS.announce, async ({ identity, body }) => ({
    announcement: await decisions.announce(identity, body),
  }));
  route(app, ENDPOINTS.endAnnouncement, ({ identity, params }) =>
    decisions.end(identity, params.id),
  );
  route(app, ENDPOINTS.setMode, ({ identity, body }) => decisions.setMode(identity, body.mode));
}
