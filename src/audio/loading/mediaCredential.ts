/**
 * The credential with which sound is asked for that is not for everyone. Whoever knows who is signed in lends it;
 * the player inside other pages has none.
 */
let read: () => string | null = () => null;

/** Says where the credential comes from, `token:password`, or null while nobody is signed in. */
export function provideMediaCredential(reader: () => string | null): void {
  read = reader;
}

/** Headers for a file: the credential where the file is this server's, nothing for any other. */
export function mediaHeaders(url: string): Record<string, string> {
  const credential = read();
  if (!credential) return {};
  const { origin, pathname } = new URL(url, location.href);
  const isOurs = origin === location.origin && pathname.startsWith('/media/');
  return isOurs ? { authorization: `Bearer ${credential}` } : {};
}
