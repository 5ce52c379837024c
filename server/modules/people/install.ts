import type { FastifyInstance } from 'fastify';
import { installJobs } from '../../kernel/jobs.ts';
import type { Settings } from '../../settings.ts';
import type { AccountsContext } from '../auth/context.ts';
import type { NoticeListener } from '../jams/noteAnswer.ts';
import { digestJob } from './digest.ts';
import { followsService } from './follows.ts';
import { notificationsService } from './notifications.ts';
import { pruningJob } from './pruning.ts';
import { openPush } from './push.ts';
import { peopleRoutes } from './routes.ts';
import { tellNotices } from './tell.ts';

/**
 * Following, notifications, digests and devices, with all that they need.
 * @returns who tells people what happened to them
 */
export async function installPeople(
  app: FastifyInstance,
  context: AccountsContext & { readonly settings: Settings },
): Promise<NoticeListener> {
  const { database, settings } = context;
  const { publicUrl, mailFrom } = settings;
  const subject = publicUrl?.startsWith('https:')
    ? publicUrl
    : `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`;
  const push = await openPush({ database, settings: settings.push, subject, log: app.log });
  const onNotice = tellNotices(context, push);
  await app.register(peopleRoutes, {
    follows: followsService({ database, onNotice }),
    notifications: notificationsService({ database, publicUrl }),
    push,
    queries: database.queries,
    publicUrl,
  });
  installJobs(app, [digestJob(context, push), pruningJob(database.queries)]);
  return onNotice;
}
