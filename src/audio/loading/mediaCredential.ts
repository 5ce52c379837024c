/**
 * The credential with which sound is asked for that is not for everyone. Whoever knows who is signed in, or which stage
 * the page is, lends it; the player inside other pages has none.
 */
let read: () => Record<string, string> = () => ({});

/** Says where the headers come from that this server knows the page by; none while nobody is signed in. */
export function provideMediaCredential(reader: () => Record<string, string>): void {
  read = reader;
}

/** Headers for a file: the credential where the file is this server's, nothing for any other. */
export function mediaHeaders(url: string): Record<string, string> {
  const { origin, pathname } = new URL(url, location.href);
  const isOurs = origin === location.origin && pathname.startsWith('/media/');
  return isOurs ? read() : {};
}
