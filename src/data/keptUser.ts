/**
 * Who the credential of this device was last known to be, for starts without a network: what is made then is theirs and
 * goes when the server is back, which says whether they still are. Nothing is let in by it.
 */
import type { Session } from './contract/auth.ts';
import { credentialToken } from './credential.ts';
import { keepText, keptText } from './keptText.ts';

const KEY = 'rondo/user';

interface Note {
  readonly user: Session;
  /** The token of the credential that it is about. */
  readonly token: string;
}

/** Notes who is signed in; null forgets. Without storage a start without a network knows no account. */
export function keepUser(user: Session | null): void {
  const note = user && ({ user, token: credentialToken() } satisfies Note);
  keepText(KEY, note && JSON.stringify(note));
}

/** Who the present credential was last known to be; null where that is not known, or its time is over. */
export function readKeptUser(): Session | null {
  try {
    const { user, token } = JSON.parse(keptText(KEY) ?? 'null') as Note;
    return token !== '' && token === credentialToken() && user.expires > Date.now() ? user : null;
  } catch {
    return null;
  }
}
