/** What the build tells the server about its documents. */

/** Folder of the documents inside the built files. It is served by no address of its own. */
export const PAGES_FOLDER = '.pages';
/** File of the list of them, as JSON. */
export const PAGES_LIST = `${PAGES_FOLDER}/list.json`;

/**
 * What a card of the feed's first paint says, as it stands in the built document. The server repeats the element that
 * has `data-first-card` for each of the newest rifffs.
 */
export const FIRST_CARD = {
  rifff: '{rifff}',
  share: '{share}',
  title: '{title}',
  by: '{by}',
  likes: '{likes}',
  comments: '{comments}',
  picture: '{picture}',
  /** `yes` or `no`. */
  isDemo: '{isDemo}',
} as const;

/** A document that names what its page begins with. */
export interface BuiltPage {
  /** `:x` is any one part of the address, `:x?` may be missing. */
  path: string;
  /** From the folder of the built files. */
  file: string;
  /** The same with the page's first paint in it, for whoever will see that page; with and without the cookie notice. */
  painted?: { withNotice: string; plain: string };
  /** What it asks for at once, as a `Link` header. */
  link: string;
}
