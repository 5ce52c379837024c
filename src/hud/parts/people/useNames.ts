import { useSnapshot } from 'valtio';
import type { Rifff } from '../../../data/contract/rifff.ts';
import { presentText } from '../../../data/rules/jam/lobby.ts';
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
 * Current names of accounts by their ids. A name that is not known yet is fetched, and is '' until the answer is there.
 * The component renders again when a name changes.
 */
export function useNames(): NameOf {
  const known = useSnapshot(people) as KnownPeople;
  return (userId, rifff) => nameAmong(known, userId, rifff);
}

/**
 * Who is in a room now, in a few words.
 * @returns a function of the known ids of accounts in the room, and of the number of all people in it
 */
export function usePresentText(): (userIds: readonly string[], count: number) => string {
  const nameOf = useNames();
  return (userIds, count) =>
    presentText(
      userIds
        .slice(0, 3)
        .map((userId) => nameOf(userId))
        .filter(Boolean),
      count,
    );
}
