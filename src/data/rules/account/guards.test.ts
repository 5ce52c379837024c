import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askGuards, GUARDS, type Move } from './guards.ts';

const MOVE: Move = {
  pathname: '/jam',
  fullPath: '/jam?slot=2#x',
  access: 'any',
  user: null,
  isComingSoon: false,
  isBrowserAccepted: true,
  home: '/',
};
const MEMBER = { termsVersionAccepted: 1 };
const ask = (change: Partial<Move>, names?: readonly string[]) =>
  askGuards({ ...MOVE, ...change }, names);
const to = (path: string) => ({ kind: 'redirect', to: path });
const PASS = { kind: 'pass' };

const anyMove: fc.Arbitrary<Move> = fc.record({
  pathname: fc.constantFrom('/', '/jam', '/gb', '/us', '/eu/jam', '/us/x/y', '/login'),
  fullPath: fc.constantFrom('/', '/jam?a=b#c', '/gb', '/us', '/eu/jam?x=1', '/us/x/y', '/login'),
  access: fc.constantFrom('any', 'guest', 'member', 'exempt'),
  user: fc.oneof(
    fc.constant(null),
    fc.constant('unknown' as const),
    fc.record({ termsVersionAccepted: fc.constantFrom(null, 0, 1, 2) }),
  ),
  isComingSoon: fc.boolean(),
  isBrowserAccepted: fc.boolean(),
  home: fc.constantFrom('/', '/jam'),
});

