import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router';
import type { PageAccess, PupilAccess } from '../data/rules/account/guards.ts';
import { fetchPageData } from '../data/stores/pageData.ts';
import { lazyComponent } from '../hud/parts/page/lazyPiece.tsx';
import type { LayoutName } from '../hud/shell/layouts.ts';

/** One page: its address, what stands around it, who it is for. */
export interface PageRoute {
  path: string;
  Page: ComponentType;
  /** `default` when left out. */
  layout?: LayoutName;
  /** `any` when left out. */
  access?: PageAccess;
  /** Which pupils of classes see it; none when left out, unless it is exempt. */
  pupils?: PupilAccess;
  /** Left out: as the layout has it. */
  hasFooter?: boolean;
  /** Shows no rifff: the canvas is not fetched for it. */
  isStill?: boolean;
  /** Its engine is fetched when its rings are drawn. */
  isPlayed?: true;
  /** Opened from a code or a link, often on a phone or by a streaming program: the holding page lets it pass. */
  isForAnyBrowser?: true;
  /** Guards to ask after those of every page. */
  guards?: readonly string[];
}

/** What fetches the code of a page. */
const fetchers = new Map<ComponentType, () => Promise<void>>();

/** A page whose code is fetched when it is first shown, with the loader on top meanwhile. */
function lazyPage(load: () => Promise<ComponentType>) {
  const page = lazyComponent(load, (fetching) => fetchPageData(() => fetching, 0));
  fetchers.set(page.Piece, page.prefetch);
  return page;
}

const landing = lazyPage(async () => (await import('./Landing.tsx')).Landing).Piece;
const editor = lazyPage(async () => (await import('./Editor.tsx')).Editor);
const join = lazyPage(async () => (await import('../hud/join/JoinPage.tsx')).JoinPage).Piece;
const lookEditing = lazyPage(async () => (await import('./LookEditing.tsx')).LookEditing).Piece;
const profile = lazyPage(async () => (await import('./Profile.tsx')).Profile).Piece;

const signIn = (name: keyof typeof import('./signIn.tsx')) =>
  lazyPage(async () => (await import('./signIn.tsx'))[name]).Piece;
const signUp = (name: keyof typeof import('./signUp.tsx')) =>
  lazyPage(async () => (await import('./signUp.tsx'))[name]).Piece;
const devices = (name: keyof typeof import('./devices.tsx')) =>
  lazyPage(async () => (await import('./devices.tsx'))[name]).Piece;
const cards = (name: keyof typeof import('./cards.tsx')) =>
  lazyPage(async () => (await import('./cards.tsx'))[name]).Piece;
const classes = (name: keyof typeof import('./Classes.tsx')) =>
  lazyPage(async () => (await import('./Classes.tsx'))[name]).Piece;
const text = (name: keyof typeof import('./texts.ts')) =>
  lazyPage(async () => (await import('./texts.ts'))[name]).Piece;
const run = (name: keyof typeof import('./ArcadeRun.tsx')) =>
  lazyPage(async () => (await import('./ArcadeRun.tsx'))[name]).Piece;
const stage = (name: keyof typeof import('./Stage.tsx')) =>
  lazyPage(async () => (await import('./Stage.tsx'))[name]).Piece;
const market = (name: keyof typeof import('./Market.tsx')) =>
  lazyPage(async () => (await import('./Market.tsx'))[name]).Piece;
const looks = (name: keyof typeof import('./Looks.tsx')) =>
  lazyPage(async () => (await import('./Looks.tsx'))[name]).Piece;
const workshop = (name: keyof typeof import('./workshop.tsx')) =>
  lazyPage(async () => (await import('./workshop.tsx'))[name]).Piece;

/** Texts that everyone may read, whatever the guards would say. */
const LEGAL = { access: 'exempt', isStill: true } as const;
/** Pages around signing in. They lead through mails and codes, so only their own guards stand before them. */
const ENTRY = { layout: 'minimal', isStill: true } as const;

/** The public side: pupils see it where their teacher opened it. */
const PUBLIC = { pupils: 'open' } as const;

/** Pages behind the code of a jam, a club or an arcade machine. */
const BY_CODE = { isForAnyBrowser: true } as const;

/** Pages that are there only where rifffs can be collected. */
const MARKET = ['market'];
/** The same for plans. */
const PLANS = ['plans'];

