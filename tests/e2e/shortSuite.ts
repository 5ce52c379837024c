import { hasPostgres } from '../../server/testing/postgres.ts';

/** Journeys are made on SQLite where there is no PostgreSQL to make them on. */
const isSqliteAlone = !hasPostgres();

/**
 * Screens whose parts a screen beside them in the table has as well: the first page of another region, legal texts, links
 * without their token, the profile by its longer address, a name that nobody has, what the product is made of.
 */
const LIKE_ANOTHER = [
  ...['/gb', '/eu', '/terms', '/conduct', '/cookies', '/profile/\\{name\\}'],
  ...[
    '/confirm-email',
    '/remote-register',
    '/remote-auth/verify-email',
    '/nobody-at-all',
    '/acknowledgements',
  ],
].join('|');

/** Screens that the tests of their page in the browser hold to axe, with more in them than they have here. */
const HELD_ALONE = [
  ...['/search\\?q=a&kind=loops', '/chart\\?archive', '/profile\\?edit=1'],
  ...['/\\{name\\}/social', '/\\{name\\}\\?tab=jams', '/collection/\\{name\\}'],
  ...['/arcade/runs/\\{run\\}', '/arcade/runs/\\{run\\}/replay', '/arcade/qr-code-scan'],
  ...['/styleguide/typography', '/styleguide/buttons'],
  ...['/clubs', '/club/\\{club\\}\\?edit=1', '/clubs/join/\\{clubCode\\}'],
  ...['/market\\?show=collect', '/market/\\{token\\}'],
].join('|');

/**
 * The journeys that `npm test` makes, by file and part of their title: one for every part of the product.
 * `npm run test:long` makes all of them, in both widths and on both databases, and takes more than half an hour.
 *
 * What one journey here proves already the next one leaves to the long run:
 * - on SQLite `leaving`, the forgotten password, a visitor's first commit and a share that is remixed, since they are
 *   made here on PostgreSQL, and every call of theirs is tested on both databases in Node;
 * - mixing by keys in a narrow window, since no width changes it; fingers are in `rings`;
 * - narrow screens without a layout of their own: a column of text, a form like that of `/register`, a tab like another;
 * - wide screens that show the parts of another one with other words, and those whose page a test in the browser holds to
 *   axe: see `LIKE_ANOTHER` and `HELD_ALONE`;
 * - an evening at the radio, the bell and the digest, and a profile that is edited while somebody follows and is blocked:
 *   queue, sources, matching, sleep, the other window, the bell and the pages about people have tests of their own, the
 *   journey of the feed listens, follows and is told, and that of the media keys skips;
 * - an evening at a kiosk: its rest and the page of its codes are tested in the browser, its codes in Node;
 * - a server without a market or without plans: its calls and what leads there are tested in Node and in the browser, and
 *   what pages that do not trade bring along in `weight.e2e.ts`;
 * - the wallet's own tab: the journey of the market connects, links and signs, and its actions are tested on the chain;
 * - a stage that loses its graphics chip: `StageRoom` without one and its return are tested in the browser, a chip that is
 *   lost while rings are drawn in `tests/gpu`; that its sound goes on meanwhile is heard in the long run.
 */
const SHORT_WIDE: Readonly<Record<string, string>> = {
  answer: 'two people|does not take any more',
  accountDevices: 'one device signs another|the account is changed',
  accounts: `finds the draft|is listed and said|signing out goes home${isSqliteAlone ? '|a forgotten password' : ''}`,
  arcadePlay: '',
  arcadeAround: 'a visitor collects',
  avatar: '',
  band: '',
  chat: '',
  clubs: 'out at once',
  comingSoon: '',
  deviceSync: '',
  editor: 'after a reload, and plays|skip leads|next and random|has no violations',
  editorWide: 'onto a slot they replace|everything by keys',
  feed: '',
  files: 'a WAV, an AIFF',
  export: 'as stems',
  embed: 'weighs less|in a frame on another site|a double tap solos',
  guest: '',
  keeping: `without a network|a remix by another|have no violations${isSqliteAlone ? '|a visitor commits' : ''}`,
  jamDraft: '',
  keyboard: '',
  landing:
    'of the feed that is tapped|one tap plays|a touch on a ring|another rifff comes|assistive|without WebGL',
  ...(isSqliteAlone && { leaving: '' }),
  market: 'to the last yocto',
  mediaKeys: 'listened to',
  moderation: 'and writes again',
  offline: '',
  plans: 'plus is paid',
  play: 'is tapped|keys play',
  playlist: 'plays on',
  record: 'takes over a playing rifff',
  rings: 'mutes, two solo|a flick swaps',
  roomLine: '',
  screens: `the table of|no violations: (?!(${LIKE_ANOTHER}|${HELD_ALONE}) as a)`,
  script: 'not followed|is escaped',
  scriptOutside: '',
  selfTest: 'listens to the microphone',
  sharing: `reported, removed${isSqliteAlone ? '|both names stand' : ''}`,
  shell: 'an unknown address|reloads once|a way past|header is whole',
  shellPages:
    'says what it must|opens to the keyboard|chosen in the footer|by one tap|coming soon stands|the loader|members find',
  slotSound: '',
  stage: 'to a wall by a code|nobody sees goes on',
  // Asked for by name: an hour is no part of any suite.
  ...(process.env.RONDO_STAGE_MINUTES && { stageLong: '' }),
  styleguide: 'has its version|the self-test',
  together: '',
  upload: 'over a line that breaks',
  weight: '',
};

const SHORT_NARROW: Readonly<Record<string, string>> = {
  arcadePlay: '',
  editorNarrow: '',
  landing: 'before any script|large enough',
  play: 'too small',
  rings: 'scrolls the page',
  screens:
    'violations: /(|jam|jams|feed|chart|listen|rifff/\\{share\\}|club/\\{club\\}|profile|register|account\\?tab=profile|styleguide) as a',
  shell: 'the menu of a narrow',
};

const SHORT_POSTGRES: Readonly<Record<string, string>> = {
  accounts: 'a forgotten password',
  keeping: 'a visitor commits',
  leaving: '',
  sharing: 'both names stand',
};

/**
 * What measures sound, or makes gestures between frames, is made alone (`RONDO_JOURNEYS=alone`). Everything else may be
 * made two at a time (`RONDO_JOURNEYS=beside`): it waits for what a page shows, or until anything is heard at all.
 */
const ALONE =
  /\b(embed|files|landing|mediaKeys|offline|mergeHeard|play|playlist|record|rings|selfTest|slotSound|stage|stageLong|upload)\.e2e\.ts/;
export const isAlone = process.env.RONDO_JOURNEYS === 'alone';
export const isBeside = process.env.RONDO_JOURNEYS === 'beside';

/** Files of the journeys that are not made now. */
export const NOT_NOW: RegExp[] = [
  ...(isAlone ? [new RegExp(`^(?!.*${ALONE.source})`)] : []),
  ...(isBeside ? [ALONE] : []),
];

const matching = (suite: Readonly<Record<string, string>>) =>
  Object.entries(suite).map(([file, titles]) => new RegExp(`\\b${file}\\.e2e\\.ts .*(${titles})`));

/** Matches the journeys of `npm test`, for each project of `playwright.config.ts`. */
export const SHORT_SUITE = {
  wide: matching(SHORT_WIDE),
  narrow: matching(SHORT_NARROW),
  postgres: matching(SHORT_POSTGRES),
};
