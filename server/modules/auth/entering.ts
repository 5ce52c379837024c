import type { Login } from '../../../src/data/contract/auth.ts';
import type { SignInWay } from '../../../src/data/contract/factors.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Queries } from '../../ports/database/database.ts';
import type { Settings } from '../../settings.ts';
import { rememberPlace } from './places.ts';
import { type SessionOwner, startSession } from './sessions.ts';
import { noteSignIn } from './signIns.ts';

/** A person who comes in: who it is, from where and how. */
export interface Entry {
  readonly owner: SessionOwner;
  readonly caller: Caller;
  /** `inside`: was in already, and gets another session in place of those that end. */
  readonly way: Exclude<SignInWay, 'refused'> | 'inside';
  /** What lists call the device; what its browser calls itself where it is left out. */
  readonly device?: string;
  /** Showed a second factor on this device, besides. */
  readonly hasShown?: boolean;
  /** The account elsewhere that it came by (a providerLinks row), and the session there. */
  readonly link?: { readonly id: string; readonly sid: string | null };
  readonly nowMs: number;
}

/**
 * Inside a transaction: writes the sign-in down, remembers the place and starts a session. Every way in goes through here;
 * behind the transaction of one by password, passkey, provider, device or mail comes `tellOfNewDevices`. A device that was
 * approved elsewhere has shown nothing itself, and a card can be copied: such a session proves nothing yet.
 */
export async function enter(
  queries: Queries,
  settings: Pick<Settings, 'admins' | 'moderators'>,
  { owner, caller, way, device = caller.device, hasShown = false, link, nowMs }: Entry,
): Promise<Login> {
  const { userId } = owner;
  const from = { ...caller, device };
  if (way !== 'inside') await noteSignIn(queries, { userId, caller: from, way, nowMs });
  await rememberPlace(queries, { userId, address: caller.address, nowMs });
  const isProven = hasShown || !(['device', 'mail', 'card'] as Entry['way'][]).includes(way);
  const { region } = caller;
  const proven = isProven ? nowMs : 0;
  const session = { owner, device, region, nowMs, proven, ...(link && { link }) };
  return startSession(queries, settings, session);
}
