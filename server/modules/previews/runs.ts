import { PRODUCT_NAME } from '../../../src/data/contract/constants.ts';
import { MODE_TITLES, pointsText } from '../../../src/data/rules/arcade/scoreText.ts';
import { escapeHtml } from '../../../src/data/rules/sharing/embedCode.ts';
import type { Queries } from '../../ports/database/database.ts';
import * as arcade from '../arcade/repo.ts';
import { COVER_HEIGHT_PX, COVER_WIDTH_PX } from '../covers/drawCover.ts';
import type { FindPublicShare } from '../covers/publicShare.ts';

/** Pages of runs in the arcade. */
export const RUN_PAGE = /^\/arcade\/runs\/([A-Za-z0-9_-]{1,64})(?:\/replay)?\/?$/;

const meta = (name: 'name' | 'property', key: string, content: string | number) =>
  `<meta ${name}="${key}" content="${escapeHtml(String(content))}" />`;

export interface RunHeadContext {
  readonly queries: Queries;
  readonly find: FindPublicShare;
  /** Origin of this server, or ''. */
  readonly base: string;
}

/**
 * What the page of a run says to other sites: its score and its player, with the cover of its rifff where everybody may
 * see that. Undefined where there is no such run, or its player is gone.
 */
export async function runHead({ queries, find, base }: RunHeadContext, id: string) {
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
  const image = share && `${base}/media/covers/${share.id}.png`;
  const alt = share && `The rings of ${share.title}`;
  const more = [
    `<link rel="canonical" href="${escapeHtml(page)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', page),
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    ...(image && alt
      ? [
          meta('property', 'og:image', image),
          meta('property', 'og:image:type', 'image/png'),
          meta('property', 'og:image:width', COVER_WIDTH_PX),
          meta('property', 'og:image:height', COVER_HEIGHT_PX),
          meta('property', 'og:image:alt', alt),
          meta('name', 'twitter:image', image),
          meta('name', 'twitter:image:alt', alt),
        ]
      : []),
  ].join('\n    ');
  return { title: `${title} – ${PRODUCT_NAME}`, description, more };
}
