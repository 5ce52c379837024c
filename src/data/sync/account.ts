/**
 * Whose drafts this device shows: who is signed in, or who was when the server could not be asked yet. And the name of
 * this device among those of the account: random, and no person's business.
 */
import { credentialToken } from '../credential.ts';
import { heldText, holdText } from '../keptText.ts';
import { hexOf } from '../rules/ids.ts';

const ACCOUNT_KEY = 'rondo/device-account';
const DEVICE_KEY = 'rondo/device';

/** Says whom the present credential is of. Signing out or in makes the note void. */
export function rememberAccount(userId: string): void {
  const note = `${credentialToken()} ${userId}`;
  if (heldText(ACCOUNT_KEY) !== note) holdText(ACCOUNT_KEY, note);
}

/** Account whose drafts are shown and kept here now; null while no account is signed in, or that is not known yet. */
export function deviceAccount(): string | null {
  const token = credentialToken();
  const [of, userId] = (heldText(ACCOUNT_KEY) ?? '').split(' ');
  return token !== '' && of === token && userId ? userId : null;
}

/** Name of this device: 16 hex digits, made when first asked for. */
export function deviceId(): string {
  const known = heldText(DEVICE_KEY);
  if (known) return known;
  const made = hexOf(crypto.getRandomValues(new Uint8Array(8)));
  holdText(DEVICE_KEY, made);
  return made;
}

const flagOf = (account: string | null) => `rondo/has-drafts/${account ?? ''}`;

/** May the synced database of an account hold drafts? Without any, nothing waits for that database to open. */
export function mayHaveDrafts(account: string | null): boolean {
  return heldText(flagOf(account)) === '1';
}

/** Says whether the synced database of an account holds drafts. */
export function sayHasDrafts(account: string | null, has: boolean): void {
  if (mayHaveDrafts(account) !== has) holdText(flagOf(account), has ? '1' : '0');
}

/** Has the person of this account turned its syncing off on this device? */
export function isSyncOff(account: string): boolean {
  return heldText(`rondo/sync-off/${account}`) === '1';
}

/** Turns syncing on or off for an account on this device. */
export function sayIsSyncOff(account: string, isOff: boolean): void {
  holdText(`rondo/sync-off/${account}`, isOff ? '1' : '0');
}

/** Is the database of an account known to be on the server? */
export const hasRemote = (account: string): boolean => heldText(`rondo/remote/${account}`) === '1';

/** It is there. */
export const sayHasRemote = (account: string): void => holdText(`rondo/remote/${account}`, '1');

const checkpointsOf = (account: string): string[] =>
  (heldText(`rondo/checkpoints/${account}`) ?? '').split(' ').filter(Boolean);

/** Checkpoints remembered of an account: those of databases that were dropped are forgotten. */
const MAX_CHECKPOINTS = 8;

/** Has this device written a checkpoint of this name to the server? */
export const hasCheckpoint = (account: string, name: string): boolean =>
  checkpointsOf(account).includes(name);

/** It has. */
export function sayHasCheckpoint(account: string, name: string): void {
  const others = checkpointsOf(account).filter((one) => one !== name);
  if (others.length === checkpointsOf(account).length) {
    holdText(`rondo/checkpoints/${account}`, [name, ...others].slice(0, MAX_CHECKPOINTS).join(' '));
  }
}

/** How far the documents of this device have reached the server, as the database counts; 0 for nothing. */
export function pushedSeq(account: string): number {
  return Number(heldText(`rondo/pushed/${account}`)) || 0;
}

/** Says how far they have. */
export function sayPushedSeq(account: string, seq: number): void {
  holdText(`rondo/pushed/${account}`, String(seq));
}
