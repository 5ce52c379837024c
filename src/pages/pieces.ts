/** The code that a page begins with, so that the document can name it before anything of it has run. */

export interface PagePieces {
  /** As in `routes.tsx`: `:x` is any one part of the address, `:x?` may be missing. */
  readonly path: string;
  /** Modules, from the root of the repository: what sounds before the app is there. */
  readonly sound?: readonly string[];
  readonly now: readonly string[];
  /** What is wanted right after these. */
  readonly next?: readonly string[];
  /** What is fetched when its rings are drawn, when something is asked to play, or once the server has said something. */
  readonly drawn?: readonly string[];
  /** Shows no rifff, as in `routes.tsx`. */
  readonly isStill?: true;
  /** Few people open it, and few begin with it: what it fetches in vain matters less. */
  readonly isRare?: true;
  /**
   * How little it may fetch in vain, and in how few files: it is close to its limit (`near`), most people see it first, or
   * it has many parts (`busy`).
   */
  readonly bar?: 'near' | 'first' | 'busy';
}

/** Where the server has a name that passkeys can be for, as almost all have. */
export const PASSKEYS = ['src/hud/account/PasskeyLogin.tsx'];
const SIGN_IN = ['src/pages/signIn.tsx'];
const SIGN_UP = ['src/pages/signUp.tsx'];
const TEXTS = ['src/pages/texts.ts'];
const MARKET = ['src/pages/Market.tsx'];
const CLASSES = ['src/pages/Classes.tsx'];
const CARDS = ['src/pages/cards.tsx'];
const LOOKS = ['src/pages/Looks.tsx'];
const LOOK_EDITING = ['src/pages/LookEditing.tsx'];
export const ENGINE = ['src/audio/engine/liveEngine.ts'];

/** What every document begins with, and the app itself. */
export const MAIN_PIECE = 'src/main.ts';
export const APP_PIECE = 'src/pages/start.tsx';
/** What draws the rings, one or the other. */
export const RING_PIECES = { canvas: 'src/scene/CanvasHost.tsx', webgl: 'src/scene/SceneHost.tsx' };
/**
 * The code of what is traded. Pages that do not trade fetch none of it. Schemas are left out: the build drops those that
 * no page uses.
 */
export const TRADE =
  /[\\/](src[\\/](data[\\/](wallet[\\/]|queries[\\/](market|plans)\.ts|rules[\\/](market|money)[\\/]|contract[\\/]tradeCalls\.ts|rules[\\/]account[\\/](planText|redeemText)\.ts)|hud[\\/](plus[\\/]|market[\\/]|account[\\/](PlanPanel|CheckoutReturn|[Ww]allet)|parts[\\/](plans|market|wallet)[\\/](?!collectibleJam|collectPiece)|moderation[\\/](Codes|NewCodes|codeText)))|node_modules[\\/](near-api-js|@near-js|@hot-labs)[\\/])/;

