import { inBase } from '../../data/rules/site/base.ts';

/**
 * The credential for sound that is not public. The part that knows who is signed in, or which stage
 * the page is, lends it; the player inside other pages has none.
 */
let read: () => Record<string, string> = () => ({});

/** Sets the source of the credential headers; there are none for a visitor. */
export function provideMediaCredential(reader: () => Record<string, string>): void {
  read = reader;
}

/** Headers for a file: the credential where the file is this server's, nothing for any other. */
export function mediaHeaders(url: string): Record<string, string> {
  const { origin, pathname } = new URL(url, location.href);
  const isOurs = origin === location.origin && pathname.startsWith(inBase('/media/'));
  return isOurs ? read() : {};
}