/** Every page by its address; the code of each comes when it is wanted. */
export const PAGES: readonly PageRoute[] = [
  { path: '/', Page: landing },
  { path: '/gb', Page: landing },
  { path: '/eu', Page: landing },
  { path: '/jam', Page: editor.Piece, layout: 'full-screen', isPlayed: true, pupils: 'all' },
  {
    path: '/jams',
    Page: lazyPage(async () => (await import('../hud/lobby/Lobby.tsx')).Lobby).Piece,
    ...PUBLIC,
  },
  {
    path: '/jams/:jam',
    Page: lazyPage(async () => (await import('./Jam.tsx')).Jam).Piece,
    layout: 'jam-player',
    isPlayed: true,
    pupils: 'all',
  },
  { path: '/jam/:code', Page: join, isStill: true, ...BY_CODE },
  { path: '/jam/:code/join', Page: join, isStill: true, ...BY_CODE },
  { path: '/jam/:code/listen', Page: join, isStill: true, ...BY_CODE },
  { path: '/jam/:code/stage', Page: stage('StageRoom'), layout: 'empty', ...BY_CODE },
  { path: '/jam/:code/control', Page: stage('ControlRoom'), layout: 'minimal', ...BY_CODE },
  {
    path: '/clubs',
    Page: lazyPage(async () => (await import('../hud/club/ClubDirectory.tsx')).ClubDirectory).Piece,
    layout: 'clubs',
    ...PUBLIC,
  },
  {
    path: '/clubs/join/:code',
    Page: lazyPage(async () => (await import('../hud/club/JoinClub.tsx')).JoinClub).Piece,
    layout: 'clubs',
    isStill: true,
    ...BY_CODE,
  },
  {
    path: '/club/:id',
    Page: lazyPage(async () => (await import('./Club.tsx')).Club).Piece,
    layout: 'clubs',
    pupils: 'all',
  },
  {
    path: '/search',
    Page: lazyPage(async () => (await import('./Search.tsx')).Search).Piece,
    ...PUBLIC,
  },
  { path: '/feed', Page: lazyPage(async () => (await import('./Feed.tsx')).Feed).Piece, ...PUBLIC },
  {
    path: '/chart',
    Page: lazyPage(async () => (await import('./Chart.tsx')).Chart).Piece,
    ...PUBLIC,
  },
  {
    path: '/listen',
    Page: lazyPage(async () => (await import('./Listen.tsx')).Listen).Piece,
    hasFooter: false,
    ...PUBLIC,
  },
  {
    path: '/arcade',
    Page: lazyPage(async () => (await import('./Arcade.tsx')).Arcade).Piece,
    layout: 'no-nav-bar',
  },
  {
    path: '/arcade/board',
    Page: lazyPage(async () => (await import('./ArcadeBoard.tsx')).ArcadeBoard).Piece,
    isStill: true,
  },
  { path: '/arcade/runs/:id', Page: run('ArcadeRun'), hasFooter: false },
  { path: '/arcade/runs/:id/replay', Page: run('ArcadeReplay'), layout: 'no-nav-bar' },
  {
    path: '/arcade/qr-code-scan',
    Page: lazyPage(async () => (await import('./ArcadeScan.tsx')).ArcadeScan).Piece,
    ...ENTRY,
    ...BY_CODE,
  },
  {
    path: '/import',
    Page: lazyPage(async () => (await import('./Import.tsx')).Import).Piece,
    access: 'member',
    isStill: true,
  },
  {
    path: '/rifff/:shareId',
    Page: lazyPage(async () => (await import('./Rifff.tsx')).RifffPage).Piece,
    ...PUBLIC,
  },
  {
    path: '/playlist/:playlist',
    Page: lazyPage(async () => (await import('./Playlist.tsx')).Playlist).Piece,
    pupils: 'all',
  },
  { path: '/looks/new', Page: lookEditing, isPlayed: true },
  { path: '/looks/:look/edit', Page: lookEditing, isPlayed: true },
  {
    path: '/moderation',
    Page: lazyPage(async () => (await import('./Moderation.tsx')).Moderation).Piece,
    access: 'member',
  },
  {
    path: '/setup',
    Page: lazyPage(async () => (await import('./Setup.tsx')).Setup).Piece,
    ...LEGAL,
    ...BY_CODE,
  },
  {
    path: '/operate',
    Page: lazyPage(async () => (await import('./Operate.tsx')).Operate).Piece,
    access: 'member',
    isStill: true,
  },
  { path: '/profile/:user?', Page: profile, ...PUBLIC },
  { path: '/:user', Page: profile, ...PUBLIC },
  {
    path: '/:user/social',
    Page: lazyPage(async () => (await import('./Profile.tsx')).Social).Piece,
    isStill: true,
    ...PUBLIC,
  },
  { path: '/market', Page: market('Market'), guards: MARKET },
  { path: '/market/:tokenId', Page: market('Token'), guards: MARKET },
  { path: '/collection/:user', Page: market('Collection'), guards: MARKET },
  { path: '/looks', Page: looks('Looks'), ...PUBLIC },
  { path: '/looks/:look', Page: looks('Look'), ...PUBLIC },
  { path: '/privacy', Page: text('PrivacyText'), ...LEGAL },
  { path: '/terms', Page: text('TermsText'), ...LEGAL },
  { path: '/conduct', Page: text('ConductText'), ...LEGAL },
  { path: '/cookies', Page: text('CookiesText'), ...LEGAL },
  { path: '/acknowledgements', Page: text('Acknowledgements'), ...LEGAL },
  { path: '/download', Page: text('DownloadView'), isStill: true, pupils: 'all' },
  {
    path: '/manual/:page?',
    Page: lazyPage(async () => (await import('../hud/manual/ManualPage.tsx')).ManualPage).Piece,
    ...LEGAL,
  },
  {
    path: '/plus',
    Page: lazyPage(async () => (await import('./Plus.tsx')).Plus).Piece,
    isStill: true,
    guards: PLANS,
  },
  {
    path: '/styleguide/:section?',
    Page: workshop('StyleGuidePage'),
    layout: 'styleguide',
    ...LEGAL,
  },
  { path: '/stylev3', Page: workshop('Poster'), ...ENTRY, access: 'exempt' },
  { path: '/test-wasm', Page: workshop('TestWasm'), ...LEGAL },
  { path: '/coming-soon', Page: text('ComingSoonView'), layout: 'coming-soon', ...LEGAL },
  { path: '/holding-page', Page: text('HoldingView'), layout: 'holding-page', ...LEGAL },
  {
    path: '/login',
    Page: lazyPage(async () => (await import('./Login.tsx')).Login).Piece,
    access: 'guest',
    ...ENTRY,
  },
  { path: '/register', Page: signUp('Register'), access: 'guest', ...ENTRY },
  { path: '/forgot-password', Page: signIn('ForgotPassword'), access: 'exempt', ...ENTRY },
  { path: '/reset-password', Page: signIn('ResetPassword'), access: 'exempt', ...ENTRY },
  { path: '/accept-terms', Page: signUp('AcceptTerms'), layout: 'updated-terms', ...LEGAL },
  { path: '/logout', Page: signIn('Logout'), access: 'exempt', ...ENTRY },
  {
    path: '/account',
    Page: lazyPage(async () => (await import('./Account.tsx')).Account).Piece,
    access: 'member',
    isStill: true,
    pupils: 'all',
  },
  { path: '/classes', Page: classes('Classes'), access: 'member', isStill: true },
  { path: '/classes/:id', Page: classes('ClassOfOne'), access: 'member', isStill: true },
  { path: '/card', Page: cards('CardPage'), access: 'exempt', ...ENTRY },
  { path: '/move-out', Page: cards('MoveOutPage'), access: 'exempt', ...ENTRY },
  { path: '/confirm-email', Page: signUp('ConfirmEmailPage'), access: 'exempt', ...ENTRY },
  { path: '/unsubscribe', Page: signUp('Unsubscribe'), access: 'exempt', ...ENTRY },
  { path: '/remote-register', Page: devices('RemoteRegister'), access: 'exempt', ...ENTRY },
  { path: '/remote-auth/verify-email', Page: devices('VerifyEmail'), access: 'exempt', ...ENTRY },
  { path: '/not-me', Page: devices('NotMePage'), access: 'exempt', ...ENTRY },
  {
    path: '/oidc',
    Page: lazyPage(async () => (await import('./Organisation.tsx')).Organisation).Piece,
    access: 'exempt',
    ...ENTRY,
  },
];

/** Fetches the code of the page that is likely next, for quick moves and for times without a network. */
export function prefetchPages(): void {
  void editor.prefetch();
}

const TABLE = PAGES.map((page) => ({ path: page.path, page }));

/** Fetches the code of the page at an address, so that it is shown without a wait. A failure is met when it is shown. */
export async function prefetchPage(pathname: string): Promise<void> {
  const route = routeAt(pathname);
  await (route && fetchers.get(route.Page)?.());
}

/** The page at an address, the closest match first; undefined when there is none. */
export function routeAt(pathname: string): PageRoute | undefined {
  const match = matchRoutes(TABLE, pathname)?.at(-1);
  return match && (match.route as (typeof TABLE)[number]).page;
}