describe('the guards', () => {
  test('let a guest of a jam sign up, and lead them there from pages of accounts', () => {
    const user = { termsVersionAccepted: null, isGuest: true };
    expect(ask({ user })).toEqual(PASS);
    expect(ask({ user, access: 'guest' })).toEqual(PASS);
    expect(ask({ user, access: 'member' })).toEqual(to('/register?success=%2Fjam%3Fslot%3D2%23x'));
    expect(ask({ user, access: 'exempt' })).toEqual(PASS);
  });

  test('let a visitor pass to a page for anyone', () => {
    expect(ask({})).toEqual(PASS);
  });

  test('send members who have not accepted the terms there, and keep the whole path', () => {
    const user = { termsVersionAccepted: 0 };
    const terms = to('/accept-terms?redirectFrom=%2Fjam%3Fslot%3D2%23x');
    expect(ask({ user })).toEqual(terms);
    expect(ask({ user, access: 'member' })).toEqual(terms);
    // Who has just signed in wants what the form leads to, not the form again.
    const home = '/feed?sort=likes#top';
    expect(ask({ user, access: 'guest', home })).toEqual(
      to(`/accept-terms?redirectFrom=${encodeURIComponent(home)}`),
    );
    expect(ask({ user, access: 'exempt' })).toEqual(PASS);
    expect(ask({ user: MEMBER })).toEqual(PASS);
    // Settings that could not be fetched block no visitor.
    expect(ask({ user: { termsVersionAccepted: null } })).toEqual(PASS);
  });

  test('show visitors that the service opens later, but let them sign in and read', () => {
    const soon = { isComingSoon: true };
    expect(ask(soon)).toEqual(to('/coming-soon'));
    expect(ask({ ...soon, access: 'member' })).toEqual(to('/coming-soon'));
    expect(ask({ ...soon, access: 'guest' })).toEqual(PASS);
    expect(ask({ ...soon, access: 'exempt' })).toEqual(PASS);
    expect(ask({ ...soon, user: MEMBER })).toEqual(PASS);
    expect(ask({ ...soon, user: 'unknown' })).toEqual({ kind: 'wait' });
  });

  test.each([
    ['/us', '/us', to('/')],
    ['/us/', '/us/?a=1', to('/?a=1')],
    ['/gb/jam', '/gb/jam?a=1#b', to('/jam?a=1#b')],
    ['/EU/rifff/x', '/EU/rifff/x', to('/rifff/x')],
    ['/gb', '/gb', PASS],
    ['/gb/', '/gb/', PASS],
    ['/eu', '/eu?x', PASS],
    ['/user', '/user', PASS],
    ['/gbx/social', '/gbx/social', PASS],
    ['/gb//evil.example', '/gb//evil.example', to('/evil.example')],
  ])('keep the locale prefix to the first page: %s', (pathname, fullPath, verdict) => {
    expect(ask({ pathname, fullPath })).toEqual(verdict);
  });

  test('ask other browsers to agree first, wherever they go but to exempt pages', () => {
    const other = { isBrowserAccepted: false };
    expect(ask(other)).toEqual(to('/holding-page?redirectFrom=%2Fjam%3Fslot%3D2%23x'));
    expect(ask({ ...other, access: 'exempt' })).toEqual(PASS);
  });

  test('send visitors of a page for members to sign in, and members home from pages for visitors', () => {
    expect(ask({ access: 'member' })).toEqual(to('/login?success=%2Fjam%3Fslot%3D2%23x'));
    expect(ask({ access: 'member', user: MEMBER })).toEqual(PASS);
    expect(ask({ access: 'member', user: 'unknown' })).toEqual({ kind: 'wait' });
    expect(ask({ access: 'guest', user: MEMBER, home: '/jam' })).toEqual(to('/jam'));
    expect(ask({ access: 'guest', user: 'unknown' })).toEqual(PASS);
  });

  test('are asked in a fixed order', () => {
    const all = { user: { termsVersionAccepted: 0 }, isBrowserAccepted: false, pathname: '/us' };
    expect(ask(all)).toMatchObject({ to: expect.stringMatching(/^\/accept-terms/) });
    const some = { isComingSoon: true, isBrowserAccepted: false };
    expect(ask(some)).toEqual(to('/coming-soon'));
  });

  test('answer a guard that does not exist with status 500', () => {
    const error = { kind: 'error', status: 500, message: 'Unknown middleware' };
    expect(ask({}, [...GUARDS, 'no-such-guard'])).toEqual(error);
    expect(ask({}, ['toString'])).toEqual(error);
  });

  test('let a page wait that a pupil may not see, while it is only known that it was a pupil last', () => {
    const last = { user: 'unknown', wasPupil: true } as const;
    expect(ask(last)).toEqual({ kind: 'wait' });
    expect(ask({ ...last, pupils: 'open' })).toEqual({ kind: 'wait' });
    expect(ask({ ...last, pupils: 'all' })).toEqual(PASS);
    expect(ask({ ...last, access: 'guest' })).toEqual(PASS);
    expect(ask({ ...last, access: 'exempt' })).toEqual(PASS);
    expect(ask({ user: 'unknown' })).toEqual(PASS);
  });

  test('of a part that is switched off find no page; while nobody has said it, they wait', () => {
    const names = [...GUARDS, 'market'];
    expect(ask({ hasMarket: true }, names)).toEqual(PASS);
    expect(ask({ hasMarket: false }, names)).toMatchObject({ kind: 'error', status: 404 });
    expect(ask({}, names)).toEqual({ kind: 'wait' });
    expect(ask({ hasMarket: false })).toEqual(PASS);
  });

  test('never send anyone in a circle, nor out of this site', () => {
    fc.assert(
      fc.property(anyMove, (move) => {
        const verdict = askGuards(move);
        if (verdict.kind !== 'redirect') return;
        const url = new URL(verdict.to, 'https://rondo.example');
        expect(verdict.to).toMatch(/^\//);
        expect(url.origin).toBe('https://rondo.example');
        const page = url.pathname;
        const isExempt = ['/accept-terms', '/coming-soon', '/holding-page'].includes(page);
        if (!isExempt) return;
        const again = { ...move, pathname: page, fullPath: verdict.to, access: 'exempt' } as Move;
        expect(askGuards(again)).toEqual(PASS);
      }),
    );
  });
});
