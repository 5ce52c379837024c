import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { MissionAnswer } from '../../../src/data/contract/arcade.ts';
import { ENDPOINTS } from '../../../src/data/contract/endpoints.ts';
import { dayOf } from '../../../src/data/rules/arcade/seeds.ts';
import { createJob, type Job } from '../../kernel/jobs.ts';
import { callerOf } from '../../plugins/caller.ts';
import { preparedRoute, route } from '../../plugins/route.ts';
import type { Database } from '../../ports/database/database.ts';
import { joinAnswer, joinTexts, type Part } from '../feed/answer.ts';
import { type Embed, makeEmbed } from '../feed/kept.ts';
import type { FeedService } from '../feed/service.ts';
import type { CommitContext } from '../jams/commit.ts';
import { readBoard } from './board.ts';
import { claimsService } from './claims.ts';
import type { Fields } from './fields.ts';
import { keepService } from './keep.ts';
import { arcadeList } from './list.ts';
import * as repo from './repo.ts';
import { runsService } from './runs.ts';

/** Missions whose answers are kept compressed; one takes about 15 kB. */
const MOST_ANSWERS = 64;
const UPKEEP_EVERY_MS = 10 * 60_000;
/** A run that was not claimed goes after this time. */
const UNCLAIMED_MS = 24 * 3_600_000;

export interface ArcadeContext extends CommitContext {
  readonly database: Database;
  readonly feed: FeedService;
  readonly fields: Fields;
}

const whole = (data: readonly Part[], acceptEncoding: string | undefined) =>
  joinAnswer(joinTexts(['{"ok":true,"data":', ...data, '}']), acceptEncoding);

/** Removes runs that were not claimed, and makes the field of a day that has begun, now and then while the server runs. */
export const upkeepJob = ({ queries }: Database, fields: Fields): Job =>
  createJob({
    name: 'the upkeep of the arcade',
    everyMs: UPKEEP_EVERY_MS,
    isAtStart: false,
    async round() {
      const nowMs = Date.now();
      await repo.removeUnclaimed(queries, { nowMs, sinceMs: nowMs - UNCLAIMED_MS });
      await fields.of(dayOf(nowMs), nowMs);
    },
  });

/** The calls of the arcade. */
export function arcadeRoutes(app: FastifyInstance, context: ArcadeContext): void {
  const { database, feed, fields } = context;
  const { queries } = database;
  const runs = runsService(database, fields);
  const keeping = keepService({ ...context, runs });
  const claims = claimsService({ database, runs, keeping });
  const list = arcadeList(queries, fields, feed.embeds);
  const answers = new LRUCache<string, Embed>({ max: MOST_ANSWERS });

  /** A mission with its field as the data of an answer; the same for everybody for ever. */
  async function missionPart(seed: string): Promise<Embed> {
    const known = answers.get(seed);
    if (known) return known;
    const { mission, index } = await runs.groundOf(seed);
    const answer: MissionAnswer = { mission, field: index.field };
    const made = await makeEmbed(JSON.stringify(answer), []);
    answers.set(seed, made);
    return made;
  }

  preparedRoute(app, ENDPOINTS.arcade, async ({ identity, query, request }) =>
    whole(await list(identity, query), request.headers['accept-encoding']),
  );
  preparedRoute(app, ENDPOINTS.missionToday, async ({ request }) =>
    whole([await missionPart(dayOf(Date.now()))], request.headers['accept-encoding']),
  );
  preparedRoute(app, ENDPOINTS.mission, async ({ params, request }) =>
    whole([await missionPart(params.seed)], request.headers['accept-encoding']),
  );
  route(app, ENDPOINTS.startRun, ({ body, request }) =>
    runs.start(body, callerOf(request).address),
  );
  route(app, ENDPOINTS.postRun, ({ identity, body, request }) =>
    runs.post(identity, body, callerOf(request).address),
  );
  route(app, ENDPOINTS.run, ({ identity, params }) => runs.run(identity, params.id));
  route(app, ENDPOINTS.keepRun, ({ identity, params, body }) =>
    keeping.keep(identity, params.id, body),
  );
  route(app, ENDPOINTS.arcadeBoard, ({ identity, query }) => readBoard(queries, identity, query));
  route(app, ENDPOINTS.makeClaim, ({ body, request }) =>
    claims.make(body, callerOf(request).address),
  );
  route(app, ENDPOINTS.claim, ({ params, request }) =>
    claims.show(params.code, callerOf(request).address),
  );
  route(app, ENDPOINTS.useClaim, ({ identity, params, body, request }) =>
    claims.use(identity, params.code, body, callerOf(request).address),
  );
}
