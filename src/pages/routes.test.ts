import { describe, expect, it } from 'vitest';
import { askGuards, GUARDS, type Move, type Verdict } from '../data/rules/account/guards.ts';
import { PAGE_PIECES } from './pieces.ts';
import { PAGES, type PageRoute, routeAt } from './routes.tsx';

/** Who moves, and what stands in the way. */
const WAYS = {
  visitor: { user: null },
  guest: { user: { termsVersionAccepted: null, isGuest: true } },
  newMember: { user: { termsVersionAccepted: 0 } },
  member: { user: { termsVersionAccepted: 1 } },
  visitorBeforeOpening: { user: null, isComingSoon: true },
  memberBeforeOpening: { user: { termsVersionAccepted: 1 }, isComingSoon: true },
  unknownBeforeOpening: { user: 'unknown', isComingSoon: true },
  otherBrowser: { user: null, isBrowserAccepted: false },
  pupil: { user: { termsVersionAccepted: 1, pupilOf: { clubId: 'club1', isOpen: false } } },
  pupilOfOpen: { user: { termsVersionAccepted: 1, pupilOf: { clubId: 'club1', isOpen: true } } },
} satisfies Record<string, Partial<Move>>;
type Way = keyof typeof WAYS;

/** Where a page lets each of them: themselves (`in`), or another page. */
type Row = Record<Way, string>;

const OPEN: Row = {
  visitor: 'in',
  guest: 'in',
  newMember: '/accept-terms',
  member: 'in',
  visitorBeforeOpening: '/coming-soon',
  memberBeforeOpening: 'in',
  unknownBeforeOpening: 'wait',
  otherBrowser: '/holding-page',
  // Most pages are not for pupils, and tell them so.
  pupil: 'class',
  pupilOfOpen: 'class',
};
/** What pupils hear where the public side is open to their class. */
const PUBLIC: Row = { ...OPEN, pupilOfOpen: 'in' };
const PUPILS: Row = { ...PUBLIC, pupil: 'in' };
/** Home of pupils is their class. */
const HOME: Row = { ...OPEN, pupil: '/club/club1', pupilOfOpen: '/club/club1' };
/** Opened by a code, on whatever device it was scanned with. */
const BY_CODE: Row = { ...OPEN, otherBrowser: 'in' };
const EXEMPT = Object.fromEntries(Object.keys(WAYS).map((way) => [way, 'in'])) as Row;
const MEMBERS: Row = { ...OPEN, visitor: '/login', guest: '/register' };
const GUEST_ONLY: Row = {
  ...OPEN,
  member: '/wanted',
  visitorBeforeOpening: 'in',
  memberBeforeOpening: '/wanted',
  unknownBeforeOpening: 'in',
  pupil: '/wanted',
  pupilOfOpen: '/wanted',
};

/** Every page of the product. */
const EXPECTED: ReadonlyMap<string, Row> = new Map(
  (
    [
      [HOME, '/ /gb /eu'],
      [PUPILS, '/jam /jams/:jam /club/:id /playlist/:playlist /download'],
      [PUBLIC, '/jams /clubs /search /feed /chart /listen /rifff/:shareId'],
      [PUBLIC, '/profile/:user? /:user /:user/social /looks /looks/:look'],
      [OPEN, '/arcade /arcade/board /arcade/runs/:id /arcade/runs/:id/replay'],
      [OPEN, '/market /market/:tokenId /collection/:user /looks/new /looks/:look/edit /plus'],
      [BY_CODE, '/jam/:code /jam/:code/join /jam/:code/listen /jam/:code/stage'],
      [BY_CODE, '/jam/:code/control /clubs/join/:code /arcade/qr-code-scan'],
      [MEMBERS, '/import /moderation /operate /classes /classes/:id'],
      [{ ...MEMBERS, pupil: 'in', pupilOfOpen: 'in' }, '/account'],
      [GUEST_ONLY, '/login /register'],
      [EXEMPT, '/privacy /terms /conduct /cookies /acknowledgements /manual/:page?'],
      [
        EXEMPT,
        '/styleguide/:section? /stylev3 /test-wasm /coming-soon /holding-page /accept-terms /forgot-password',
      ],
      [EXEMPT, '/reset-password /logout /confirm-email /unsubscribe /remote-register'],
      [EXEMPT, '/remote-auth/verify-email /not-me /oidc /setup /card /move-out'],
    ] as const
  ).flatMap(([row, paths]) => paths.split(' ').map((path) => [path, row] as const)),
);

