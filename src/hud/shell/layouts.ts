/** What stands around a page, by the names of the specification. */
export type LayoutName =
  | 'default'
  | 'clubs'
  | 'empty'
  | 'full-screen'
  | 'jam-player'
  | 'minimal'
  | 'no-nav-bar'
  | 'styleguide'
  | 'coming-soon'
  | 'holding-page'
  | 'updated-terms';

export interface Layout {
  /** `mark`: only the name, leading home. */
  readonly header: 'full' | 'mark' | 'none';
  /** `legal`: one line with the legal texts. */
  readonly footer: 'full' | 'legal' | 'none';
  readonly hasCookieNotice: boolean;
  /** Keys lead from here to other places, such as the search. Not from where something is made or played together. */
  readonly hasPlaceKeys?: true;
  /** Has the player of playlists at its foot. In other layouts a playlist pauses, as the reader could not stop it. */
  readonly hasPlayer?: true;
}

/** Every layout of the specification. */
export const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  default: {
    header: 'full',
    footer: 'full',
    hasCookieNotice: true,
    hasPlaceKeys: true,
    hasPlayer: true,
  },
  /** Clubs and their pages. */
  clubs: {
    header: 'full',
    footer: 'full',
    hasCookieNotice: true,
    hasPlaceKeys: true,
    hasPlayer: true,
  },
  /** Fills the window: nothing below the page. */
  'full-screen': { header: 'full', footer: 'none', hasCookieNotice: true, hasPlayer: true },
  /** A jam, which fills the window as well. */
  'jam-player': { header: 'full', footer: 'none', hasCookieNotice: true, hasPlayer: true },
  /** Nothing but the page: what it shows goes onto a wall or into a stream. */
  empty: { header: 'none', footer: 'none', hasCookieNotice: false },
  /** One task, such as signing in. */
  minimal: { header: 'mark', footer: 'legal', hasCookieNotice: true, hasPlayer: true },
  /** The page fills the window and leads back by itself. */
  'no-nav-bar': { header: 'none', footer: 'none', hasCookieNotice: true },
  /** The page brings a list of its sections at its side. */
  styleguide: {
    header: 'full',
    footer: 'full',
    hasCookieNotice: true,
    hasPlaceKeys: true,
    hasPlayer: true,
  },
  'coming-soon': { header: 'mark', footer: 'legal', hasCookieNotice: true },
  'holding-page': { header: 'mark', footer: 'legal', hasCookieNotice: false },
  'updated-terms': { header: 'mark', footer: 'legal', hasCookieNotice: false },
};
