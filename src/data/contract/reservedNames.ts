/** Names that no account may take, because an address or a room goes by them. */

import { HOUSE_BAND_ID } from './band.ts';
import { coarseForm } from './confusables.ts';

/** First segments of the addresses of pages. A test compares them with the table of routes. */
const PAGE_SEGMENTS = [
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'remote-register',
  'confirm-email',
  'unsubscribe',
  'notifications',
  'remote-auth',
  'not-me',
  'oidc',
  'classes',
  'card',
  'move-out',
  'accept-terms',
  'holding-page',
  'account',
  'import',
  'profile',
  'collection',
  'jams',
  'jam',
  'listen',
  'download',
  'plus',
  'arcade',
  'privacy',
  'terms',
  'conduct',
  'cookies',
  'acknowledgements',
  'styleguide',
  'coming-soon',
  'stylev3',
  'test-wasm',
  'logout',
  'rifff',
  'embed',
  'feed',
  'chart',
  'club',
  'clubs',
  'playlist',
  'playlists',
  'market',
  'marketplace',
  'library',
  'looks',
  'moderation',
  'setup',
  'operate',
  'admin',
  'stage',
  'social',
  'search',
  'settings',
  'help',
  'manual',
  'about',
];

/** What the server keeps for itself, and folders of built files. */
const SERVER_SEGMENTS = [
  'push-worker',
  'worker',
  'performances',
  'api',
  'media',
  'healthz',
  'metrics',
  'socket',
  'socket-io',
  'db',
  'assets',
  'static',
  'public',
  'icons',
  'fonts',
  'well-known',
  'robots',
  'favicon',
  'manifest',
  'sitemap',
];

/** Segments of calls that stand where the name of a personal jam would. */
const JAM_CALLS = ['my-jams', 'lobby', 'code', 'rifffs'];

const LOCALE_CODES = ['us', 'gb', 'eu'];

/** Does an address of a page, of a call or of a built file begin with it? It is in lower case. */
export const isTakenSegment = (segment: string): boolean =>
  [...PAGE_SEGMENTS, ...SERVER_SEGMENTS, ...LOCALE_CODES].includes(segment);

/** Names that would speak for the house. */
const HOUSE_NAMES = [
  'rondo',
  HOUSE_BAND_ID,
  'moderator',
  'system',
  'root',
  'support',
  'official',
  'postmaster',
  'abuse',
  'security',
  'anonymous',
  'someone',
  'nobody',
  'everyone',
  'deleted',
  'null',
  'undefined',
];

/** Official words; no name may consist of them alone. */
const OFFICES = [
  ...['rondo', 'admin', 'administrator', 'administration', 'sysadmin', 'superuser', 'root'],
  ...['mod', 'moderator', 'moderation', 'staff', 'operator', 'owner', 'host', 'official'],
  ...['support', 'helpdesk', 'system', 'security', 'abuse', 'postmaster', 'webmaster'],
  ...['hostmaster', 'noreply', 'notification', 'billing', 'legal', 'trustandsafety'],
].map(coarseForm);
/** Words that may stand around them. */
const AROUND = ['the', 'real', 'my', 'our', 'team', 'account', 'help', 'desk', 's', 'of'].map(
  coarseForm,
);
const OFFICIAL = new RegExp(
  `^(?:${AROUND.join('|')})*(?:${OFFICES.join('|')})(?:${[...OFFICES, ...AROUND].join('|')})*$`,
);

/** True for a name that speaks for the operator, such as `administrator`, `Adm1n_2` or `rondo-support`. */
export function isOfficialName(name: string): boolean {
  const bare = name.replace(/^[\d\s_.-]+|[\d\s_.-]+$/g, '');
  return OFFICIAL.test(coarseForm(bare)) || OFFICIAL.test(coarseForm(name));
}

/** What every object answers to; `__proto__` and its like would also reach into maps. */
const PROTOTYPE_NAMES = Object.getOwnPropertyNames(Object.prototype);

const RESERVED: ReadonlySet<string> = new Set(
  [
    ...PAGE_SEGMENTS,
    ...SERVER_SEGMENTS,
    ...JAM_CALLS,
    ...LOCALE_CODES,
    ...HOUSE_NAMES,
    ...PROTOTYPE_NAMES,
    'prototype',
  ].map((name) => name.toLowerCase()),
);

/** Ids of rooms: `band` and ten hex digits. Every other jam is called as its owner is. */
export const ROOM_ID = /^band[0-9a-f]{10}$/i;
/** Accounts that a server makes for show. */
const DEMO_ID = /^demo-/i;

/** True for a name that only accounts have that a server makes for show. */
export const isDemoName = (name: string): boolean => DEMO_ID.test(name);

/** True for a name that no account may take, whatever its case. */
export function isReservedName(name: string): boolean {
  return (
    RESERVED.has(name.toLowerCase()) ||
    ROOM_ID.test(name) ||
    isDemoName(name) ||
    isOfficialName(name)
  );
}
