/** What every move to another page must pass. Pure: the caller gathers the facts. */
import { TERMS_VERSION } from '../../contract/constants.ts';
import { MESSAGES } from '../../contract/messages.ts';
import { isRootPath } from '../site/locale.ts';
import { loginPath, registerPath } from './redirects.ts';

/** The guards of every move, in the order in which they are asked. */
export const GUARDS = [
  'updated-terms',
  'coming-soon',
  'internationalisation',
  'browser',
  'auth',
  'class',
] as const;
/** Guards of single pages: parts of the product that an operator may switch off. */
type PartGuard = 'market' | 'plans';
type GuardName = (typeof GUARDS)[number] | PartGuard;

/**
 * Who a page is for: anyone, only visitors, only members; `exempt` pages (embeds, legal texts, pages that
 * guards lead to) are open to anyone whatever the guards would say.
 */
export type PageAccess = 'any' | 'guest' | 'member' | 'exempt';

/** Who is signed in, as far as it decides where they may go. */
export interface GuardedUser {
  /** Null where it is not known. */
  termsVersionAccepted: number | null;
  /** A guest of a jam: for pages of accounts a visitor, who can sign up. */
  isGuest?: boolean;
  /** Of a pupil: the club of the class, and whether its teacher opened the public side to it. */
  pupilOf?: { readonly clubId: string; readonly isOpen: boolean } | undefined;
}

/** Which pupils see a page: all, or those to whose class the public side is open. */
export type PupilAccess = 'all' | 'open';

/** A move to a page, with what the guards must know about it. */
export interface Move {
  /** Begins with a slash; no query. */
  pathname: string;
  /** With query and hash: where to come back to. */
  fullPath: string;
  access: PageAccess;
  /** Null for a visitor; `unknown` while a stored credential is being asked about. */
  user: 'unknown' | null | GuardedUser;
  /** Of one who is unknown: it was a pupil last. */
  wasPupil?: boolean;
  isComingSoon: boolean;
  /** Desktop Chrome, or agreed to go on without it. */
  isBrowserAccepted: boolean;
  /** Left out: no pupil sees the page, unless it is exempt. */
  pupils?: PupilAccess | undefined;
  /** The page works in every browser, so it asks for no agreement. */
  isForAnyBrowser?: boolean;
  /** Where someone signed in goes who asks for a page of visitors. A path that was checked. */
  home: string;
  /** Can rifffs be collected here? Undefined while the server has not said it. */
  hasMarket?: boolean;
  /** Are there plans here? Undefined while the server has not said it. */
  hasPlans?: boolean;
}

export type Verdict =
  | { kind: 'pass' }
  /** Not known yet: whether someone is signed in decides. */
  | { kind: 'wait' }
  | { kind: 'redirect'; to: string }
  /** Not for pupils of this class. */
  | { kind: 'class'; clubId: string }
  | { kind: 'error'; status: number; message: string };

const PASS: Verdict = { kind: 'pass' };
const redirect = (to: string): Verdict => ({ kind: 'redirect', to });

/** A locale prefix that stands where none belongs: alone it is only for regions other than the default one. */
const STRAY_PREFIX = /^\/(?:us\/*$|(?:us|gb|eu)\/+(?=[^/]))/i;

/** `path?name=…` with another path as the value. */
function withPath(page: string, name: string, fullPath: string): string {
  return `${page}?${name}=${encodeURIComponent(fullPath)}`;
}

/** A part that is switched off has no pages. */
const partCheck = (isOn: boolean | undefined): Verdict => {
  if (isOn === undefined) return { kind: 'wait' };
  return isOn ? PASS : { kind: 'error', status: 404, message: MESSAGES.pageNotFound };
};

const CHECKS: Readonly<Record<GuardName, (move: Move) => Verdict>> = {
  'updated-terms': ({ access, user, fullPath, home }) => {
    if (access === 'exempt' || user === null || user === 'unknown') return PASS;
    const { termsVersionAccepted } = user;
    if (termsVersionAccepted === null || termsVersionAccepted >= TERMS_VERSION) return PASS;
    // A person who has just signed in is on the way to another page than that of the form.
    return redirect(
      withPath('/accept-terms', 'redirectFrom', access === 'guest' ? home : fullPath),
    );
  },
  // Pages of visitors stay open, so that those who are invited can sign in.
  'coming-soon': ({ access, user, isComingSoon }) => {
    if (!isComingSoon || access === 'guest' || access === 'exempt') return PASS;
    // Nothing is shown until it is known whether the person is a visitor.
    if (user === 'unknown') return { kind: 'wait' };
    return user === null ? redirect('/coming-soon') : PASS;
  },
  internationalisation: ({ pathname, fullPath }) => {
    if (!STRAY_PREFIX.test(pathname)) return PASS;
    const rest = fullPath.replace(STRAY_PREFIX, '/');
    return redirect(rest);
  },
  browser: ({ access, isBrowserAccepted, isForAnyBrowser, fullPath }) =>
    isBrowserAccepted || isForAnyBrowser || access === 'exempt'
      ? PASS
      : redirect(withPath('/holding-page', 'redirectFrom', fullPath)),
  auth: ({ access, user, fullPath, home }) => {
    const isGuest = user !== null && user !== 'unknown' && user.isGuest === true;
    if (access === 'guest' && user !== null && user !== 'unknown' && !isGuest) {
      return redirect(home);
    }
    if (access !== 'member') return PASS;
    if (user === 'unknown') return { kind: 'wait' };
    if (isGuest) return redirect(registerPath(fullPath));
    return user === null ? redirect(loginPath(fullPath)) : PASS;
  },
  class: ({ access, user, wasPupil, pathname, pupils }) => {
    if (access === 'exempt' || user === null) return PASS;
    if (user === 'unknown') {
      // A page that they may not see would ask for what is refused to them.
      return wasPupil && access !== 'guest' && pupils !== 'all' ? { kind: 'wait' } : PASS;
    }
    if (!user.pupilOf) return PASS;
    const { clubId, isOpen } = user.pupilOf;
    // Home is their class.
    if (isRootPath(pathname)) return redirect(`/club/${clubId}`);
    return pupils === 'all' || (pupils === 'open' && isOpen) ? PASS : { kind: 'class', clubId };
  },
  market: ({ hasMarket }) => partCheck(hasMarket),
  plans: ({ hasPlans }) => partCheck(hasPlans),
};

/**
 * Asks the guards one after the other; the first that does not let pass decides. A guard that does not
 * exist is an error with status 500 (specification, section 8).
 */
export function askGuards(move: Move, names: readonly string[] = GUARDS): Verdict {
  for (const name of names) {
    if (!Object.hasOwn(CHECKS, name)) {
      return { kind: 'error', status: 500, message: MESSAGES.unknownMiddleware };
    }
    const verdict = CHECKS[name as GuardName](move);
    if (verdict.kind !== 'pass') return verdict;
  }
  return PASS;
}
