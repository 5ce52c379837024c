/** What the build tells the server about its documents. */

/** Folder of the documents inside the built files. It is served by no address of its own. */
export const PAGES_FOLDER = '.pages';
/** File of the list of them, as JSON. */
export const PAGES_LIST = `${PAGES_FOLDER}/list.json`;

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
