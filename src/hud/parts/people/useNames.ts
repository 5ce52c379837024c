import { useSnapshot } from 'valtio';
import type { Rifff } from '../../../data/contract/rifff.ts';
import {
  accountText,
  isKnownAs,
  type KnownPeople,
  mayBeAsked,
  type NameOf,
} from '../../../data/rules/sharing/accountText.ts';
import { needPerson, people } from '../../../data/stores/people.ts';

function nameAmong(
  known: Readonly<KnownPeople>,
  userId: string,
  rifff?: Pick<Rifff, 'importedNames'>,
): string {
  const { importedNames } = rifff ?? {};
  const isTold = importedNames !== undefined && Object.hasOwn(importedNames, userId);
  if (!isTold) void needPerson(userId);
  const isOnItsWay = !isTold && mayBeAsked(userId) && isKnownAs(known, userId) === undefined;
  return isOnItsWay ? '' : accountText(userId, importedNames, known);
}

/**
 * What accounts are called now, wherever they are named by their id; whoever is not known yet is asked for, and is '' until
 * the answer is there. Changes with every name that changes.
 */
export function useNames(): NameOf {
  const known = useSnapshot(people) as KnownPeople;
  return (userId, rifff) => nameAmong(known, userId, rifff);
}
