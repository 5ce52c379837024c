import { hasPostgres } from '../../server/testing/postgres.ts';

/**
 * The journeys that `npm test` makes: one for every part of the product. Each says so by a tag: `@short` in a wide window,
 * `@shortNarrow` in a narrow one, `@shortPostgres` on PostgreSQL (in a wide window on SQLite where there is no PostgreSQL).
 * `npm run test:long` makes all of them, in both widths and on both databases, and takes more than half an hour.
 *
 * What one journey here proves already the next one leaves to the long run:
 * - on SQLite `leaving`, the forgotten password, a visitor's first commit and a share that is remixed, since they are
 *   made here on PostgreSQL, and every call of theirs is tested in Node;
 * - mixing by keys in a narrow window, since no width changes it; fingers are in `rings`;
 * - narrow screens without a layout of their own: a column of text, a form like that of `/register`, a tab like another;
 * - wide screens that show the parts of another one with other words, and those whose page a test in the browser holds to
 *   axe: see `LIKE_ANOTHER` and `HELD_ALONE` in `screens.e2e.ts`;
 * - an evening at the radio, the bell and the digest, and a profile that is edited while another member follows and is
 *   blocked: queue, sources, matching, sleep, the other window, the bell and the pages about people have tests of their
 *   own, the journey of the feed listens, follows and gets notices, and the journey of the media keys skips;
 * - an evening at a kiosk: its rest and the page of its codes are tested in the browser, its codes in Node;
 * - a server without a market or without plans: its calls and what leads there are tested in Node and in the browser, and
 *   what pages that do not trade bring along in `weight.e2e.ts`;
 * - the wallet's own tab: the journey of the market connects, links and signs, and its actions are tested on the chain;
 * - a stage that loses its graphics chip: `StageRoom` without one and its return are tested in the browser, a chip that is
 *   lost while rings are drawn in `tests/gpu`; that its sound goes on meanwhile is heard in the long run.
 */
const TAGS = {
  wide: hasPostgres() ? '@short\\b' : '(@short|@shortPostgres)\\b',
  narrow: '@shortNarrow\\b',
  postgres: '@shortPostgres\\b',
};

/**
 * What measures sound, or makes gestures between frames, has the tag `@alone` and is made alone (`RONDO_JOURNEYS=alone`).
 * Everything else may be made two at a time (`RONDO_JOURNEYS=beside`): it waits for what a page shows, or until anything is
 * heard at all.
 */
export const isAlone = process.env.RONDO_JOURNEYS === 'alone';
export const isBeside = process.env.RONDO_JOURNEYS === 'beside';
const part = isAlone ? '(?=.*@alone\\b)' : isBeside ? '(?!.*@alone\\b)' : '';

/** Matches the journeys that this run makes in a project of `playwright.config.ts`, by their tags. */
export const journeysOf = (project: keyof typeof TAGS): RegExp =>
  process.env.RONDO_LONG === '1' ? /./ : new RegExp(`^${part}.*${TAGS[project]}`);
