import { MODE_TITLES, pointsText } from '../../../src/data/rules/arcade/scoreText.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Settings } from '../../settings.ts';
import * as arcade from '../arcade/repo.ts';
import type { FindPublicShare } from '../covers/publicShare.ts';
import { joinTags, pageTags } from './heads.ts';

/** Pages of runs in the arcade. */
export const RUN_PAGE = /^\/arcade\/runs\/([A-Za-z0-9_-]{1,64})(?:\/replay)?\/?$/;

export interface RunHeadContext {
  readonly queries: Queries;
  readonly settings: Pick<Settings, 'serverName'>;
  readonly find: FindPublicShare;
  /** Origin of this server, or ''. */
  readonly base: string;
}

/**
 * What the page of a run says to other sites: its score and its player, with the cover of its rifff where everybody may
 * see that. Undefined where there is no such run, or its player is gone.
 */
export async function runHead({ queries, settings, find, base }: RunHeadContext, id: string) {
  const run = await arcade.findRun(queries, id);
  if (!run) return undefined;
  const player =
    run.userId === null ? null : await arcade.findPlayer(queries, run.userId, undefined);
  if (player === undefined) return undefined;
  const share = run.shareId === null ? undefined : await find(run.shareId);
  const points = `${pointsText(run.score)} points`;
  const name = player ? player.displayName || player.user : '';
  const title = `${name ? `${name}: ` : ''}${points} in the arcade`;
  const description = `${MODE_TITLES[run.mode]}, ${points}. Watch every move, hear what came of it, and play it yourself.`;
  const page = `${base}/arcade/runs/${run.id}`;
  const image = share && {
    url: `${base}/media/covers/${share.id}.png`,
    alt: `The rings of ${share.title}`,
    isCover: true,
  };
  const { serverName: site } = settings;
  const more = joinTags(pageTags({ site, type: 'website', url: page, title, description, image }));
  return { title: `${title} – ${site}`, description, more };
}
