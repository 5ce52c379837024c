import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { WINNERS_PAGE } from '../../../src/data/contract/constants.ts';
import { ApiError } from '../../../src/data/contract/errors.ts';
import { UserIdSchema } from '../../../src/data/contract/fields.ts';
import { weekBounds, weekOf } from '../../../src/data/rules/chart/weeks.ts';
import { escapeHtml } from '../../../src/data/rules/sharing/embedCode.ts';
import { findAccountId } from '../../plugins/accounts.ts';
import type { Queries } from '../../ports/database/database.ts';
import { getRow } from '../../ports/database/rows.ts';
import type { Settings } from '../../settings.ts';
import { findChart, findWinners } from '../feed/chartRepo.ts';
import { findShares } from '../feed/shareLists.ts';
import { type AtomFeed, atomDocument } from './atomDocument.ts';

/** Entries of a feed. */
const ENTRIES = 50;
const FOLDER = '/api/v3/feed/atom';
/** Longer than any user name, so that no account has it. */
const WINNERS = 'rifff-of-the-week';

/** A feed that a page names in its head. */
interface NamedFeed {
  readonly title: string;
  readonly path: string;
}

const CHART_FEED: NamedFeed = { title: 'The chart', path: `${FOLDER}/chart` };
const WINNERS_FEED: NamedFeed = { title: 'Rifffs of the week', path: `${FOLDER}/${WINNERS}` };
const personFeed = (name: string, userId: string): NamedFeed => ({
  title: `Rifffs of ${name}`,
  path: `${FOLDER}/${encodeURIComponent(userId)}`,
});

/** Links of a page's head to feeds (RFC 4287, as HTML finds them). @param base as of `atomDocument` */
function feedLinks(base: string, feeds: readonly NamedFeed[]): string {
  return feeds
    .map(
      ({ title, path }) =>
        `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${escapeHtml(base + path)}" />`,
    )
    .join('');
}

/** Links to the feeds of the chart. */
export const chartFeedLinks = (base: string) => feedLinks(base, [CHART_FEED, WINNERS_FEED]);

/** Links to what one account shares. @param name how it is shown */
export const personFeedLinks = (base: string, name: string, userId: string) =>
  feedLinks(base, [personFeed(name, userId)]);

/** The feeds by their last part of the address; undefined where no account has that name. */
function feedsOf(queries: Queries, settings: Pick<Settings, 'serverName'>) {
  const chart = async (): Promise<AtomFeed> => {
    const { start } = weekBounds(weekOf(Date.now()));
    const rows = await findChart(queries, start, { limit: ENTRIES, skip: 0 }, undefined);
    const title = `The chart of ${settings.serverName}`;
    const { path } = CHART_FEED;
    return { name: 'chart', title, self: path, page: '/chart', since: start, entries: rows };
  };
  const winners = async (): Promise<AtomFeed> => {
    const rows = await findWinners(queries, { limit: WINNERS_PAGE, skip: 0 }, undefined);
    const entries = rows.map(({ view, won }) => {
      const day = new Date(won.week).toISOString().slice(0, 10);
      const title = `Rifff of the week of ${day}: ${view.title || 'A rifff'}`;
      return { view, title, name: `week ${won.week} ${view.id}`, updated: won.chosen };
    });
    const { title, path } = WINNERS_FEED;
    return { name: 'winners', title, self: path, page: '/chart', since: 0, entries };
  };
  const person = async (asked: string): Promise<AtomFeed | undefined> => {
    const { data: known } = UserIdSchema.safeParse(asked);
    const userId = known && (await findAccountId(queries, known));
    if (!userId) return undefined;
    const account = await getRow(queries, 'accounts', { id: userId }, ['displayName', 'created']);
    const page = { sort: 'latest', limit: ENTRIES, skip: 0 } as const;
    const views = await findShares(queries, { userId }, page, undefined);
    const { title, path } = personFeed(account.displayName || userId, userId);
    return {
      name: `person ${userId}`,
      title,
      self: path,
      page: `/${encodeURIComponent(userId)}`,
      since: account.created,
      entries: views.map((view) => ({ view })),
    };
  };
  return (name: string): Promise<AtomFeed | undefined> => {
    if (name === 'chart') return chart();
    return name === WINNERS ? winners() : person(name);
  };
}

/** `/api/v3/feed/atom/{userId}`, `…/chart` and `…/rifff-of-the-week`, for any origin. */
export function atomRoutes(
  app: FastifyInstance,
  {
    queries,
    settings,
    publicUrl,
  }: {
    readonly queries: Queries;
    readonly settings: Pick<Settings, 'serverName'>;
    readonly publicUrl: string | undefined;
  },
): void {
  const find = feedsOf(queries, settings);
  app.get(
    `${FOLDER}/:name`,
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) => {
      const feed = await find(request.params.name);
      if (!feed) throw new ApiError('not_found', 'There is no such account');
      const body = atomDocument(publicUrl ?? '', feed);
      const etag = `W/"${createHash('sha256').update(body).digest('base64url')}"`;
      reply.headers({
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'no-cache',
        etag,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      });
      if (fresh(request.headers, { etag })) return reply.code(304).send();
      return reply.send(body);
    },
  );
}
