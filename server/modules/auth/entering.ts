import type { Login } from '../../../src/data/contract/auth.ts';
import type { SignInWay } from '../../../src/data/contract/factors.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Settings } from '../../settings.ts';
import { rememberPlace } from './places.ts';
import { type SessionOwner, startSession } from './sessions.ts';

/** A person who comes in: who it is, from where and how. */
export interface Entry {
  readonly owner: SessionOwner;
  readonly caller: Caller;
  readonly way: Exclude<SignInWay, 'refused'>;
  /** What lists call the device; what its browser calls itself where it is left out. */
  readonly device?: string;
  /** Showed a second factor on this device, besides. */
  readonly hasShown?: boolean;
  readonly nowMs: number;
}

/**
 * Inside a transaction: remembers the place and starts a session. Every way in goes through here. A device that was
 * approved elsewhere has shown nothing itself, so its session proves nothing yet.
 */
export async function enter(
  queries: Queries,
  settings: Pick<Settings, 'admins' | 'moderators'>,
  { owner, caller, way, device = caller.device, hasShown = false, nowMs }: Entry,
): Promise<Login> {
  await rememberPlace(queries, { userId: owner.userId, address: caller.address, nowMs });
  const isProven = hasShown || (way !== 'device' && way !== 'mail');
  return startSession(queries, settings, { owner, device, nowMs, proven: isProven ? nowMs : 0 });
}