/** Where no way to what was wanted is kept. */
const HOMES = /^\/(coming-soon$|club\/)/;

const WANTED = '/rifff/abc?mix=1#rings';

function ask(route: PageRoute | undefined, change: Partial<Move>, pathname: string): Verdict {
  const move: Move = {
    pathname,
    fullPath: `${pathname}?a=1&b=2#here`,
    access: route ? (route.access ?? 'any') : 'exempt',
    user: null,
    isComingSoon: false,
    isBrowserAccepted: true,
    isForAnyBrowser: route?.isForAnyBrowser,
    pupils: route?.pupils,
    home: WANTED,
    hasMarket: true,
    hasPlans: true,
    ...change,
  };
  return askGuards(move, route?.guards ? [...GUARDS, ...route.guards] : GUARDS);
}

const addressOf = (path: string) =>
  path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'abc') || '/profile';

function seen(verdict: Verdict): string {
  if (verdict.kind === 'pass') return 'in';
  if (verdict.kind !== 'redirect') return verdict.kind;
  return verdict.to === WANTED ? '/wanted' : verdict.to.split('?')[0]!;
}

describe('every page', () => {
  it('stands in the table of who may see it', () => {
    expect(PAGES.map(({ path }) => path).sort()).toEqual([...EXPECTED.keys()].sort());
  });

  it.each([...EXPECTED])('%s lets in whom it is for', (path, row) => {
    const address = addressOf(path);
    const route = routeAt(address);
    const found = Object.entries(WAYS).map(([way, change]) => [
      way,
      seen(ask(route, change, address)),
    ]);
    expect(Object.fromEntries(found)).toEqual(row);
  });

  it('has its code named by its document, and fetches no canvas where it shows no rifff', () => {
    // Pages that lead on at once, and those for developers.
    const unnamed = /^\/(styleguide|stylev3|test-wasm|logout|remote-)/;
    const isStillAt = new Map(PAGE_PIECES.map(({ path, isStill = false }) => [path, isStill]));
    for (const { path, isStill = false } of PAGES) {
      if (!unnamed.test(path)) expect([path, isStillAt.get(path)]).toEqual([path, isStill]);
    }
  });

  it('has one of the layouts of the specification, and each of those is used', () => {
    const used = new Set(PAGES.map(({ layout = 'default' }) => layout));
    expect([...used].sort()).toEqual([
      ...['clubs', 'coming-soon', 'default', 'empty', 'full-screen', 'holding-page', 'jam-player'],
      ...['minimal', 'no-nav-bar', 'styleguide', 'updated-terms'],
    ]);
  });

  it('that sends away keeps the whole way to what was wanted', () => {
    for (const path of EXPECTED.keys()) {
      const address = addressOf(path);
      const route = routeAt(address);
      for (const change of Object.values(WAYS)) {
        const verdict = ask(route, change, address);
        if (verdict.kind !== 'redirect' || HOMES.test(verdict.to)) continue;
        // A form of signing in is not what was wanted: what it would lead to is.
        const isForm = route?.access === 'guest' && !verdict.to.startsWith('/holding-page');
        const wanted = isForm ? WANTED : `${address}?a=1&b=2#here`;
        const { searchParams } = new URL(verdict.to, 'https://rondo.example');
        const kept = searchParams.get('redirectFrom') ?? searchParams.get('success');
        expect(kept ?? verdict.to, `${path} → ${verdict.to}`).toBe(wanted);
      }
    }
  });
});
