import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router';
import type { PageAccess } from '../data/rules/account/guards.ts';
import type { LayoutName } from '../hud/shell/layouts.ts';
import Landing from './Landing.tsx';
import { type LazyPage, lazyPage } from './lazyPage.tsx';

/** One page: its address, what stands around it, who it is for. */
export interface PageRoute {
  path: string;
  Page: ComponentType;
  /** `default` when left out. */
  layout?: LayoutName;
  /** `any` when left out. */
  access?: PageAccess;
  /** Left out: as the layout has it. */
  hasFooter?: boolean;
  /** Shows no rifff: the canvas is not fetched for it. */
  isStill?: boolean;
  /** Guards to ask after those of every page. */
  guards?: readonly string[];
}

const editor = lazyPage(() => import('./Editor.tsx'));
const jams = lazyPage(() => import('./Jams.tsx'));
const feed = lazyPage(() => import('./Feed.tsx'));
const listen = lazyPage(() => import('./Listen.tsx'));
const rifff = lazyPage(() => import('./Rifff.tsx'));
const profile = lazyPage(() => import('./Profile.tsx'));
const social = lazyPage(() => import('./Social.tsx'));
const moderation = lazyPage(() => import('./Moderation.tsx'));
const privacy = lazyPage(() => import('./Privacy.tsx'));
const terms = lazyPage(() => import('./Terms.tsx'));
const conduct = lazyPage(() => import('./Conduct.tsx'));
const cookies = lazyPage(() => import('./Cookies.tsx'));
const acknowledgements = lazyPage(() => import('./Acknowledgements.tsx'));
const download = lazyPage(() => import('./Download.tsx'));
const comingSoon = lazyPage(() => import('./ComingSoon.tsx'));
const holdingPage = lazyPage(() => import('./HoldingPage.tsx'));

/** Texts that everyone may read, whatever the guards would say. */
const LEGAL = { access: 'exempt', isStill: true } as const;
const login = lazyPage(() => import('./Login.tsx'));
const register = lazyPage(() => import('./Register.tsx'));
const forgotPassword = lazyPage(() => import('./ForgotPassword.tsx'));
const resetPassword = lazyPage(() => import('./ResetPassword.tsx'));
const acceptTerms = lazyPage(() => import('./AcceptTerms.tsx'));
const logout = lazyPage(() => import('./Logout.tsx'));
const account = lazyPage(() => import('./Account.tsx'));
const remoteRegister = lazyPage(() => import('./RemoteRegister.tsx'));
const styleGuide = lazyPage(() => import('./StyleGuide.tsx'));
const styleV3 = lazyPage(() => import('./StyleV3.tsx'));
const testWasm = lazyPage(() => import('./TestWasm.tsx'));
const verifyEmail = lazyPage(() => import('./VerifyEmail.tsx'));

/** Pages around signing in. They lead through mails and codes, so only their own guards stand before them. */
const ENTRY = { layout: 'minimal', isStill: true } as const;

/** Every page by its address. The first one comes with the app, the others when they are wanted. */
export const PAGES: readonly PageRoute[] = [
  { path: '/', Page: Landing },
  { path: '/gb', Page: Landing },
  { path: '/eu', Page: Landing },
  { path: '/jam', Page: editor.Page, layout: 'full-screen' },
  { path: '/jams/:jam?', Page: jams.Page, layout: 'full-screen' },
  { path: '/feed', Page: feed.Page },
  { path: '/listen', Page: listen.Page, hasFooter: false },
  { path: '/rifff/:shareId', Page: rifff.Page },
  { path: '/moderation', Page: moderation.Page, access: 'member' },
  { path: '/profile/:user?', Page: profile.Page },
  { path: '/:user', Page: profile.Page },
  { path: '/:user/social', Page: social.Page },
  { path: '/privacy', Page: privacy.Page, ...LEGAL },
  { path: '/terms', Page: terms.Page, ...LEGAL },
  { path: '/conduct', Page: conduct.Page, ...LEGAL },
  { path: '/cookies', Page: cookies.Page, ...LEGAL },
  { path: '/acknowledgements', Page: acknowledgements.Page, ...LEGAL },
  { path: '/download', Page: download.Page, isStill: true },
  { path: '/styleguide/:section?', Page: styleGuide.Page, layout: 'styleguide', ...LEGAL },
  { path: '/stylev3', Page: styleV3.Page, ...ENTRY, access: 'exempt' },
  { path: '/test-wasm', Page: testWasm.Page, ...LEGAL },
  {
    path: '/coming-soon',
    Page: comingSoon.Page,
    layout: 'coming-soon',
    access: 'exempt',
    isStill: true,
  },
  {
    path: '/holding-page',
    Page: holdingPage.Page,
    layout: 'holding-page',
    access: 'exempt',
    isStill: true,
  },
  { path: '/login', Page: login.Page, access: 'guest', ...ENTRY },
  { path: '/register', Page: register.Page, access: 'guest', ...ENTRY },
  { path: '/forgot-password', Page: forgotPassword.Page, access: 'exempt', ...ENTRY },
  { path: '/reset-password', Page: resetPassword.Page, access: 'exempt', ...ENTRY },
  {
    path: '/accept-terms',
    Page: acceptTerms.Page,
    access: 'exempt',
    layout: 'updated-terms',
    isStill: true,
  },
  { path: '/logout', Page: logout.Page, access: 'exempt', ...ENTRY },
  { path: '/account', Page: account.Page, access: 'member', isStill: true },
  { path: '/remote-register', Page: remoteRegister.Page, access: 'exempt', ...ENTRY },
  { path: '/remote-auth/verify-email', Page: verifyEmail.Page, access: 'exempt', ...ENTRY },
];

/** Pages worth having before they are asked for, and without a network. */
const SOON: readonly LazyPage[] = [editor];

/** Fetches the code of the pages that are likely next. */
export function prefetchPages(): void {
  for (const page of SOON) page.prefetch();
}

const TABLE = PAGES.map((page) => ({ path: page.path, page }));

/** The page at an address, the closest match first; undefined when there is none. */
export function routeAt(pathname: string): PageRoute | undefined {
  const match = matchRoutes(TABLE, pathname)?.at(-1);
  return match && (match.route as (typeof TABLE)[number]).page;
}
