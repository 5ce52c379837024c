import type { FastifyInstance } from 'fastify';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { route } from '../../plugins/route.ts';
import { type AppealsService, appealsService } from './appeals.ts';
import { type JamReportsContext, type JamReportsService, jamReportsService } from './jamReports.ts';
import { type PeopleContext, type PeopleService, peopleService } from './people.ts';
import { type ProfileReportsService, profileReportsService } from './profileReports.ts';
import { type ModerationService, moderationService } from './service.ts';
import { weeksService } from './weeks.ts';

interface Services {
  readonly moderation: ModerationService;
  readonly people: PeopleService;
  readonly appeals: AppealsService;
  readonly jamReports: JamReportsService;
  readonly profileReports: ProfileReportsService;
}

/** The calls of moderators. */
function moderatorRoutes(
  app: FastifyInstance,
  { moderation, people, appeals, jamReports, profileReports }: Services,
): void {
  route(app, ENDPOINTS.reports, ({ identity }) => moderation.reports(identity));
  route(app, ENDPOINTS.removeShare, ({ identity, params, body }) =>
    moderation.remove(identity, params.id, body.reason),
  );
  route(app, ENDPOINTS.restoreShare, ({ identity, params, body }) =>
    moderation.restore(identity, params.id, body.reason),
  );
  route(app, ENDPOINTS.dismissReports, ({ identity, params, body }) =>
    moderation.dismiss(identity, params.id, body.reason),
  );
  route(app, ENDPOINTS.jamReports, ({ identity }) => jamReports.list(identity));
  route(app, ENDPOINTS.removeReported, ({ identity, params, body }) =>
    jamReports.remove(identity, params, body.reason),
  );
  route(app, ENDPOINTS.dismissReported, ({ identity, params, body }) =>
    jamReports.dismiss(identity, params, body.reason),
  );
  route(app, ENDPOINTS.profileReports, ({ identity }) => profileReports.list(identity));
  route(app, ENDPOINTS.dismissProfile, ({ identity, params, body }) =>
    profileReports.dismiss(identity, params.userId, body.reason),
  );
  route(app, ENDPOINTS.audit, ({ identity }) => moderation.audit(identity));
  route(app, ENDPOINTS.removeProfileParts, ({ identity, params, body }) =>
    people.removeParts(identity, params.userId, body),
  );
  route(app, ENDPOINTS.suspend, ({ identity, params, body }) =>
    people.suspend(identity, params.userId, body),
  );
  route(app, ENDPOINTS.liftSuspension, ({ identity, params, body }) =>
    people.lift(identity, params.userId, body.reason),
  );
  route(app, ENDPOINTS.suspensions, ({ identity }) => people.suspensions(identity));
  route(app, ENDPOINTS.appeals, ({ identity }) => appeals.list(identity));
  route(app, ENDPOINTS.acceptAppeal, ({ identity, params, body }) =>
    appeals.accept(identity, params.id, body.reason),
  );
  route(app, ENDPOINTS.refuseAppeal, ({ identity, params, body }) =>
    appeals.refuse(identity, params.id, body.reason),
  );
}

/** The calls of moderators, and those of a suspended account about itself. */
export function moderationRoutes(
  app: FastifyInstance,
  context: PeopleContext & JamReportsContext,
): void {
  const appeals = appealsService(context);
  const moderation = moderationService(context);
  const jamReports = jamReportsService(context);
  const profileReports = profileReportsService(context);
  const people = peopleService(context);
  moderatorRoutes(app, { moderation, people, appeals, jamReports, profileReports });
  route(app, ENDPOINTS.reportProfile, ({ identity, params, body }) =>
    profileReports.report(identity, params.id, body.reason),
  );
  const weeks = weeksService(context);
  route(app, ENDPOINTS.chooseWinner, ({ identity, params, body }) =>
    weeks.chooseWinner(identity, params.start, body),
  );
  route(app, ENDPOINTS.ownSuspension, ({ identity }) => appeals.own(identity));
  route(app, ENDPOINTS.appeal, ({ identity, body }) => appeals.appeal(identity, body.text));
}
