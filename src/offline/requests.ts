/** How a page's request is answered. Pure: its address and kind decide. */
import { firstSegment, isServerSegment } from '../data/contract/serverPaths.ts';

/**
 * `page`: a document; `ownPage`: one whose headers say what it alone may do, such as the camera: the kept one stands in
 * only where there is no other; `asset`: a file of the build, named by its content; `media`: a sound or picture of
 * `/media`; `answer`: a call whose last answer stands in while the network is gone; `library`: the same, but pages ask
 * for what of it can be heard (`keptLibrary.ts`); `pass`: none of the worker's business.
 */
export type RequestKind = 'page' | 'ownPage' | 'asset' | 'media' | 'answer' | 'library' | 'pass';

/** Calls by their path below `/api`. Nothing of accounts, sessions, money or chat stands in for an answer. */
const ANSWERS = [
  /^\/site$/,
  /^\/library\/(packs|creators|categories|rifffs|my-packs)$/,
  // A jam, its rifffs and the tree of them; no jam is called as the calls beside it.
  /^\/jam\/my-jams$/,
  /^\/jam\/(?!my-jams$|lobby$|code$|rifffs$)[^/]+(\/(rifffs|tree))?$/,
  /^\/v3\/feed\/shared_rifff\/[^/]+$/,
];
const LIBRARY = /^\/library\/loops$/;

/** Pages whose documents have headers of their own: where wallets work, and where the camera is. */
const OWN_PAGES = /^\/(account|market|collection|arcade\/qr-code-scan)(\/|$)/i;

/** A key of `/media`: one file, which never changes. */
const MEDIA = /^\/media\/[^/]+$/;

interface Asked {
  readonly method: string;
  /** `navigate` for documents. */
  readonly mode: string;
  readonly url: string;
  readonly hasRange: boolean;
}

function ofPath(path: string): RequestKind {
  if (MEDIA.test(path)) return 'media';
  if (!path.startsWith('/api/')) return path.startsWith('/assets/') ? 'asset' : 'pass';
  const call = path.slice('/api'.length);
  if (LIBRARY.test(call)) return 'library';
  return ANSWERS.some((pattern) => pattern.test(call)) ? 'answer' : 'pass';
}

/** @param home where the site begins, as `Keeping` has it; nothing of another one is touched */
export function kindOf({ method, mode, url, hasRange }: Asked, home: string): RequestKind {
  if (method !== 'GET' || !url.startsWith(home)) return 'pass';
  const pathname = `/${new URL(url).pathname.slice(new URL(home).pathname.length)}`;
  if (mode === 'navigate') {
    const last = pathname.slice(pathname.lastIndexOf('/') + 1);
    const isPage =
      !isServerSegment(pathname) &&
      !['assets', 'embed'].includes(firstSegment(pathname)) &&
      !last.includes('.');
    // A picture of the manual, looked at by itself.
    if (!isPage) return ofPath(pathname) === 'asset' ? 'asset' : 'pass';
    return OWN_PAGES.test(pathname) ? 'ownPage' : 'page';
  }
  const kind = ofPath(pathname);
  // A part of a file is not the file.
  return kind === 'media' && hasRange ? 'pass' : kind;
}
