/** The rifffs heard last on this device, without bringing its database before there is something to keep or to show. */
import type { Rifff } from './contract/rifff.ts';
import { deviceAccount } from './sync/account.ts';
import type { HeardDocument } from './sync/documents.ts';

/**
 * Puts a rifff of a jam among those heard last; one that cannot be kept is said in the console alone.
 * @param title what it is called where it was heard
 */
export async function noteHeard(title: string, rifff: Rifff): Promise<void> {
  if (!rifff.jamId) return;
  try {
    await (await import('./sync/heard.ts')).rememberHeard(title, rifff);
  } catch (cause) {
    console.warn('What was heard could not be kept on this device', cause);
  }
}

/** What the account heard last, or what was heard here while no account was signed in; the last one first. */
export async function lastHeard(): Promise<HeardDocument[]> {
  const [{ listHeard }, { keptOf }] = await Promise.all([
    import('./sync/heard.ts'),
    import('./sync/database.ts'),
  ]);
  return listHeard(keptOf(deviceAccount()));
}
