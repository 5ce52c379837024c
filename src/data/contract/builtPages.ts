/** What the build tells the server about its documents. */

/** Folder of the documents inside the built files. It is served by no address of its own. */
export const PAGES_FOLDER = '.pages';
/** File of the list of them, as JSON. */
export const PAGES_LIST = `${PAGES_FOLDER}/list.json`;

/** File that says of which version the build is (`{ version }`), as JSON. */
export const BUILD_FILE = `${PAGES_FOLDER}/build.json`;

/** File of what the built code is made of, as JSON; for tests and benches. */
export const PIECES_LIST = `${PAGES_FOLDER}/pieces.json`;

/** A built script. */
export interface BuiltPiece {
  /** Characters of its modules before they are minified, by their path from the root of the repository. */
  readonly modules: Readonly<Record<string, number>>;
  /** Scripts that it needs at once, and those that it may ask for. */
  readonly imports: readonly string[];
  readonly later: readonly string[];
}

export interface BuiltPieces {
  readonly pieces: Readonly<Record<string, BuiltPiece>>;
  /** For what is fetched together, as `PAGE_LOADS` has it, the modules of its scripts that it does not need. */
  readonly inVain: readonly (readonly string[])[];
}

/**
 * What a card of the feed's first paint says, as it stands in the built document. The server repeats the element that
 * has `data-first-card` for each of the newest rifffs.
 */
export const FIRST_CARD = {
  share: '{share}',
  title: '{title}',
  by: '{by}',
  likes: '{likes}',
  comments: '{comments}',
  picture: '{picture}',
  /** `yes` or `no`. */
  isDemo: '{isDemo}',
} as const;

/** What a page shows before its code has come. */
export interface FirstPaint {
  /** Parts of the query that make another page of it; null where every query does. */
  readonly changedBy: readonly string[] | null;
  /** @param hasNotice with the cookie notice, for visitors who have not read it */
  markup(hasNotice: boolean): string;
}

/** Files of the documents with a first paint in them, with and without the cookie notice. */
export interface PaintedPage extends Pick<FirstPaint, 'changedBy'> {
  withNotice: string;
  plain: string;
}

/** A document that names what its page begins with. */
export interface BuiltPage {
  /** `:x` is any one part of the address, `:x?` may be missing. */
  path: string;
  /** From the folder of the built files. */
  file: string;
  /** The same with the page's first paint in it, for those who will see that page. */
  painted?: PaintedPage;
  /** What it asks for at once, as a `Link` header. */
  link: string;
  /** What its `:x` may be, empty for a missing one; with anything else there is no page. Left out where only the page knows. */
  only?: readonly string[];
}