/** The first that fits an address counts. The code of a page that is not here is fetched later, when the app asks for it. */
export const PAGE_PIECES: readonly PagePieces[] = [
  { path: '/', sound: ENGINE, now: ['src/pages/Landing.tsx'], bar: 'first' },
  { path: '/gb', sound: ENGINE, now: ['src/pages/Landing.tsx'], bar: 'first' },
  { path: '/eu', sound: ENGINE, now: ['src/pages/Landing.tsx'], bar: 'first' },
  { path: '/jam', now: ['src/pages/Editor.tsx'], drawn: ENGINE, bar: 'busy' },
  { path: '/jams', now: ['src/hud/lobby/Lobby.tsx'], next: ENGINE },
  // One's own jam: a visitor has none, and nothing plays there.
  { path: '/jams/me', now: ['src/pages/Jam.tsx'], drawn: ENGINE, bar: 'busy' },
  { path: '/jams/:jam', now: ['src/pages/Jam.tsx'], drawn: ENGINE, bar: 'busy' },
  { path: '/jam/:code', now: ['src/hud/join/JoinPage.tsx'], isStill: true },
  { path: '/jam/:code/join', now: ['src/hud/join/JoinPage.tsx'], isStill: true },
  { path: '/jam/:code/listen', now: ['src/hud/join/JoinPage.tsx'], isStill: true },
  { path: '/jam/:code/stage', now: ['src/pages/Stage.tsx'], next: ENGINE, isRare: true },
  { path: '/jam/:code/control', now: ['src/pages/Stage.tsx'], isRare: true },
  { path: '/clubs', now: ['src/hud/club/ClubDirectory.tsx'], next: ENGINE },
  { path: '/clubs/join/:code', now: ['src/hud/club/JoinClub.tsx'], isRare: true, isStill: true },
  { path: '/club/:id', now: ['src/pages/Club.tsx'], next: ENGINE },
  { path: '/search', now: ['src/pages/Search.tsx'] },
  { path: '/feed', now: ['src/pages/Feed.tsx'] },
  { path: '/chart', now: ['src/pages/Chart.tsx'] },
  { path: '/listen', now: ['src/pages/Listen.tsx'], next: ENGINE },
  { path: '/arcade', now: ['src/pages/Arcade.tsx'], next: ENGINE },
  { path: '/arcade/board', now: ['src/pages/ArcadeBoard.tsx'], isRare: true, isStill: true },
  { path: '/arcade/runs/:id', now: ['src/pages/ArcadeRun.tsx'], next: ENGINE, isRare: true },
  { path: '/arcade/runs/:id/replay', now: ['src/pages/ArcadeRun.tsx'], next: ENGINE, isRare: true },
  { path: '/arcade/qr-code-scan', now: ['src/pages/ArcadeScan.tsx'], isRare: true, isStill: true },
  { path: '/rifff/:shareId', now: ['src/pages/Rifff.tsx'] },
  { path: '/playlist/:playlist', now: ['src/pages/Playlist.tsx'], next: ENGINE },
  { path: '/moderation', now: ['src/pages/Moderation.tsx'], isRare: true },
  { path: '/setup', now: ['src/pages/Setup.tsx'], isRare: true, isStill: true },
  { path: '/operate', now: ['src/pages/Operate.tsx'], isRare: true, isStill: true },
  { path: '/import', now: ['src/pages/Import.tsx'], isRare: true, isStill: true },
  { path: '/account', now: ['src/pages/Account.tsx'], isRare: true, isStill: true },
  { path: '/login', now: ['src/pages/Login.tsx'], drawn: PASSKEYS, bar: 'near', isStill: true },
  { path: '/forgot-password', now: SIGN_IN, isStill: true },
  { path: '/reset-password', now: SIGN_IN, isStill: true },
  { path: '/register', now: SIGN_UP, isStill: true },
  { path: '/accept-terms', now: SIGN_UP, isStill: true },
  { path: '/confirm-email', now: SIGN_UP, isStill: true },
  { path: '/unsubscribe', now: SIGN_UP, isStill: true },
  { path: '/not-me', now: ['src/pages/devices.tsx'], isRare: true, isStill: true },
  { path: '/classes', now: CLASSES, isRare: true, isStill: true },
  { path: '/classes/:id', now: CLASSES, isRare: true, isStill: true },
  { path: '/card', now: CARDS, isRare: true, isStill: true },
  { path: '/move-out', now: CARDS, isRare: true, isStill: true },
  { path: '/oidc', now: ['src/pages/Organisation.tsx'], isRare: true, isStill: true },
  { path: '/privacy', now: TEXTS, isStill: true },
  { path: '/terms', now: TEXTS, isStill: true },
  { path: '/conduct', now: TEXTS, isStill: true },
  { path: '/cookies', now: TEXTS, isStill: true },
  { path: '/acknowledgements', now: TEXTS, isStill: true },
  { path: '/download', now: TEXTS, isStill: true },
  { path: '/manual/:page?', now: ['src/hud/manual/ManualPage.tsx'], isRare: true, isStill: true },
  { path: '/plus', now: ['src/pages/Plus.tsx'], isRare: true, isStill: true },
  { path: '/coming-soon', now: TEXTS, isStill: true },
  { path: '/holding-page', now: TEXTS, isStill: true },
  { path: '/profile/:user?', now: ['src/pages/Profile.tsx'] },
  { path: '/market', now: MARKET },
  { path: '/market/:tokenId', now: MARKET },
  { path: '/collection/:user', now: MARKET },
  { path: '/looks', now: LOOKS, isRare: true },
  { path: '/looks/new', now: LOOK_EDITING, drawn: ENGINE, isRare: true },
  { path: '/looks/:look/edit', now: LOOK_EDITING, drawn: ENGINE, isRare: true },
  { path: '/looks/:look', now: LOOKS, isRare: true },
  { path: '/:user', now: ['src/pages/Profile.tsx'] },
  { path: '/:user/social', now: ['src/pages/Profile.tsx'], isStill: true },
];

/** Code that is fetched together when a page is opened, or right after its code. */
export interface PageLoad {
  readonly modules: readonly string[];
  readonly isRare?: boolean;
  readonly bar?: 'near' | 'first' | 'busy';
}

export const PAGE_LOADS: readonly PageLoad[] = [
  ...new Map(
    PAGE_PIECES.toReversed().map(({ now, sound, next, drawn, isStill, isRare, bar }) => {
      const rings = isStill ? [] : [RING_PIECES.canvas];
      const modules = [MAIN_PIECE, APP_PIECE, ...now, ...(sound ?? next ?? drawn ?? []), ...rings];
      return [now[0], { modules, isRare, bar }] as const;
    }),
  ).values(),
  { modules: ENGINE, bar: 'first' },
  { modules: [RING_PIECES.canvas] },
  { modules: [RING_PIECES.webgl] },
];
